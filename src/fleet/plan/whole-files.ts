import { type FileContent, type FolderContent, isSameContent } from '../../files/index.ts';
import { formatFieldPath, makeResult, type Result } from '../../krm/index.ts';
import { type Answer, type Conflict, mergePackages } from '../../merge/index.ts';
import { readKptfile, textIn } from '../../upstream/index.ts';
import { equalValues } from '../../yaml/index.ts';
import type { JoinedLocks, LockTree, VariantLock } from '../index.ts';
import { identityChanged, KPTFILE_GONE } from '../messages/merge.ts';
import type { Blobs, LocalPackage } from '../ports.ts';

/** Returns the ids of the files that a folder had with a lock. */
export type LeftBy = (lock: VariantLock) => ReadonlyMap<string, string>;

/** Ids of the files that a folder had with a lock. */
interface Left {
  readonly left: ReadonlyMap<string, string>;
}

/** Applies of branches, as git has merged them. */
type LeftTree = Left | LeftMerge;

interface LeftMerge {
  readonly base: LeftTree;
  readonly ours: LeftTree;
  readonly theirs: LeftTree;
}

export type Side = 'ours' | 'theirs';

/** Returns the ids of the files that the apply of a lock left. */
export function leftBy({ files }: VariantLock): ReadonlyMap<string, string> {
  return new Map(files.flatMap(({ path, folder }) => (folder === undefined ? [] : [[path, folder.id] as const])));
}

/** Returns what a folder had with each of joined locks. */
export function leftTree(locks: JoinedLocks, left: LeftBy): LeftMerge {
  const treeOf = (tree: LockTree): LeftTree => {
    if (tree === undefined) return { left: new Map() };
    return tree.kind === 'valid' ? { left: left(tree.lock) } : leftTree(tree, left);
  };
  return { base: treeOf(locks.base), ours: treeOf(locks.ours), theirs: treeOf(locks.theirs) };
}

/**
 * Finds the files of a folder that people took from one branch as a whole, such as by `git checkout --ours FILE`: they
 * are what an apply on this branch left, and not what git makes of the texts of both.
 */
export class WholeFiles {
  readonly #local: LocalPackage;
  readonly #objects: Blobs;
  readonly #known = new Map<LeftMerge, Map<string, Made>>();

  constructor(local: LocalPackage, objects: Blobs) {
    this.#local = local;
    this.#objects = objects;
  }

  /** Returns the branch that a file is of as a whole; undefined if it is merged, or if it is not certain. */
  sideOf(merge: LeftMerge, path: string): Side | undefined {
    const isOurs = this.#isOf(merge.ours, path);
    if (isOurs === this.#isOf(merge.theirs, path) || this.#isMade(merge, path)) return undefined;
    const side = isOurs ? 'ours' : 'theirs';
    return this.#local.stored.has(path) || this.#isDropped(merge, side, path) ? side : undefined;
  }

  /** Reports whether a file is what one of these applies left, or what git makes of some of them. */
  #isOf(tree: LeftTree, path: string): boolean {
    if (!('base' in tree)) return this.#isLeft(tree, path);
    return this.#isOf(tree.ours, path) || this.#isOf(tree.theirs, path) || this.#isMade(tree, path);
  }

  #isLeft({ left }: Left, path: string): boolean {
    return left.get(path) === this.#local.stored.get(path)?.id;
  }

  /**
   * Reports whether a file is missing since people took a branch without it, in a conflict of git or with the whole
   * folder. Otherwise they may have deleted it.
   */
  #isDropped(merge: LeftMerge, side: Side, path: string): boolean {
    return this.#made(merge, path) === CONFLICT || this.#isWhole(merge[side]);
  }

  #isWhole(tree: LeftTree): boolean {
    if ('base' in tree) return this.#isWhole(tree.ours) || this.#isWhole(tree.theirs);
    const { stored } = this.#local;
    return tree.left.size === stored.size && [...tree.left].every(([path, id]) => stored.get(path)?.id === id);
  }

  /** Reports whether git makes a file of what the applies left. */
  #isMade(merge: LeftMerge, path: string): boolean {
    const made = this.#made(merge, path);
    return made !== CONFLICT && isSameContent(made, this.#local.files.get(path));
  }

  /** Returns what git makes of the texts that applies left of a file. */
  #made(tree: LeftTree, path: string): Made {
    if (!('base' in tree)) return this.#textOf(tree, path);
    const known = this.#known.get(tree) ?? new Map<string, Made>();
    this.#known.set(tree, known);
    if (!known.has(path)) known.set(path, this.#merged(tree, path));
    return known.get(path);
  }

  #merged(tree: LeftMerge, path: string): Made {
    const [base, theirs, local] = [tree.base, tree.theirs, tree.ours].map((each) => this.#made(each, path));
    if (base === CONFLICT || theirs === CONFLICT || local === CONFLICT) return CONFLICT;
    const conflicts: Conflict[] = [];
    const answer = (conflict: Conflict): Answer => {
      conflicts.push(conflict);
      return 'local';
    };
    const packages = { base: oneFile(path, base), theirs: oneFile(path, theirs), local: oneFile(path, local) };
    const { files } = mergePackages(packages, { ...STRICT, answer });
    return conflicts.length > 0 ? CONFLICT : files.get(path);
  }

  /**
   * A text that no commit has, since it was edited before that, is different from any other: its id in bytes, which are
   * not merged.
   */
  #textOf({ left }: Left, path: string): FileContent | undefined {
    const id = left.get(path);
    if (id === undefined) return undefined;
    if (this.#local.stored.get(path)?.id === id) return this.#local.files.get(path);
    return this.#objects.read([id]).get(id) ?? Buffer.from(`\0${id}`);
  }

  /** Reports whether a file lacks edits that an apply kept. `derived`: the text without them. */
  lacksEdits(branch: Left, path: string, derived: FileContent | undefined): boolean {
    const edited = this.#textOf(branch, path);
    const local = this.#local.files.get(path);
    if (typeof edited !== 'string' || typeof derived !== 'string' || typeof local !== 'string') return false;
    const packages = { base: oneFile(path, derived), theirs: oneFile(path, edited), local: oneFile(path, local) };
    const { files } = mergePackages(packages, { ...STRICT, answer: () => 'theirs' });
    return !isSameContent(files.get(path), local);
  }
}

