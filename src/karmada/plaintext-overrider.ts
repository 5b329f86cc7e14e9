import type { Problems } from '../function/problems.ts';
import { formatFieldPath } from '../krm/field-path.ts';
import { isProtectedField } from '../krm/protected.ts';
import type { Resource } from '../krm/resource.ts';
import type { ResultCode } from '../krm/result-codes.ts';
import {
  applyPatch,
  describePath,
  evaluatePointer,
  findDoneOperations,
  formatPointer,
  PatchError,
  type PatchOutcome,
  type PointerOptions,
} from '../patch/index.ts';
import { equalValues, isMap, type Path, type SourceDocument, type Value } from '../yaml/index.ts';
import { keyHint } from './lacking-field.ts';
import { OR_ONCE, type OverrideContext, type OverrideEffect, type Overrider } from './overrider.ts';
import { readPlaintextEntry, type PlaintextEntry, type WrittenPlaintext } from './plaintext-entry.ts';

/**
 * Reads the `plaintext` entries of a rule at a field. Together they are one JSON patch, and so one overrider; there is
 * none without entries. A resource gets all of the patch or, with an error, nothing. Annotations of kpt stay, also if
 * the patch replaces or removes all annotations.
 */
export function readPlaintextOverriders(
  written: readonly WrittenPlaintext[],
  field: Path,
  problems: Problems,
  options: PointerOptions = {},
): Overrider[] {
  const entries = written.flatMap(
    (entry, index) => readPlaintextEntry(entry, [...field, index], problems, options) ?? [],
  );
  if (entries.length === 0) return [];
  return [{ field, apply: (resource, context) => overrideFields(resource, { field, entries }, context) }];
}

/** The entries of a rule, and their place in the configuration. */
interface Plaintext {
  readonly field: Path;
  readonly entries: readonly PlaintextEntry[];
}

/** A patch that does not apply to a resource. */
class PlaintextError extends Error {
  readonly code: ResultCode;
  /** Field of the resource. */
  readonly field: Path;

  constructor(code: ResultCode, message: string, field: Path) {
    super(message);
    this.name = 'PlaintextError';
    this.code = code;
    this.field = field;
  }
}

function overrideFields(
  resource: Resource,
  plaintext: Plaintext,
  { results, isOnce = false }: OverrideContext,
): OverrideEffect | undefined {
  const { document } = resource;
  const [before, text] = [document.value([]) ?? null, document.text()];
  try {
    const first = runOnce(resource, plaintext);
    const { missing, done } = first.changed.length === 0 || isOnce ? first : settle(resource, plaintext);
    for (const [entry, error] of missing) {
      if (entry.ifMissing !== 'warn') continue;
      const field = describePath(document, entry);
      results.warning(explain(entry, error, document), { code: 'target-missing', resource, field });
    }
    return {
      found: true,
      changed: document.text() === text ? 0 : first.changed.length,
      absent: plaintext.entries
        .filter((entry) => isRemoved(document, entry, done))
        .map(({ operation }) => operation.path),
    };
  } catch (error) {
    if (!(error instanceof PlaintextError)) throw error;
    // The result names the resource, so its kind and name must be there again.
    document.set([], before);
    results.error(error.message, { code: error.code, resource, field: error.field });
    return undefined;
  }
}

/** One run of all entries. */
interface Run {
  /** Entries that changed something. */
  readonly changed: readonly PlaintextEntry[];
  /** Entries that an earlier run has done, together with all others on their list. */
  readonly done: ReadonlySet<PlaintextEntry>;
  /** Entries that were skipped, since what they edit is missing. */
  readonly missing: ReadonlyMap<PlaintextEntry, PatchError>;
}

function runOnce(resource: Resource, { field, entries }: Plaintext): Run {
  const { document } = resource;
  const names = NAMES.map(([, path]) => resource.text(path));
  const kept = protectedAnnotations(document);
  const done = findDoneEntries(document, entries);
  const todo = entries.filter((entry) => !done.has(entry));
  const outcomes = new Map(todo.map((entry) => [entry, applyEntry(document, entry)]));
  for (const [index, [name, path]] of NAMES.entries()) {
    if (names[index] === '' || resource.text(path) !== '') continue;
    const message = `Object '${name}' is missing in the patched resource: it must stay a string that is not empty`;
    throw new PlaintextError('rule-failed', `\`${formatFieldPath(field)}\`: ${message}`, path);
  }
  for (const [key, value] of kept) document.set([...ANNOTATIONS, key], value);
  return {
    changed: todo.filter((entry) => outcomes.get(entry) === 'changed'),
    done,
    missing: new Map(
      [...outcomes].flatMap(([entry, outcome]) => (outcome instanceof PatchError ? [[entry, outcome]] : [])),
    ),
  };
}

