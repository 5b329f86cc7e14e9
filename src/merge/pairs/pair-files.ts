import { groupBy } from '../../group-by.ts';
import { alikePairs, LEAST_LIKENESS, likeness, LikeThings, type Budget } from './alike.ts';
import type { VersionFile } from './package-file.ts';
import { pairFolders, type Folders } from './pair-folders.ts';
import { folderOf, type Files, type PackagePairs } from './pair-packages.ts';
import type { UnchangedFiles } from './unchanged-files.ts';
import type { Unit } from './unit.ts';

/** Files of two versions that are versions of each other although their paths differ. */
export interface FilePairs {
  /** Later path of each renamed file. */
  readonly to: Map<string, string>;
  /** Earlier paths of those that only their likeness pairs. */
  readonly guesses: Set<string>;
  /** Later paths of an earlier file, if it may be any of them. */
  readonly candidates: Map<string, readonly string[]>;
  /** Later folder of each renamed folder. */
  readonly folders: Map<string, string>;
}

/** Changed files of two versions, and of the third one. */
export interface FileVersions {
  readonly before: Files;
  readonly after: Files;
  readonly other: Files;
  readonly packages: PackagePairs;
  readonly unchanged: UnchangedFiles;
  readonly budget: Budget;
}

/** Pairs the files that one version lacks with files that only the other has. */
export class FilePairing implements FilePairs {
  readonly to = new Map<string, string>();
  readonly guesses = new Set<string>();
  readonly candidates = new Map<string, readonly string[]>();
  readonly folders = new Map<string, string>();
  readonly #versions: FileVersions;
  readonly #taken = new Set<string>();

  constructor(versions: FileVersions) {
    this.#versions = versions;
    if (this.gone.length === 0 || this.added.length === 0) return;
    this.#equal();
    this.#inPackages();
    this.#inFolders();
  }

  /** Earlier files that have no pair. */
  get gone(): readonly VersionFile[] {
    const { before, after } = this.#versions;
    return [...before.values()].filter(({ path }) => !after.has(path) && !this.to.has(path));
  }

  /** Later files that have no pair. */
  get added(): readonly VersionFile[] {
    const { before, after } = this.#versions;
    return [...after.values()].filter(({ path }) => !before.has(path) && !this.#taken.has(path));
  }

  /** Pairs files whose renaming the other side repeats. */
  follow(others: FilePairs): void {
    const { before, after } = this.#versions;
    for (const [path, to] of others.to)
      if (!after.has(path) && !this.to.has(path) && after.has(to) && !before.has(to) && !this.#taken.has(to))
        this.#pair(path, to);
  }

  /**
   * Pairs similar files, of those that the other side changed, and whose documents are not all paired by their
   * identities.
   */
  byLikeness(): void {
    const { other, packages, budget } = this.#versions;
    const [gone, added] = [this.gone, this.added];
    const changed = gone.filter(({ path, key }) => other.get(path)?.key !== key);
    if (changed.length === 0 || added.length === 0) return;
    const wanted = this.#unidentified(changed);
    if (wanted.length === 0) return;
    this.#likeOther(wanted);
    this.#inFolders();
    const scores = new Map<string, LikeThings>();
    // A file that the other side has beside the earlier one comes from there.
    const mayPair = (a: VersionFile, b: VersionFile): boolean =>
      packages.mayPair(a.path, b.path) && !(other.has(a.path) && other.has(b.path));
    const alikeness = (a: VersionFile, b: VersionFile): number =>
      mayPair(a, b) ? likeness(a.textLines, b.textLines) : 0;
    const score = (a: VersionFile, b: VersionFile): number => {
      if (alikeness(a, b) < LEAST_LIKENESS) return 0;
      const name = nameOf(a.path);
      const things = scores.get(name) ?? new LikeThings(this.#linesNamed(name));
      scores.set(name, things);
      const versions = [a, other.get(a.path)].flatMap((each) => (each?.textLines.length ? [each.textLines] : []));
      return Math.max(0, ...versions.map((lines) => things.likeness(lines, b.textLines)));
    };
    const isLeft = ({ path }: VersionFile): boolean => !this.to.has(path);
    const found = alikePairs({
      before: gone.filter(isLeft),
      after: this.added,
      wanted: wanted.filter(isLeft),
      score,
      likeness: alikeness,
      budget,
    });
    for (const [file, to] of found.pairs) {
      this.#pair(file.path, to.path);
      this.guesses.add(file.path);
    }
    this.#inFolders();
    const free = new Set(this.added.map(({ path }) => path));
    for (const [{ path }, files] of found.candidates)
      if (!this.to.has(path)) {
        const paths = files.map((file) => file.path).filter((each) => free.has(each));
        if (paths.length > 0) this.candidates.set(path, paths);
      }
  }

  /** Returns those files of which a document has no identity, or one that is not unique in both versions. */
  #unidentified(files: readonly VersionFile[]): readonly VersionFile[] {
    const { before, after, unchanged } = this.#versions;
    const named = files.filter(({ units = [] }) => units.length > 0 && units.every(({ identity }) => identity));
    if (named.length === 0) return files;
    const names = new Set(named.flatMap(({ units = [] }) => units.map(({ resource }) => resource.name)));
    const others = new Set(unchanged.unitsNamed(names).map(({ identity }) => identity));
    const [inBefore, inAfter] = [before, after].map((all) =>
      groupBy(
        [...all.values()].flatMap(({ units = [] }) => units),
        ({ identity }) => identity,
      ),
    );
    const isUnique = ({ identity }: Unit): boolean =>
      inBefore?.get(identity)?.length === 1 && inAfter?.get(identity)?.length === 1 && !others.has(identity);
    const isIdentified = new Set(named.filter(({ units = [] }) => units.every(isUnique)));
    return files.filter((file) => !isIdentified.has(file));
  }

  /** Pairs files with those that equal the version of the other side. */
  #likeOther(wanted: readonly VersionFile[]): void {
    const { other, packages } = this.#versions;
    const added = groupBy(this.added, ({ key }) => key);
    const keys = groupBy(other.values(), ({ key }) => key);
    for (const { path } of wanted) {
      const key = other.get(path)?.key ?? '';
      const [to, ...more] = added.get(key) ?? [];
      const isOne = more.length === 0 && keys.get(key)?.length === 1;
      if (to !== undefined && isOne && packages.mayPair(path, to.path)) this.#pair(path, to.path);
    }
  }

  /** Returns the lines of all earlier files with a name. */
  #linesNamed(name: string): readonly (readonly string[])[] {
    const { before, unchanged } = this.#versions;
    const changed = [...before.values()].filter(({ path }) => nameOf(path) === name);
    return [...changed, ...unchanged.filesAt((path) => nameOf(path) === name)].map(({ textLines }) => textLines);
  }

