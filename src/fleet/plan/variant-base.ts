import { type FileContent, type FolderContent, isSameContent, joinPath } from '../../files/index.ts';
import { fileWarning, KrmError, type Result } from '../../krm/index.ts';
import type { Answer, Conflict } from '../../merge/index.ts';
import { withWindowsLineEnds } from '../../package/index.ts';
import { counted } from '../../wording.ts';
import type { LockedFile, VariantLock } from '../index.ts';
import { baseFile } from '../inputs/fleet-paths.ts';
import { baseLost, notInChosenBase, otherBase, WITHOUT_BASE } from '../messages/merge.ts';
import type { Blobs, FolderReader, LocalPackage, Tree } from '../ports.ts';
import type { DerivedVariant } from './derive-variant.ts';

/** Places that can have the base of a merge. */
export interface BasePlaces {
  readonly tree: Tree;
  readonly folder: string;
  readonly lock: VariantLock;
  readonly local: LocalPackage;
  /** Derives again what the lock names, once; undefined if its inputs are gone. */
  readonly rederive: () => Promise<DerivedVariant | undefined>;
  /** Returns the end of the errors about files that no place has. */
  readonly advice: () => string;
  /**
   * Returns what counts as the base of the files that no place has, of which there is at least one. Throws a `KrmError`
   * with these errors if nothing does.
   */
  readonly otherwise: (lost: LostBases) => ReadonlyMap<string, FileContent>;
}

/**
 * Returns what was derived last. Each file must have the id that the lock names. Its text comes from the folder if it
 * is unedited there, then from the kept bases, from git's objects, and from a second derivation.
 */
export async function readBase(places: BasePlaces): Promise<FolderContent> {
  const { tree, lock, folder, advice, otherwise } = places;
  const derived = lock.files.filter((file) => file.derived !== undefined);
  const files = new Map<string, FileContent>();
  const missing = derived.filter((file) => !takeNear(file, places, files));
  const stored = tree.objects.read(missing.map(idOf));
  let gone = missing.filter((file) => !take(file, stored.get(idOf(file)), tree.objects, files));
  if (gone.length > 0) {
    const again = await places.rederive();
    gone = gone.filter((file) => !take(file, again?.rendered.files.get(file.path), tree.objects, files));
  }
  const end = gone.length === 0 ? '' : advice();
  const lost = new Map(gone.map((file) => [file.path, missingError(file, folder, end)]));
  const chosen = lost.size === 0 ? new Map<string, FileContent>() : otherwise(lost);
  for (const [path, content] of chosen) files.set(path, content);
  const executables = derived.filter((file) => file.derived?.mode === '100755').map(({ path }) => path);
  return { files, executables: new Set(executables) };
}

function idOf({ derived }: LockedFile): string {
  return derived?.id ?? '';
}

/** Takes the text from the folder, or from the kept bases. Returns false if it is in neither. */
function takeNear(file: LockedFile, { tree, folder, local }: BasePlaces, files: Map<string, FileContent>): boolean {
  if (take(file, local.files.get(file.path), tree.objects, files)) return true;
  const path = baseFile(folder, file.path);
  return take(file, tree.contentAt(path), tree.objects, files);
}

/** Takes a text if it has the id of the file, with the line ends of either system. Returns false otherwise. */
function take(
  file: LockedFile,
  content: FileContent | undefined,
  objects: Blobs,
  files: Map<string, FileContent>,
): boolean {
  const found = content === undefined ? undefined : withId(content, idOf(file), objects);
  if (found !== undefined) files.set(file.path, found);
  return found !== undefined;
}

/** Returns a content that has an id, with the line ends of either system; undefined if none does. */
export function withId(content: FileContent, id: string, objects: Blobs): FileContent | undefined {
  if (objects.idOf(content) === id) return content;
  if (typeof content !== 'string') return undefined;
  return [content.replaceAll('\r\n', '\n'), withWindowsLineEnds(content)].find((form) => objects.idOf(form) === id);
}

