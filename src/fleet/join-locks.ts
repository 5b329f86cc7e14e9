import { joinedText, lockText, readLock, type LockTree, type VariantLock } from './lock.ts';

/** Texts of a lock that git merges. */
export interface LockVersions {
  /** '' if both branches added the lock. */
  readonly base: string;
  readonly ours: string;
  readonly theirs: string;
}

/** Merged lock. */
export interface LockMerge {
  readonly text: string;
  /** True if it is the lock of one apply: both branches derived the same, or one only what had been derived before. */
  readonly isSettled: boolean;
}

/**
 * Merges the locks of two branches that both applied: joins them, for an apply to settle. Locks that were joined before
 * stay as they are in the joined ones: so they say how git has merged the folder, in whatever number of merges, or
 * commits of a rebase. Returns undefined if a version is not a lock that can be read, or if there are too many.
 */
export function joinLocks(versions: LockVersions): LockMerge | undefined {
  const { base, ours, theirs } = versions;
  const trees = [base, ours, theirs].map((text) => (text === '' ? undefined : readLock(text)));
  if (trees.some((tree) => tree?.kind === 'damaged' || tree?.kind === 'newer')) return undefined;
  const [before, own, other] = trees.filter(
    (tree): tree is LockTree => tree?.kind !== 'damaged' && tree?.kind !== 'newer',
  );
  const isOwn = treeKey(own) === treeKey(other) || treeKey(before) === treeKey(other);
  if (isOwn || treeKey(before) === treeKey(own)) {
    const [tree, text] = isOwn ? [own, ours] : [other, theirs];
    return { text, isSettled: tree?.kind === 'valid' };
  }
  const text = joinedText({ base: before, ours: own, theirs: other });
  return readLock(text).kind === 'joined' ? { text, isSettled: false } : undefined;
}

/** Returns a text that is the same for locks with the same inputs and derived files, whatever their folders had. */
function treeKey(tree: LockTree): string {
  if (tree === undefined) return '';
  return tree.kind === 'valid' ? recordOf(tree.lock) : joinedText(tree);
}

function recordOf(lock: VariantLock): string {
  const files = lock.files.filter(({ derived }) => derived !== undefined);
  return lockText({ ...lock, program: '', files: files.map((file) => ({ ...file, folder: undefined })) });
}
