import { spawnSync } from 'node:child_process';
import { posix } from 'node:path';
import { groupBy } from '../../../src/group-by.ts';
import type { Texts } from '../upgrades/versions.ts';
import { docsIn, docsOf, likeness, type Doc } from './documents.ts';

/** Two versions of a package, and the files that git regards as renamed, by their old path. */
export interface Upgrade {
  readonly base: Texts;
  readonly theirs: Texts;
  readonly renames: ReadonlyMap<string, string>;
}

/** Place in the new version for an edit of the base version. */
export interface Destination {
  readonly file: string;
  /** Undefined for a whole file. */
  readonly doc?: Doc;
}

/** Returns the files of a folder that git regards as renamed between two commits. */
export function renamesBetween(
  checkout: string,
  commits: readonly [string, string],
  folder: string,
): ReadonlyMap<string, string> {
  const args = ['diff', '--name-status', '-z', '-M', '-l0', '--diff-filter=R', ...commits, '--', folder];
  const { stdout, status, stderr } = spawnSync('git', ['-C', checkout, ...args], {
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  if (status !== 0) throw new Error(`git diff failed: ${stderr}`);
  const words = stdout.split('\0');
  const pairs = Array.from({ length: Math.floor(words.length / 3) }, (_, index) =>
    [words[index * 3 + 1] ?? '', words[index * 3 + 2] ?? ''].map((path) => posix.relative(folder, path)),
  );
  return new Map(pairs.map(([from = '', to = '']) => [from, to] as const));
}

/** Finds the place in the new version where the files and documents of the base version belong. */
export class Destinations {
  readonly #upgrade: Upgrade;
  readonly #base: ReadonlyMap<string, readonly Doc[]>;
  readonly #theirs: ReadonlyMap<string, readonly Doc[]>;
  readonly #folders: ReadonlyMap<string, string>;
  readonly #targets: ReadonlySet<string>;

  constructor({ base, theirs, renames }: Upgrade) {
    const all = new Map([...namesakes({ base, theirs, renames }), ...renames]);
    const upgrade = { base, theirs, renames: likelyRenames(all, base, theirs) };
    this.#upgrade = upgrade;
    this.#base = groupBy(docsIn(upgrade.base), ({ identity }) => identity);
    this.#theirs = groupBy(docsIn(upgrade.theirs), ({ identity }) => identity);
    this.#folders = foldersOf(upgrade.renames);
    this.#targets = new Set(upgrade.renames.values());
  }

  /** Returns the paths in the new version that a file may have: its own, or those of git's renames. */
  files(file: string): readonly string[] {
    const { theirs, renames, base } = this.#upgrade;
    if (theirs.has(file)) return [file];
    const folder = this.#folders.get(posix.dirname(file));
    const moved = folder === undefined ? undefined : posix.join(folder, posix.basename(file));
    const found = [renames.get(file), moved].filter((path) => path !== undefined);
    return [...new Set(found)].filter((path) => theirs.has(path) && !base.has(path));
  }

  /**
   * Reports whether a file certainly becomes another one: it has the same path, or at most half as many lines differ as
   * in any other new file. Git takes the most similar file, however near the next one is.
   */
  isClear(file: string, to: string): boolean {
    const { base, theirs } = this.#upgrade;
    if (file === to) return true;
    const distanceTo = (path: string): number => 1 - likeness(base.get(file) ?? '', theirs.get(path) ?? '');
    const distance = distanceTo(to);
    return [...theirs.keys()].every((path) => path === to || base.has(path) || distance <= distanceTo(path) / 2);
  }

  /** Reports whether the base version has an identity once. */
  isUnique({ identity }: Doc): boolean {
    return this.#base.get(identity)?.length === 1;
  }

  /** Returns the files of the new version that have the identity of a document. */
  filesWith({ identity }: Doc): readonly string[] {
    return (this.#theirs.get(identity) ?? []).map(({ file }) => file);
  }

  /** Reports whether the new version has a file in a folder. */
  hasFolder(folder: string): boolean {
    return [...this.#upgrade.theirs.keys()].some((path) => posix.dirname(path) === folder);
  }

  /**
   * Returns the places that a document may have in the new version: in the same file, in a renamed one, in a file that
   * newly has it, or under another name in the same file. Empty if it is gone.
   */
  of(doc: Doc): readonly Destination[] {
    const found = this.withIdentity(doc);
    return found.length > 0 ? found : this.#renamed(doc).map((each) => ({ file: each.file, doc: each }));
  }

  /** Returns the places where a document has its identity. */
  withIdentity(doc: Doc): readonly Destination[] {
    const { theirs } = this.#upgrade;
    const same = this.#inFiles(doc, theirs.has(doc.file) ? [doc.file] : this.files(doc.file));
    return (same.length > 0 ? same : this.#elsewhere(doc)).map((each) => ({ file: each.file, doc: each }));
  }

  #inFiles(doc: Doc, files: readonly string[]): readonly Doc[] {
    const found = files.flatMap((file) => docsOf(file, this.#upgrade.theirs.get(file)) ?? []);
    return nearest(
      doc,
      found.filter(({ identity }) => identity === doc.identity),
    );
  }

  /**
   * Returns documents with the identity in files that did not have it. If the base version has it several times, only
   * those of the same folder, in files that are no renamed ones.
   */
  #elsewhere(doc: Doc): readonly Doc[] {
    if (doc.name === '' || doc.kind === 'Kptfile') return [];
    const before = this.#base.get(doc.identity) ?? [];
    const found = (this.#theirs.get(doc.identity) ?? []).filter(
      ({ file }) => !before.some((each) => each.file === file),
    );
    const folder = posix.dirname(doc.file);
    const isNear = (file: string): boolean =>
      !this.#targets.has(file) && [folder, this.#folders.get(folder)].includes(posix.dirname(file));
    const free = before.length === 1 ? found : found.filter(({ file }) => isNear(file));
    // Equal copies: only a conflict is right.
    const best = nearest(doc, free);
    return best.length === 1 ? best : [];
  }

  /** Returns documents of the same kind that the file newly has. */
  #renamed(doc: Doc): readonly Doc[] {
    return this.files(doc.file).flatMap((file) => {
      const before = docsOf(doc.file, this.#upgrade.base.get(doc.file)) ?? [];
      const after = docsOf(file, this.#upgrade.theirs.get(file)) ?? [];
      return after.filter(
        ({ kind, identity }) => kind === doc.kind && !before.some((each) => each.identity === identity),
      );
    });
  }
}

/** Returns the documents that are most alike to one. */
export function nearest(doc: Doc, docs: readonly Doc[]): readonly Doc[] {
  if (docs.length < 2) return docs;
  const shares = docs.map((each) => likeness(doc.text, each.text));
  const best = Math.max(...shares);
  return docs.filter((_, index) => shares[index] === best);
}

/**
 * Returns renames that git does not see, since the files are not similar enough: to the only new file that has the name
 * of one, and a resource of it.
 */
function namesakes({ base, theirs, renames }: Upgrade): Upgrade['renames'] {
  const targets = new Set(renames.values());
  const added = groupBy(
    [...theirs.keys()].filter((path) => !base.has(path) && !targets.has(path)),
    (path) => posix.basename(path),
  );
  const identitiesIn = (file: string, text: string | undefined): readonly string[] =>
    docsOf(file, text)?.flatMap(({ name, identity }) => (name === '' ? [] : identity)) ?? [];
  return new Map(
    [...base].flatMap(([file, text]) => {
      const [path, ...others] = theirs.has(file) ? [] : (added.get(posix.basename(file)) ?? []);
      if (path === undefined || others.length > 0) return [];
      const known = identitiesIn(file, text);
      return identitiesIn(path, theirs.get(path)).some((each) => known.includes(each)) ? [[file, path] as const] : [];
    }),
  );
}

/**
 * Returns the renames that do not lead from one package to another, and whose files have the same name, or at least
 * half of their lines in common: git compares the lines of all files, and comments such as licenses.
 */
function likelyRenames(renames: Upgrade['renames'], base: Texts, theirs: Texts): Upgrade['renames'] {
  return new Map(
    [...renames].filter(([from, to]) => {
      const [before, after] = [packageOf(from, base), packageOf(to, theirs)];
      const isOther = before !== after && theirs.has(posix.join(before, 'Kptfile'));
      const isPart = before === '.' || after.startsWith(`${before}/`);
      if (posix.basename(from) !== posix.basename(to) && !areAlike(base.get(from), theirs.get(to))) return false;
      return !isOther || (isPart && !base.has(posix.join(after, 'Kptfile')));
    }),
  );
}

/**
 * Reports whether texts share a part of the lines of the longer one, except for comments and types. `share`: default:
 * half.
 */
export function areAlike(one = '', other = '', share = 0.5): boolean {
  const plain = (text: string): string => text.replaceAll(/^(?:\s*#|apiVersion:|kind:|metadata:).*\n/gm, '');
  return one === other || likeness(plain(one), plain(other)) >= share;
}

/** Returns the nearest folder of a file that has a Kptfile; the top folder if none has one. */
function packageOf(file: string, files: Texts): string {
  const folder = posix.dirname(file);
  return folder === '.' || files.has(posix.join(folder, 'Kptfile')) ? folder : packageOf(folder, files);
}

/** Returns the folders whose renamed files all went to one other folder. */
function foldersOf(renames: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const byFolder = groupBy([...renames], ([from]) => posix.dirname(from));
  return new Map(
    [...byFolder].flatMap(([folder, pairs]) => {
      const targets = new Set(pairs.map(([, to]) => posix.dirname(to)));
      const [target = folder] = targets;
      return targets.size === 1 && target !== folder ? [[folder, target] as const] : [];
    }),
  );
}
