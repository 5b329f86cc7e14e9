import { isKptfilePath } from '../../files/index.ts';
import { groupBy } from '../../group-by.ts';
import { isKptfile } from '../../krm/resource.ts';
import { canonicalText } from '../../pairing/align-equal.ts';
import { isMap, type Value } from '../../yaml/index.ts';
import { alikePairs, LikeThings, type Budget } from './alike.ts';
import { pairFolders } from './pair-folders.ts';
import type { VersionFile } from './package-file.ts';
import type { UnchangedFiles } from './unchanged-files.ts';
import type { Unit } from './unit.ts';

/** Name of the ConfigMap that belongs to its package. */
const CONTEXT = 'kptfile.kpt.dev';

/** Folders of one version that have a Kptfile, and the top folder: each is a package. */
export class PackageTree {
  readonly folders: ReadonlySet<string>;
  readonly #known = new Map<string, string>();
  readonly #paths: readonly string[];

  constructor(paths: Iterable<string>) {
    this.#paths = [...paths];
    this.folders = new Set(['', ...this.#paths.filter((path) => isKptfilePath(path)).map(folderOf)]);
  }

  /** Reports whether there is a file in a folder, or below it. */
  hasFilesIn(folder: string): boolean {
    return this.#paths.some((path) => path.startsWith(`${folder}/`));
  }

  /** Returns the folder of the package that a folder is in. */
  packageOf(folder: string): string {
    if (this.folders.has(folder)) return folder;
    const known = this.#known.get(folder) ?? this.packageOf(folderOf(folder));
    this.#known.set(folder, known);
    return known;
  }
}

/** Returns the folder of a path; '' at the top. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(path.lastIndexOf('/'), 0));
}

/** Packages of two versions that are versions of each other. */
export class PackagePairs {
  readonly #before: PackageTree;
  readonly #after: PackageTree;
  /** Earlier folder of each renamed package. */
  readonly renamed: ReadonlyMap<string, string>;
  readonly #later: ReadonlySet<string>;
  readonly #foldersInOther = { before: new Map<string, boolean>(), after: new Map<string, boolean>() };

  constructor(before: PackageTree, after: PackageTree, renamed: ReadonlyMap<string, string>) {
    this.#before = before;
    this.#after = after;
    this.renamed = renamed;
    this.#later = new Set(renamed.values());
  }

  /**
   * Returns the earlier folder of the package of a document. A package that the other version lacks counts as a part of
   * the package around it, as if it had no Kptfile; but not for what belongs to the package itself.
   */
  keyOf(side: 'before' | 'after', path: string, { isOwn = false } = {}): string {
    const tree = side === 'before' ? this.#before : this.#after;
    for (let folder = tree.packageOf(folderOf(path)); ; folder = tree.packageOf(folderOf(folder))) {
      const key = this.#pairedKey(side, folder);
      if (key !== undefined) return key;
      if (isOwn) return `${side} ${folder}`;
    }
  }

  /** Returns the earlier folder of a package that both versions have. */
  #pairedKey(side: 'before' | 'after', folder: string): string | undefined {
    const isInBoth = this.#before.folders.has(folder) && this.#after.folders.has(folder);
    if (isInBoth) return folder;
    if (side === 'after') return this.renamed.get(folder);
    return this.#later.has(folder) ? folder : undefined;
  }

  /**
   * Reports whether a thing of one version can be one of the other: they are not in two packages of which each version
   * has only one.
   */
  mayPair(before: string, after: string, { isOwn = false } = {}): boolean {
    const one = this.keyOf('before', before, { isOwn });
    if (one !== this.keyOf('after', after, { isOwn })) return false;
    return !(this.#isAlone('before', before) && this.#isAlone('after', after));
  }

  #isAlone(side: 'before' | 'after', path: string): boolean {
    const tree = side === 'before' ? this.#before : this.#after;
    return this.#pairedKey(side, tree.packageOf(folderOf(path))) === undefined;
  }

  /**
   * Reports whether the other version lacks the package of a path, and any file of its folder: not only a Kptfile came
   * or went.
   */
  isFolderAlone(side: 'before' | 'after', path: string): boolean {
    if (!this.#isAlone(side, path)) return false;
    const [own, other] = side === 'before' ? [this.#before, this.#after] : [this.#after, this.#before];
    const folder = own.packageOf(folderOf(path));
    const known = this.#foldersInOther[side].get(folder) ?? other.hasFilesIn(folder);
    this.#foldersInOther[side].set(folder, known);
    return !known;
  }
}

/**
 * Reports whether a document belongs to its package, of which each has one like it: a Kptfile, or the package context.
 */
export function isOwnDocument({ resource }: Unit): boolean {
  return isKptfile(resource) || (resource.kind === 'ConfigMap' && resource.name === CONTEXT);
}

/** Changed files of a version, by path. */
export type Files = ReadonlyMap<string, VersionFile>;

/**
 * Pairs the packages of two versions: those in the same folder; those with the same upstream; those with the same
 * files, and those with the most similar files.
 */
export function pairPackages(
  [before, after]: readonly [PackageTree, PackageTree],
  [filesBefore, filesAfter]: readonly [Files, Files],
  { unchanged, budget }: { readonly unchanged: UnchangedFiles; readonly budget: Budget },
): PackagePairs {
  const gone = [...before.folders].filter((folder) => !after.folders.has(folder));
  const added = [...after.folders].filter((folder) => !before.folders.has(folder));
  const renamed = new Map<string, string>();
  if (gone.length === 0 || added.length === 0) return new PackagePairs(before, after, renamed);
  const pair = (folder: string, other: string): void => void renamed.set(other, folder);
  const isFree = (folder: string): boolean => ![...renamed.values()].includes(folder) && !renamed.has(folder);

  const upstreams = groupBy(added, (folder) => upstreamIn(folder, filesAfter));
  for (const [upstream, [folder = '', ...others]] of groupBy(gone, (each) => upstreamIn(each, filesBefore))) {
    const [other, ...more] = upstreams.get(upstream) ?? [];
    if (upstream !== undefined && other !== undefined && others.length + more.length === 0) pair(folder, other);
  }

  const [inGone, inAdded] = [
    filesOf(gone.filter(isFree), before, filesBefore),
    filesOf(added.filter(isFree), after, filesAfter),
  ];
  for (const [folder, other] of pairFolders(inGone, inAdded)) pair(folder, other);

  const [left, right] = [gone.filter(isFree), added.filter(isFree)];
  if (left.length === 0 || right.length === 0) return new PackagePairs(before, after, renamed);
  const all = new Map([...filesBefore, ...unchanged.filesAt(() => true).map((file) => [file.path, file] as const)]);
  const lines = new Map([...linesOf(filesOf([...before.folders], before, all)), ...linesOf(inAdded)]);
  const things = new LikeThings([...before.folders].map((folder) => lines.get(folder) ?? []));
  const score = (a: string, b: string): number => things.likeness(lines.get(a) ?? [], lines.get(b) ?? []);
  for (const [folder, other] of alikePairs({ before: left, after: right, score, budget }).pairs) pair(folder, other);
  return new PackagePairs(before, after, renamed);
}

/** Returns the changed files of each package, by their paths in it. */
function filesOf(folders: readonly string[], tree: PackageTree, files: Files): ReadonlyMap<string, Files> {
  const found = new Map(folders.map((folder) => [folder, new Map<string, VersionFile>()]));
  for (const [path, file] of files) {
    const folder = tree.packageOf(folderOf(path));
    found.get(folder)?.set(path.slice(folder.length + 1), file);
  }
  return found;
}

function linesOf(folders: ReadonlyMap<string, Files>): readonly (readonly [string, readonly string[]])[] {
  return Array.from(folders, ([folder, files]) => [folder, [...files.values()].flatMap((file) => file.textLines)]);
}

/** Returns a text for the repository and folder that a package comes from; undefined for none. */
function upstreamIn(folder: string, files: Files): string | undefined {
  const [unit] = files.get(folder === '' ? 'Kptfile' : `${folder}/Kptfile`)?.units ?? [];
  const value = unit?.resource.value();
  const upstream = value !== undefined && isMap(value) ? (value['upstream'] ?? null) : null;
  const git: Value = isMap(upstream) ? (upstream['git'] ?? null) : null;
  if (!isMap(git)) return undefined;
  return canonicalText([git['repo'] ?? null, git['directory'] ?? null]);
}