/**
 * Finds entries that are done only together. An entry that may be skipped leaves no trace, so that nothing is certain.
 */
function findDoneEntries(document: SourceDocument, entries: readonly PlaintextEntry[]): ReadonlySet<PlaintextEntry> {
  if (entries.some(({ ifMissing }) => ifMissing !== 'error')) return new Set();
  const steps = entries.map(({ operation, elementsByField = false }) => ({ ...operation, elementsByField }));
  const done = findDoneOperations(document, steps);
  return new Set(entries.filter((_, index) => done.has(index)));
}

/** Fields without which there is no resource, by their names in the messages of Kubernetes. */
const NAMES: readonly (readonly [name: string, path: Path])[] = [
  ['apiVersion', ['apiVersion']],
  ['Kind', ['kind']],
  ['metadata.name', ['metadata', 'name']],
];

const ANNOTATIONS: Path = ['metadata', 'annotations'];

function protectedAnnotations(document: SourceDocument): readonly (readonly [key: string, value: Value])[] {
  const annotations = document.value(ANNOTATIONS);
  const all = Object.entries(isMap(annotations) ? annotations : {});
  return all.filter(([key]) => isProtectedField([...ANNOTATIONS, key]));
}

/** Applies an entry. Returns the error if what it edits is missing, and need not be present. */
function applyEntry(document: SourceDocument, entry: PlaintextEntry): PatchOutcome | PatchError {
  const { operation, ifMissing, ensurePath, elementsByField = false } = entry;
  try {
    const options = { repeatable: true, skipMissing: ifMissing !== 'error', ensurePath, elementsByField };
    return applyPatch(document, [operation], options).outcomes[0] ?? 'unchanged';
  } catch (error) {
    if (!(error instanceof PatchError)) throw error;
    throw new PlaintextError('rule-failed', explain(entry, error, document), describePath(document, entry));
  }
}

function explain(entry: PlaintextEntry, { message, place }: PatchError, document: SourceDocument): string {
  return `${entryName(entry)}: ${message}${keyHint(place.near, document)}`;
}

/** Maximum number of runs until the text is stable, while its data stay equal and only the style changes. */
const MAX_RUNS = 5;

/** Repeats the patch until a run leaves the text unchanged, and returns that run, which every later one repeats. */
function settle(resource: Resource, plaintext: Plaintext): Run {
  const { document } = resource;
  for (let run = 1; ; run++) {
    const [before, text] = [document.value([]) ?? null, document.text()];
    const again = runAgain(resource, plaintext);
    const [entry] = again.changed;
    if (entry === undefined || document.text() === text) return again;
    if (run === MAX_RUNS || !equalValues(document.value([]) ?? null, before)) {
      const message = `${entryName(entry)}: ${UNSETTLED}${OR_ONCE}`;
      throw new PlaintextError('not-repeatable', message, describePath(document, entry));
    }
  }
}

const UNSETTLED =
  'edits must be repeatable: a second run would change this resource again, since a list index may then lead to ' +
  'another element; replace the list';

function runAgain(resource: Resource, plaintext: Plaintext): Run {
  try {
    return runOnce(resource, plaintext);
  } catch (error) {
    if (!(error instanceof PlaintextError)) throw error;
    throw new PlaintextError(
      'not-repeatable',
      `edits must be repeatable: a second run would fail: ${error.message}${OR_ONCE}`,
      error.field,
    );
  }
}

/** Reports whether an entry removes a value, and nothing but annotations of kpt is left of it. */
function isRemoved(document: SourceDocument, entry: PlaintextEntry, done: Run['done']): boolean {
  const { operation, elementsByField = false } = entry;
  const { op, path } = operation;
  if (op !== 'remove') return false;
  // Another element has its index now.
  if (done.has(entry)) return true;
  const found = evaluatePointer(document, path, { elementsByField });
  if (found === undefined) return true;
  const isAnnotations = formatPointer(found) === formatPointer(ANNOTATIONS);
  return isAnnotations && document.keys(found)?.every((key) => isProtectedField([...found, key])) === true;
}

function entryName({ field, operation: { op, path } }: PlaintextEntry): string {
  return `\`${formatFieldPath(field)}\` (${op} ${JSON.stringify(path)})`;
}
