import type { WorkTreePlace } from '../../git/work-tree.ts';
import { lockInputs } from '../../lock/input-lock.ts';
import type { BegunApply } from '../fleet-store.ts';
import { settleJournal } from './settle-journal.ts';

/**
 * Locks a work tree against other calls that write, and restores what a killed one left half-written. Call it before the files of the tree are read.
 * Throws a `KrmError` if another process is writing, or files cannot be restored.
 */
export function beginApply(tree: WorkTreePlace, patience?: number): BegunApply {
  const lock = lockInputs([tree.root], patience);
  try {
    return { lock, ...settleJournal(tree) };
  } catch (error) {
    lock.release();
    throw error;
  }
}
