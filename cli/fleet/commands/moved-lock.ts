import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { lockText, readLock } from '../../../src/fleet/index.ts';
import { withFile } from '../../package/file-error.ts';
import { lockFile } from '../../../src/fleet/inputs/fleet-paths.ts';
import { blobIn } from '../store/lock-commits.ts';
import type { MoveArguments } from './move-arguments.ts';
import type { RootedChange } from '../../../src/package/index.ts';

/**
 * Returns the change of a lock that adds the folder that its variant is moved from, so that its history can be followed; none for a lock that cannot
 * be read, or if no commit has an earlier folder. The lock is at its new path then.
 */
export function movedLock(root: string, { from, to }: MoveArguments): readonly RootedChange[] {
  // A killed call has moved it already.
  const place = [from, to].map(lockFile).find((path) => existsSync(join(root, path)));
  if (place === undefined) return [];
  const before = withFile(place, () => readFileSync(join(root, place), 'utf8'));
  const read = readLock(before);
  if (read.kind !== 'valid') return [];
  // The folder between two moves is not part of the history if no commit has it.
  const isCommitted = blobIn(root, 'HEAD', lockFile(from)) !== undefined;
  const { moved = [] } = read.lock;
  if (!isCommitted || moved.at(-1) === from) return [];
  return [
    {
      root,
      path: lockFile(to),
      before,
      after: lockText({ ...read.lock, moved: [...moved.filter((each) => each !== from && each !== to), from] }),
      isRecord: true,
    },
  ];
}
