import { lockInputs, type InputLock } from '../../lock/input-lock.ts';
import { settleJournal } from './settle-journal.ts';
import type { WorkTree } from './work-tree.ts';

/** Work tree that a call may write to. */
interface BegunApply extends ReturnType<typeof settleJournal> {
  readonly lock: InputLock;
}

/**
 * Locks a work tree against other calls that write, and restores what a killed one left half-written. Call it before the files of the tree are read.
 * Throws a `KrmError` if another process is writing, or files cannot be restored.
 */
export function beginApply(tree: Pick<WorkTree, 'root' | 'gitDir'>, patience?: number): BegunApply {
  const lock = lockInputs([tree.root], patience);
  try {
    return { lock, ...settleJournal(tree) };
  } catch (error) {
    lock.release();
    throw error;
  }
}
