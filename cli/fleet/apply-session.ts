import { lockInputs, type InputLock } from '../lock/input-lock.ts';
import { finishJournal, hasJournal } from './journal.ts';
import type { WorkTree } from './tree/work-tree.ts';

/** Work tree that a call may write to. */
interface BegunApply {
  readonly lock: InputLock;
  /** True if a killed call had begun something, which is finished now. */
  readonly isRest: boolean;
}

/**
 * Locks a work tree against other calls that write, and finishes what a killed one began. Call it before the files of the tree are read.
 * Throws a `KrmError` if another process is writing, or the interrupted call cannot be finished.
 */
export function beginApply(tree: Pick<WorkTree, 'root' | 'gitDir'>, patience?: number): BegunApply {
  const lock = lockInputs([tree.root], patience);
  try {
    const isRest = hasJournal(tree);
    finishJournal(tree);
    return { lock, isRest };
  } catch (error) {
    lock.release();
    throw error;
  }
}
