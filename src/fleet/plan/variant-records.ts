import { type FileContent, joinPath } from '../../files/index.ts';
import { asShown, distinctResults, fileWarning, findSecrets, isResultCode, type Result } from '../../krm/index.ts';
import type { RootedChange } from '../../package/index.ts';
import { type LockedResult, type LockedResults, lockText, type Variant, type VariantLock } from '../index.ts';
import { baseFile, baseFolder, lockFile } from '../inputs/fleet-paths.ts';
import { resultsOmitted } from '../messages/apply.ts';
import { BASE_KEPT } from '../messages/publish.ts';
import type { Tree } from '../ports.ts';
import type { LockState } from './lock-state.ts';
import type { VariantPlan } from './fleet-run.ts';

/** Records of a variant beside its folder: its lock, and derived texts that no commit has. */
export class VariantRecords {
  readonly #tree: Tree;
  readonly #folder: string;

  constructor(tree: Tree, folder: string) {
    this.#tree = tree;
    this.#folder = folder;
  }

  /**
   * Adds the changes of kept bases to a plan, and an info about each new one. `derived`: derived texts; default: those
   * that git has.
   */
  withBases(plan: VariantPlan, record: VariantLock, derived?: ReadonlyMap<string, FileContent>): VariantPlan {
    const bases = this.#basesOf(record, derived);
    const kept = bases.filter(({ before }) => before === undefined).map(({ path }) => keptInfo(path));
    return { ...plan, bases, results: [...plan.results, ...kept] };
  }

