import type { Variant, VariantLock } from '../../../src/fleet/index.ts';
import { counted } from '../../../src/wording.ts';
import { failure } from '../../process/failure.ts';
import { lockFile } from '../fleet-paths.ts';
import type { FleetRun } from '../fleet-run.ts';
import { readHistory, type LockVersion } from '../history/lock-history.ts';

/** A version to go back to. */
export interface EarlierVersion {
  readonly number: number;
  readonly lock: VariantLock;
  /** Folder of the variant at that time. */
  readonly folder: string;
  /** Commit of the current branch that has it. */
  readonly commit: string;
}

/** Returns the version that the command line names. Throws a `KrmError` if it is none to go back to. */
export function findVersion({ folder }: Variant, { tree, args }: FleetRun): EarlierVersion {
  const { rollbackTo: number = 1 } = args;
  const { versions } = readHistory(tree, folder);
  const found = versions[number];
  if (found === undefined)
    throw failure(
      `${JSON.stringify(folder)} has no version ${number}: git has ${counted(versions.length, 'version')} of its lock; choose a number N of \`krm-variants fleet log ${folder}\``,
    );
  const { read, at, folder: then } = found;
  if (read.kind !== 'valid' || at === undefined) throw failure(`version ${number} ${UNREADABLE(found)}`);
  if (read.lock.adopted !== undefined) throw failure(`version ${number} ${ADOPTED(at.slice(0, 12), folder)}`);
  return { number, lock: read.lock, folder: then, commit: at };
}

const UNREADABLE = ({ read, folder }: LockVersion): string =>
  read.kind === 'removed'
    ? 'has no files, because the variant was removed there: name another one with `--to`'
    : `cannot be read: \`krm-variants fleet log ${folder}\` says why; name another one with \`--to\``;

const ADOPTED = (commit: string, folder: string): string =>
  `was made by another tool before \`krm-variants fleet adopt\`, and cannot be derived again: restore its files with \`git restore --source=${commit} -- ${folder} ${lockFile(folder)}\`, or name another one with \`--to\``;
