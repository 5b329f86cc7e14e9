import { lockInputs, type InputLock } from '../lock/input-lock.ts';
import { finishJournal } from './journal.ts';
import type { WorkTree } from './tree/work-tree.ts';

/**
 * Locks a work tree against other calls that write, and finishes what a killed one began. Call it before the files of the tree are read.
 * Throws a `KrmError` if another process is writing, or the interrupted call cannot be finished.
 */
export function beginApply(tree: Pick<WorkTree, 'root' | 'gitDir'>, patience?: number): InputLock {
  const lock = lockInputs([tree.root], patience);
  try {
    finishJournal(tree);
    return lock;
  } catch (error) {
    lock.release();
    throw error;
  }
}
