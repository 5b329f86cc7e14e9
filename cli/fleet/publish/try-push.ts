import type { KrmError } from '../../../src/krm/index.ts';
import { GitError } from '../../git/git.ts';
import type { Remote } from '../../git/remote.ts';

/**
 * Pushes references. Returns the reason of a refusal. If the remote cannot be reached, throws an error that `failed`
 * makes of the reason.
 */
export function tryPush(
  remote: Remote,
  refspecs: readonly string[],
  failed: (reason: string) => KrmError,
): string | undefined {
  try {
    return remote.push(refspecs)?.reason;
  } catch (error) {
    throw error instanceof GitError ? failed(error.message) : error;
  }
}