function missingError(file: LockedFile, folder: string, advice: string): Result {
  const message = baseLost(idOf(file).slice(0, 12), advice);
  return { severity: 'error', code: 'version-missing', message, file: { path: joinPath(folder, file.path), index: 0 } };
}

/**
 * Value of `--base`: the files of a folder, no base, or a conflict for each file that differs; undefined if it is not
 * given.
 */
type BaseChoice = string | undefined;

/** Files whose base cannot be had, each with the error about it. */
export type LostBases = ReadonlyMap<string, Result>;

/** Versions of a package, to choose a base for some of its files. */
interface ChoiceVersions {
  /** Folder of the variant, relative to the top of the repository. */
  readonly folder: string;
  readonly derived: ReadonlyMap<string, FileContent>;
  readonly local: ReadonlyMap<string, FileContent>;
  /** Reports whether a text is what was derived last. */
  readonly isLocked: (path: string, content: FileContent) => boolean;
  readonly readFolder: FolderReader;
  /** Returns the answer to a conflict about a file. */
  readonly answer: (conflict: Conflict) => Answer | undefined;
}

/** Base of files that the command line decides. */
export interface ChosenBase {
  /** Files of the base. A file that is absent has none. */
  readonly files: ReadonlyMap<string, FileContent>;
  readonly conflicts: readonly Conflict[];
  readonly warnings: readonly Result[];
}

/**
 * Chooses the base of files whose base cannot be had, as `--base` says. Throws a `KrmError` with the errors if it is
 * not given.
 */
export function chooseBase(choice: BaseChoice, lost: LostBases, versions: ChoiceVersions): ChosenBase {
  if (choice === undefined) throw new KrmError([...lost.values()]);
  const paths = [...lost.keys()];
  if (choice === 'none') return noBase(paths, versions);
  return choice === 'derived' ? allConflicts(paths, versions) : baseOfFolder(choice, lost, versions);
}

function noBase(paths: readonly string[], { folder }: ChoiceVersions): ChosenBase {
  return { files: new Map(), conflicts: [], warnings: paths.map((path) => warning(folder, path, WITHOUT_BASE)) };
}

/**
 * The base of a file is a version that makes the other one, which is taken, the changed one. An open conflict takes
 * local's.
 */
function allConflicts(paths: readonly string[], { folder, derived, local, answer }: ChoiceVersions): ChosenBase {
  const files = new Map<string, FileContent>();
  const conflicts: Conflict[] = [];
  for (const path of paths) {
    const [now, own] = [derived.get(path), local.get(path)];
    const conflict: Conflict = {
      kind: now === undefined || own === undefined ? 'delete/change' : 'add/add',
      file: { path, index: 0 },
      values: { base: 'unknown', theirs: sizeOf(now), local: sizeOf(own) },
    };
    const taken = isSameContent(now, own) ? 'local' : answer(conflict);
    const base = taken === 'theirs' ? own : now;
    if (base !== undefined) files.set(path, base);
    if (taken === undefined) conflicts.push({ ...conflict, file: { path: joinPath(folder, path), index: 0 } });
  }
  return { files, conflicts, warnings: [] };
}

/** The text may have a Secret, so a conflict does not show it. */
function sizeOf(content: FileContent | undefined): string | undefined {
  return content === undefined ? undefined : counted(Buffer.byteLength(content), 'byte');
}

/** Throws a `KrmError` for files that the folder lacks. */
function baseOfFolder(choice: string, lost: LostBases, { folder, isLocked, readFolder }: ChoiceVersions): ChosenBase {
  const { files } = readFolder(choice);
  const missing = [...lost].filter(([path]) => !files.has(path)).map(([, result]) => result);
  if (missing.length > 0)
    throw new KrmError(missing.map((each) => ({ ...each, message: notInChosenBase(each.message, choice) })));
  const found = [...files].filter(([path]) => lost.has(path));
  const others = found.filter(([path, content]) => !isLocked(path, content));
  const warnings = others.map(([path]) => warning(folder, path, otherBase(choice)));
  return { files: new Map(found), conflicts: [], warnings };
}

function warning(folder: string, path: string, message: string): Result {
  return fileWarning(joinPath(folder, path), 'base-chosen', message);
}
