import { type FileContent, type FolderContent, joinPath } from '../../files/index.ts';
import type { LockedFile, VariantLock } from '../index.ts';
import { baseLost } from '../messages/merge.ts';
import type { Result } from '../../krm/index.ts';
import type { DerivedVariant } from './derive-variant.ts';
import { baseFile } from '../inputs/fleet-paths.ts';
import type { LostBases } from './chosen-base.ts';
import { withWindowsLineEnds } from '../../package/index.ts';
import type { LocalPackage, Tree, Blobs } from '../ports.ts';

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
  /** Returns what counts as the base of the files that no place has, of which there is at least one. Throws a `KrmError` with these errors if nothing does. */
  readonly otherwise: (lost: LostBases) => ReadonlyMap<string, FileContent>;
}

/**
 * Returns what was derived last. Each file must have the id that the lock names. Its text comes from the folder if it is unedited there, then
 * from the kept bases, from git's objects, and from a second derivation.
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