const CONFLICT = Symbol('conflict');

type Made = FileContent | undefined | typeof CONFLICT;

/** Returns files with one of them; none where it is absent. */
function oneFile(path: string, content: FileContent | undefined): ReadonlyMap<string, FileContent> {
  return new Map(content === undefined ? [] : [[path, content]]);
}

/** Differences between branches are conflicts rather than decided in favor of one of them. */
export const STRICT = { kptfile: 'plain', onDelete: 'conflict', onComment: 'conflict', onAdd: 'conflict' } as const;

/** Package of a side that lacks the variant. */
export const NO_FILES: FolderContent = { files: new Map(), executables: new Set() };

type PackageSides = Readonly<Record<'base' | 'theirs' | 'local', FolderContent>>;

/** Merges packages of two branches. `answer`: returns the version to take for a conflict. */
export type Join = (sides: PackageSides, answer: (conflict: Conflict) => Answer) => FolderContent;

/** Follows resources into other files, as git does if it follows renames. */
export const joinPackages: Join = ({ base, theirs, local }, answer) => {
  const packages = { base: base.files, theirs: theirs.files, local: local.files };
  const { files } = mergePackages(packages, { ...STRICT, answer });
  return { files, executables: mergedExecutables([...files.keys()], { base, theirs, local }) };
};

/** Merges each file by itself, as git does if it follows no renames. */
export const joinFiles: Join = ({ base, theirs, local }, answer) => {
  const sides = [base, theirs, local];
  const paths = new Set(sides.flatMap(({ files }) => [...files.keys()]));
  const files = new Map<string, FileContent>();
  for (const path of paths) {
    const only = (side: FolderContent): FolderContent => ({ ...NO_FILES, files: oneFile(path, side.files.get(path)) });
    const merged = joinPackages({ base: only(base), theirs: only(theirs), local: only(local) }, answer);
    for (const [each, content] of merged.files) files.set(each, content);
  }
  return { files, executables: mergedExecutables([...files.keys()], { base, theirs, local }) };
};

function mergedExecutables(paths: readonly string[], { base, theirs, local }: PackageSides): ReadonlySet<string> {
  const isExecutable = (path: string): boolean => {
    const own = local.executables.has(path);
    return own === base.executables.has(path) ? theirs.executables.has(path) : own;
  };
  return new Set(paths.filter(isExecutable));
}

/** Fields of a Kptfile that say which package it is, and which version of its upstream. */
const FIELDS = [['metadata', 'name'], ['upstream'], ['upstreamLock']];

/** Reports whether a conflict is about one of these fields. */
export function isIdentity({ file, field = '' }: Conflict): boolean {
  const isIn = (path: string): boolean => field === path || field.startsWith(`${path}.`);
  return file.path === 'Kptfile' && FIELDS.map((path) => formatFieldPath(path)).some(isIn);
}

/**
 * Returns an error for each of these fields that differs from the base: another tool, such as `kpt pkg update`, made
 * the folder a copy of another version, of which the lock knows nothing. Returns one if the Kptfile is gone, too.
 * `adopt`: command that takes it over.
 */
export function identityErrors(base: FolderContent, local: FolderContent, adopt: string): readonly Result[] {
  const text = textIn(local.files, 'Kptfile');
  if (text === undefined)
    return [{ severity: 'error', code: 'file-not-found', message: KPTFILE_GONE, file: { path: 'Kptfile', index: 0 } }];
  const before = readKptfile(textIn(base.files, 'Kptfile') ?? '', 'Kptfile');
  const resource = readKptfile(text, 'Kptfile');
  return FIELDS.flatMap((field) => {
    const [old, now] = [before, resource].map(({ document }) => document.value(field) ?? null);
    if (equalValues(old ?? null, now ?? null)) return [];
    return makeResult('error', identityChanged(adopt), { code: 'identity-changed', resource, field });
  });
}
