import {
  editText,
  equalValues,
  evaluatePointer,
  formatPointer,
  isSecretField,
  YamlError,
  type Embedding,
  type Path,
  type Resource,
  type Results,
  type Value,
} from '../../src/index.ts';
import type { Entry } from './entry.ts';
import { operate, OperationError, type Done } from './operate.ts';

/** Effect of an entry on the text in a resource. */
export interface EntryDone extends Done {
  readonly entry: Entry;
}

/** A field of a resource whose text entries edit. */
interface Field {
  readonly path: Path;
  readonly encoding: Embedding['encoding'];
  /** Value on input; undefined if it is not a string. */
  readonly before: string | undefined;
  /** In the order in which they are applied. */
  readonly entries: readonly Entry[];
}

/** A text after its entries. */
interface Edited {
  readonly text: string;
  readonly done: readonly EntryDone[];
  readonly notices: readonly string[];
  /** The `test` that does not hold and keeps the text unchanged; undefined if all hold. */
  readonly unmet?: string;
}

/** A text that a further run does not change. */
interface Settled extends Edited {
  readonly field: Field;
  /** Result of a further run. */
  readonly again: Edited;
}

/** Effect of all entries on a resource. */
export interface ResourceEdit {
  readonly done: readonly EntryDone[];
  /** Result of a further run; undefined if a `test` does not hold then, which is reported. */
  readonly again: readonly EntryDone[] | undefined;
}

/**
 * Applies the entries whose field a resource has, in order: all, or none if a `test` does not hold. Returns undefined
 * if one cannot be applied, which is reported.
 */
export function editResource(
  resource: Resource,
  entries: readonly Entry[],
  results: Results,
): ResourceEdit | undefined {
  const fields = findFields(resource, entries);
  const edits = fields.map((field) => editField(resource, field, results)).filter((edit) => edit !== undefined);
  if (edits.length < fields.length) return undefined;
  for (const { again, field } of edits) {
    if (again.unmet !== undefined) results.info(`${UNMET}: ${again.unmet}`, { resource, field: field.path });
  }
  const isKept = edits.some(({ unmet }) => unmet !== undefined);
  const changed = isKept ? [] : edits.filter(({ text, field }) => text !== field.before);
  for (const edit of changed) writeText(resource, edit, results);
  return {
    done: changed.flatMap(({ done }) => done),
    again: edits.some(({ again }) => again.unmet !== undefined) ? undefined : edits.flatMap(({ again }) => again.done),
  };
}

/** Info rather than a warning: the edit of an earlier run may be the reason. */
const UNMET = 'nothing to do, since a `test` does not hold';

function writeText(resource: Resource, { field, text, notices }: Settled, results: Results): void {
  resource.document.set(field.path, text);
  for (const notice of notices) results.notice(shown(notice, resource, field), { resource, field: field.path });
}

/** Returns the fields that entries name. Leaves out those that the resource lacks: the caller reports them. */
function findFields(resource: Resource, entries: readonly Entry[]): readonly Field[] {
  // By path, since several pointers can lead to one element of a list.
  const fields = new Map<string, Field & { readonly entries: Entry[] }>();
  for (const entry of entries) {
    const path = evaluatePointer(resource.document, entry.fieldPath);
    if (path === undefined) continue;
    const field = fields.get(formatPointer(path));
    if (field !== undefined) field.entries.push(entry);
    else fields.set(formatPointer(path), { ...readField(resource, path), entries: [entry] });
  }
  return [...fields.values()];
}

function readField(resource: Resource, path: Path): Omit<Field, 'entries'> {
  const value = resource.document.value(path);
  return { path, encoding: encodingOf(resource, path), before: typeof value === 'string' ? value : undefined };
}

function encodingOf({ kind, group }: Resource, [top]: Path): Field['encoding'] {
  const isBase64 = (kind === 'Secret' && top === 'data') || (kind === 'ConfigMap' && top === 'binaryData');
  return isBase64 && group === '' ? 'base64' : 'text';
}

/** Applies entries to a field. Returns undefined if one of them cannot be applied. */
function editField(resource: Resource, field: Field, results: Results): Settled | undefined {
  const { path, before } = field;
  const about = { resource, field: path };
  if (before === undefined) {
    results.error('must be a string, to hold a text', about);
    return undefined;
  }
  const edited = attempt(
    () => editAll(before, field),
    (error) => results.error(error.message, about),
  );
  if (edited === undefined) return undefined;
  return edited.text === before
    ? { ...edited, field, again: edited }
    : settle(edited, field, (error) => results.error(error, about));
}

/** Maximum number of runs until the text is stable, while its data stay equal and only the style changes. */
const MAX_RUNS = 5;

/**
 * Returns the text that a further run does not change. Fails if a further run would change the data or fail, since the
 * text would then change with every run.
 */
function settle(edited: Edited, field: Field, fail: (message: string) => void): Settled {
  let { text } = edited;
  for (let run = 1; run < MAX_RUNS; run++) {
    const again = attempt(
      () => editAll(text, field),
      (error) => fail(`a second run would fail, so the first is not done: ${error.message}`),
    );
    if (again === undefined) return { ...edited, field, again: edited };
    if (again.text === text) return { ...edited, text, field, again };
    if (!equalValues(dataOf(again.text, field), dataOf(text, field))) break;
    text = again.text;
  }
  fail(UNSETTLED);
  return { ...edited, field, again: edited };
}

function dataOf(text: string, { encoding }: Field): Value {
  let data: readonly Value[] = [];
  editText(text, { format: 'yaml', encoding }, (documents) => {
    data = documents.map((document) => document.value([]) ?? null);
  });
  return data;
}

const UNSETTLED =
  'a second run would change this text once more, so the first is not done: an element of a list is named by an index ' +
  'that then means another; in a FieldOverride a `test` before the operation prevents it';

function attempt<T>(act: () => T, fail: (error: OperationError | YamlError) => void): T | undefined {
  try {
    return act();
  } catch (error) {
    if (!(error instanceof OperationError) && !(error instanceof YamlError)) throw error;
    fail(error);
    return undefined;
  }
}

/** Runs all entries over a text once. */
function editAll(before: string, field: Field): Edited {
  try {
    return applyAll(before, field);
  } catch (error) {
    if (!(error instanceof OperationError && error.isTest)) throw error;
    return { text: before, done: [], notices: [], unmet: error.message };
  }
}

function applyAll(before: string, { encoding, entries }: Field): Edited {
  let text = before;
  const done: EntryDone[] = [];
  const notices: string[] = [];
  for (const entry of entries) {
    text = editText(text, { format: entry.format, encoding }, (documents) => {
      const document = documents[entry.document];
      if (document === undefined) throw new YamlError('edit', absentDocument(entry.document, documents.length));
      done.push({ ...operate(document, entry), entry });
      notices.push(...document.notices);
    });
  }
  return { text, done, notices };
}

function absentDocument(wanted: number, count: number): string {
  if (count === 0) return 'the text must hold a document; it is empty';
  return `the text must have a document ${wanted}, counted from 0; it has ${count}`;
}

/** Returns a notice to show. It names an anchor, which must stay hidden in a Secret. */
function shown(notice: string, resource: Resource, { path }: Field): string {
  const isSecret = isSecretField(resource, path);
  return isSecret ? 'the value of an anchor was edited: its aliases became copies of the old one' : notice;
}