  #pair(path: string, to: string): void {
    this.to.set(path, to);
    this.#taken.add(to);
  }

  /** Pairs the files of renamed packages that have the same paths in them. */
  #inPackages(): void {
    const { packages, before, after } = this.#versions;
    for (const [other, folder] of packages.renamed)
      for (const path of before.keys()) {
        const to = path.startsWith(`${folder}/`) ? `${other}${path.slice(folder.length)}` : path;
        const isFree = !after.has(path) && !before.has(to) && !this.to.has(path) && !this.#taken.has(to);
        if (to !== path && after.has(to) && isFree && packages.mayPair(path, to)) this.#pair(path, to);
      }
  }

  /** Pairs equal files, of which each version has only one. */
  #equal(): void {
    const { before, after, packages, unchanged } = this.#versions;
    const added = groupBy(this.added, ({ key }) => key);
    const gone = this.gone.filter(({ key }) => added.has(key));
    if (gone.length === 0) return;
    const counts = [before, after].map((files) => groupBy(files.values(), ({ key }) => key));
    const elsewhere = unchanged.keysAmong(new Set(gone.map(({ key }) => key)));
    for (const { path, key } of gone) {
      const [to] = added.get(key) ?? [];
      const isOne = counts.every((count) => count.get(key)?.length === 1) && !elsewhere.has(key);
      if (to !== undefined && isOne && packages.mayPair(path, to.path)) this.#pair(path, to.path);
    }
  }

  /** Pairs the files of renamed folders that have the same names. */
  #inFolders(): void {
    const { before, after, packages, unchanged } = this.#versions;
    const isGone = (path: string): boolean => !after.has(path);
    const sizes = new Map<string, number>();
    for (const path of [...before.keys(), ...unchanged.paths])
      sizes.set(folderOf(path), (sizes.get(folderOf(path)) ?? 0) + 1);
    const [from, into] = [
      byFolder([...before.values()].filter(({ path }) => isGone(path))),
      byFolder([...after.values()].filter(({ path }) => !before.has(path))),
    ];
    const sizeOf = (folder: string): number => sizes.get(folder) ?? 0;
    for (const [folder, other] of pairFolders(from, into, { known: this.to, sizeOf })) {
      this.folders.set(folder, other);
      for (const name of from.get(folder)?.keys() ?? []) {
        const [path, to] = [joined(folder, name), joined(other, name)];
        const isFree = into.get(other)?.has(name) === true && !this.to.has(path) && !this.#taken.has(to);
        if (isFree && packages.mayPair(path, to)) this.#pair(path, to);
      }
    }
  }
}

function byFolder(files: readonly VersionFile[]): Folders {
  const groups = groupBy(files, ({ path }) => folderOf(path));
  return new Map(
    Array.from(groups, ([folder, group]) => [
      folder,
      new Map(group.map((file) => [file.path.slice(folder === '' ? 0 : folder.length + 1), file])),
    ]),
  );
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function joined(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`;
}
