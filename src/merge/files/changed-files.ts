import { ignoreMatcher, isKptfilePath, isSameContent } from '../../files/index.ts';
import { inOneForm } from '../documents/list-form.ts';
import { fileWith, VersionFile } from '../pairs/package-file.ts';
import { UnchangedFiles } from '../pairs/unchanged-files.ts';
import type { Unit } from '../pairs/unit.ts';
import { mapSides, presentSides, type Side, type Sides } from '../sides.ts';
import { fileText } from '../text/file-text.ts';
import type { PackageFiles, Packages } from '../text/packages.ts';

/**
 * The files that a side changed, in all versions, with the resources of a file in one form: documents, or items of a
 * list.
 */
export class ChangedFiles {
  readonly #packages: Packages;
  readonly #files: Readonly<Record<Side, Map<string, VersionFile>>>;
  /** Paths of files whose resources have different forms in the versions. */
  readonly #unlike = new Set<string>();
  /** The other files. */
  readonly unchanged: UnchangedFiles;
  /** Paths of files that are hidden from kpt. */
  readonly #hidden: ReadonlySet<string>;

  constructor(packages: Packages) {
    const { base, theirs, local } = packages;
    this.#packages = packages;
    const paths = new Set([...base.keys(), ...theirs.keys(), ...local.keys()]);
    const changed = new Set([...paths].filter((path) => !this.#isUnchanged(path)));
    const before = filesAt(base, changed);
    this.#files = {
      base: before,
      theirs: filesAt(theirs, changed, before),
      local: filesAt(local, changed, before),
    };
    this.unchanged = new UnchangedFiles(new Map([...local].filter(([path]) => !changed.has(path))));
    for (const path of changed) this.#unifyForm(path);
    this.#hidden = hiddenFiles(packages, this.paths);
  }

  /** Converts the resources of a file to one form in all versions, if possible. */
  #unifyForm(path: string): void {
    const sides = inOneForm(this.at(path));
    if (sides === undefined) this.#unlike.add(path);
    for (const side of ['base', 'theirs', 'local'] as const) {
      const file = sides?.[side];
      if (file !== undefined) this.#files[side].set(path, file);
    }
  }

  #isUnchanged(path: string): boolean {
    const { base, theirs, local } = this.#packages;
    const content = local.get(path);
    return isSameContent(content, base.get(path)) && isSameContent(content, theirs.get(path));
  }

  /** Paths of the files, sorted. */
  get paths(): readonly string[] {
    const { base, theirs, local } = this.#files;
    return [...new Set([...local.keys(), ...theirs.keys(), ...base.keys()])].toSorted();
  }

  at(path: string): Sides<VersionFile> {
    return {
      base: this.#files.base.get(path),
      theirs: this.#files.theirs.get(path),
      local: this.#files.local.get(path),
    };
  }

  /** Reports whether a file is merged by lines: its documents cannot be paired. */
  isByLines(path: string): boolean {
    const isRead = presentSides(this.at(path)).every((file) => file.units !== undefined);
    return this.#hidden.has(path) || this.#unlike.has(path) || !isRead;
  }

  /**
   * Returns the paths of the files to merge: those that new changed and, if their documents may be in other files,
   * those that only local changed.
   */
  pathsToMerge(): readonly string[] {
    const { base, theirs } = this.#packages;
    const byNew = this.paths.filter((path) => !isSameContent(base.get(path), theirs.get(path)));
    const isAlone = (path: string): boolean => {
      const sides = this.at(path);
      const isDeleted = sides.base !== undefined && sides.local === undefined;
      return this.isByLines(path) ? !isDeleted : keepsDocuments(mapSides(sides, ({ units }) => units));
    };
    return byNew.every(isAlone) ? byNew : this.paths;
  }

  /** Returns the files of each version, and those of a merged package at the same paths. */
  versionsWith(merged: PackageFiles): {
    readonly sides: Readonly<Record<Side, Iterable<VersionFile>>>;
    readonly merged: readonly VersionFile[];
  } {
    const { base, theirs, local } = this.#files;
    return {
      sides: { base: base.values(), theirs: theirs.values(), local: local.values() },
      merged: this.paths.flatMap((path) => {
        const content = merged.get(path);
        return content === undefined ? [] : [fileWith(path, content, this.at(path))];
      }),
    };
  }
}

/** Reports whether a file has the same documents in all versions, so that they can be paired without other files. */
function keepsDocuments({ base, theirs, local }: Sides<readonly Unit[]>): boolean {
  const [before, ...after] = [base, theirs, local].map((units) => units?.map(keyInFile).toSorted());
  return (
    before !== undefined &&
    after.every((keys) => keys?.length === before.length && keys.every((key, index) => key === before[index]))
  );
}

function keyInFile({ identity, isNamedAsUpstream, file }: Unit): string {
  return identity === undefined ? `${file.index}` : `${identity}|${isNamedAsUpstream}`;
}

function filesAt(
  files: PackageFiles,
  paths: ReadonlySet<string>,
  before?: ReadonlyMap<string, VersionFile>,
): Map<string, VersionFile> {
  const found = new Map<string, VersionFile>();
  for (const [path, content] of files)
    if (paths.has(path)) found.set(path, new VersionFile(path, content, before?.get(path)));
  return found;
}

/**
 * Returns the paths that the `.krmignore` of their package hides in any version. As in kpt, each package has its own
 * file, in the deepest folder with a Kptfile.
 */
function hiddenFiles(packages: Packages, paths: readonly string[]): ReadonlySet<string> {
  const hidden = new Set<string>();
  for (const files of [packages.base, packages.theirs, packages.local]) {
    const rules = rulesOf(files);
    for (const path of paths) if (rules.some((each) => each.hides(path))) hidden.add(path);
  }
  return hidden;
}

/** Ignore rules of one package in a version. */
interface Rules {
  hides(path: string): boolean;
}

function rulesOf(files: PackageFiles): readonly Rules[] {
  const folders = [...files.keys()]
    .filter((path) => isKptfilePath(path))
    .map((path) => path.slice(0, -'Kptfile'.length));
  const prefixes = [...new Set(['', ...folders])];
  return prefixes.flatMap((prefix) => {
    const content = files.get(`${prefix}.krmignore`);
    const text = content === undefined ? undefined : fileText(content)?.lines;
    if (text === undefined) return [];
    const rules = ignoreMatcher(text);
    const isOwn = (path: string): boolean =>
      prefixes.every((other) => other.length <= prefix.length || !path.startsWith(other));
    return [
      { hides: (path) => path.startsWith(prefix) && isOwn(path) && rules.ignores(path.slice(prefix.length) || '.') },
    ];
  });
}
