import { isSameContent, type FileContent } from '../../files/index.ts';
import type { JoinedLocks, LockTree, VariantLock } from '../index.ts';
import { mergePackages, type Answer, type Conflict } from '../../merge/index.ts';
import { STRICT } from './join-packages.ts';
import type { LocalPackage, Blobs } from '../ports.ts';

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
 * Finds the files of a folder that people took from one branch as a whole, such as by `git checkout --ours FILE`: they are what an apply on this branch
 * left, and not what git makes of the texts of both.
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
   * Reports whether a file is missing since people took a branch without it, in a conflict of git or with the whole folder. Otherwise they may have
   * deleted it.
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
    const packages = { base: only(path, base), theirs: only(path, theirs), local: only(path, local) };
    const { files } = mergePackages(packages, { ...STRICT, answer });
    return conflicts.length > 0 ? CONFLICT : files.get(path);
  }

  /** A text that no commit has, since it was edited before that, is different from any other: its id in bytes, which are not merged. */
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
    const packages = { base: only(path, derived), theirs: only(path, edited), local: only(path, local) };
    const { files } = mergePackages(packages, { ...STRICT, answer: () => 'theirs' });
    return !isSameContent(files.get(path), local);
  }
}

const CONFLICT = Symbol('conflict');

type Made = FileContent | undefined | typeof CONFLICT;

function only(path: string, content: FileContent | undefined): ReadonlyMap<string, FileContent> {
  return new Map(content === undefined ? [] : [[path, content]]);
}
