import { repositoryUnchanged } from '../../../src/fleet/messages/publish.ts';
import { KrmError, type Result, type ResultCode, failure } from '../../../src/krm/index.ts';
import type { ReportedCommit } from '../../report/run-outcome.ts';
import type { ContentChange } from '../../../src/package/index.ts';

/** Outcome of the end of a call: of its commit and its push. */
export interface EndedApply {
  /** Warnings and infos. */
  readonly results: readonly Result[];
  /** Messages for people about what was committed and pushed. */
  readonly hints: readonly Result[];
  readonly commit: ReportedCommit | undefined;
  /** Kept objects that were removed, since no lock names them any longer. Default: none. */
  readonly removed?: readonly ContentChange[];
  /** Undefined unless somebody pushed to the branch meanwhile: then the call must run again. */
  readonly lost?: LostRace;
}

/** A push that came too late. The work tree is at the new head of the branch. */
export interface LostRace {
  /** Folders of the variants that must run again; undefined: all variants, with new inputs. */
  readonly again: ReadonlySet<string> | undefined;
  /** Files that the other variants wrote, which are restored. */
  readonly written: readonly string[];
}

/** Error of the end of a call of which nothing is left: all files are as in the last commit. */
export class NothingWritten extends KrmError {}

/** Returns a message for people. */
export function hint(code: ResultCode, message: string): Result {
  return { severity: 'info', code, message };
}

/** Returns the first characters of the id of a commit, for people. */
export function shortId(commit: string): string {
  return commit.slice(0, 12);
}

/** Returns the error of a push to another git repository, of which only a clone in the cache has the commit. */
export function notPushed(repository: string, reason: string): KrmError {
  return failure('push-failed', repositoryUnchanged(repository, reason));
}
