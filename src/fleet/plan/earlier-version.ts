import { lockChanges, type Variant, type VariantLock } from '../index.ts';
import {
  noEarlierVersion,
  noSuchVersion,
  versionAdopted,
  versionRemoved,
  versionUnknown,
} from '../messages/versions.ts';
import { LIVE } from './kept-objects.ts';
import { lockFile } from '../inputs/fleet-paths.ts';
import { failure } from '../../krm/index.ts';
import type { LockVersion, Tree } from '../ports.ts';

/** A version to go back to. */
export interface EarlierVersion {
  readonly number: number;
  readonly lock: VariantLock;
  /** Folder of the variant at that time. */
  readonly folder: string;
  /** Commit of the current branch that has it. */
  readonly commit: string;
}

/**
 * Returns the version that the command line names. Default: the version before the first one with the inputs of now, so that a second rollback goes
 * further back. Throws a `KrmError` if it is none to go back to.
 */
export function findVersion({ folder }: Variant, tree: Tree, to: number | undefined): EarlierVersion {
  const { versions } = tree.lockHistory(folder);
  const number = to ?? numberBefore(versions, folder);
  const found = versions[number];
  if (found === undefined) throw failure('version-not-found', noSuchVersion(folder, number, versions.length));
  const { read, at, folder: then } = found;
  if (read.kind !== 'valid' || at === undefined)
    throw failure(
      'version-underivable',
      read.kind === 'removed' ? versionRemoved(number) : versionUnknown(number, then),
    );
  if (read.lock.adopted !== undefined)
    throw failure(
      'version-underivable',
      versionAdopted(number, { commit: at.slice(0, 12), folder, lock: lockFile(folder) }),
    );
  return { number, lock: read.lock, folder: then, commit: at };
}

/** Returns the number of the version before the oldest one with the inputs of now. Throws a `KrmError` if there are several versions, but no such one. */
function numberBefore(versions: readonly LockVersion[], folder: string): number {
  const [now] = versions;
  const oldest = now === undefined ? 0 : versions.findLastIndex((each) => each === now || isSameInputs(each, now));
  if (oldest > 0 && oldest === versions.length - 1) throw failure('version-not-found', noEarlierVersion(folder));
  return oldest + 1;
}

/** Reports whether two versions were derived from the same inputs, apart from the program. A move to another folder is not a change of inputs. */
function isSameInputs(one: LockVersion, other: LockVersion): boolean {
  if (one.read.kind !== 'valid' || other.read.kind !== 'valid') return false;
  // What another tool made is not what the inputs give.
  if (one.read.lock.adopted !== undefined || other.read.lock.adopted !== undefined) return false;
  const { upstream, fields, objects, files } = lockChanges(other.read.lock, one.read.lock);
  // The digest of objects that are not kept is the same for all of them: only the files tell.
  if (one.read.lock.objects === LIVE && files.length > 0) return false;
  const isMoved = one.folder !== other.folder;
  return !upstream && !objects && fields.every((field) => isMoved && field === 'downstream');
}