  /**
   * Returns derived texts that the index does not have, without those with a Secret, which people may encrypt before
   * they commit.
   */
  unknownTexts({ files }: VariantLock, derived: ReadonlyMap<string, FileContent>): ReadonlyMap<string, FileContent> {
    const [tree, folder] = [this.#tree, this.#folder];
    return new Map(
      files.flatMap(({ path, derived: wanted }) => {
        const content = derived.get(path);
        if (wanted === undefined || content === undefined) return [];
        const isKnown = tree.file(joinPath(folder, path))?.id === wanted.id;
        return isKnown || holdsSecret(content) ? [] : [[wanted.id, content] as const];
      }),
    );
  }

  /** Returns the change of the lock to a record; undefined if the folder has no files. */
  lockChange(state: LockState | undefined, record: VariantLock): RootedChange | undefined {
    const { root } = this.#tree;
    const after = lockText(record);
    const isNamed = record.files.some(({ folder }) => folder !== undefined);
    if (!isNamed) return undefined;
    return { root, path: lockFile(this.#folder), before: state?.text, after, isRecord: true };
  }

  #basesOf({ files }: VariantLock, derived?: ReadonlyMap<string, FileContent>): readonly RootedChange[] {
    // A folder that was deleted as a whole has no edits.
    if (files.every((file) => file.folder === undefined)) return [];
    const edited = files.flatMap(({ path, derived: before, folder }) =>
      before === undefined || before.id === folder?.id ? [] : [{ path, id: before.id }],
    );
    const tree = this.#tree;
    const texts = (path: string): FileContent | undefined => {
      const id = edited.find((each) => each.path === path)?.id ?? '';
      return derived?.get(path) ?? tree.objects.read([id]).get(id);
    };
    return keptBases(tree, this.#folder, edited, texts);
  }
}

function keptInfo(path: string): Result {
  return { ...fileWarning(path, 'changes-uncommitted', BASE_KEPT), severity: 'info' };
}

/** A file that people edited, and the id of what was derived. */
interface EditedPath {
  readonly path: string;
  readonly id: string;
}

/**
 * Returns the changes that make a fleet keep the derived text of each edited file that no commit has, and no other.
 * `derived`: returns a derived text. Those with a Secret are never kept: people may encrypt them before they commit.
 */
function keptBases(
  tree: Tree,
  folder: string,
  edited: readonly EditedPath[],
  derived: (path: string) => FileContent | undefined,
): readonly RootedChange[] {
  const tracked = [...tree.filesBelow(baseFolder(folder)).values()].filter(({ state }) => state !== 'sparse');
  // Git may ignore them.
  const needed = edited.map(({ path }) => baseFile(folder, path));
  const existing = new Map(
    [...new Set([...tracked.map(({ path }) => path), ...needed])].flatMap((path) => {
      const content = tree.contentAt(path);
      return content === undefined ? [] : [[path, content] as const];
    }),
  );
  const kept = new Map<string, FileContent>();
  for (const { path, id } of edited) {
    const file = baseFile(folder, path);
    const before = existing.get(file);
    if (before !== undefined && hasId(tree, before, id)) kept.set(file, before);
    else if (!tree.isCommitted(joinPath(folder, path), id)) {
      const content = derived(path);
      if (content !== undefined && !holdsSecret(content)) kept.set(file, content);
    }
  }
  return [...new Set([...existing.keys(), ...kept.keys()])].flatMap((path) => {
    const [before, after] = [existing.get(path), kept.get(path)];
    return before === after ? [] : [{ root: tree.root, path, before, after, isRecord: true }];
  });
}

/** Reports whether a file has an id, if need be without the line ends of Windows. */
function hasId({ objects }: Tree, content: FileContent, id: string): boolean {
  if (objects.idOf(content) === id) return true;
  return typeof content === 'string' && objects.idOf(content.replaceAll('\r\n', '\n')) === id;
}

/** Reports whether a text has a Secret. */
function holdsSecret(content: FileContent): boolean {
  return typeof content === 'string' && findSecrets(content).length > 0;
}

/** Most results of a lock: a person reads no more, and each `plan` of an unchanged fleet reads all locks. */
const MAX_RECORDED = 100;

/** Most characters of a message in a lock. A third-party function may print a message of any length. */
const MAX_MESSAGE = 1000;

/**
 * Returns the errors and warnings of a derivation as a lock records them, errors first. Infos state what each run
 * reaches, and are not recorded. `results`: with paths relative to the package. `file`: that of the PackageVariant.
 */
export function lockedResults(results: readonly Result[], { file }: Pick<Variant, 'file'>): LockedResults {
  const found = distinctResults(results).map(asShown);
  const all = (['error', 'warning'] as const).flatMap((severity) =>
    found.filter((each) => each.severity === severity).map((each) => lockedResult(severity, each, file)),
  );
  return { count: all.length, recorded: all.slice(0, MAX_RECORDED) };
}

/** Leaves out values, which may be long or secret. */
function lockedResult(
  severity: LockedResult['severity'],
  { code, message, resourceRef, field, file }: Result,
  variantFile: string,
): LockedResult {
  const isLong = message.length > MAX_MESSAGE;
  return {
    severity,
    ...(code && { code }),
    message: isLong ? `${message.slice(0, MAX_MESSAGE)}…` : message,
    ...(resourceRef && { resource: resourceRef }),
    ...(field && { field: field.path }),
    ...(file && { file: file.path === variantFile ? 'variant' : file }),
  };
}

/** Returns the results that a lock records, with paths relative to the top of the repository. */
export function recordedResults(
  { count, recorded }: LockedResults,
  variant: Pick<Variant, 'folder' | 'file' | 'resource'>,
): readonly Result[] {
  const rest = count - recorded.length;
  return [...recorded.map((each) => shownResult(each, variant)), ...(rest > 0 ? [restWarning(rest, variant)] : [])];
}

function shownResult(
  { severity, code = '', message, resource, field, file }: LockedResult,
  variant: Pick<Variant, 'folder' | 'file' | 'resource'>,
): Result {
  const place =
    file === 'variant'
      ? { path: variant.file, index: variant.resource.location.index ?? 0 }
      : file && { ...file, path: joinPath(variant.folder, file.path) };
  return {
    severity,
    code: isResultCode(code) ? code : 'recorded-result',
    message,
    ...(resource && { resourceRef: resource }),
    ...(field !== undefined && { field: { path: field } }),
    ...(place && { file: place }),
  };
}

function restWarning(rest: number, { folder }: Pick<Variant, 'folder'>): Result {
  return fileWarning(lockFile(folder), 'results-omitted', resultsOmitted(rest, MAX_RECORDED));
}
