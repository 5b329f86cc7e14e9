import { existsSync, lstatSync } from 'node:fs';
import { join } from 'node:path';
import { foldersAround, isWithin } from '../../../src/fleet/index.ts';
import {
  MOVED_IN_CONFLICT,
  MOVED_NOT_CHECKED_OUT,
  NESTED_REPOSITORY,
  NO_LINK_ON_WAY,
  NO_PACKAGE_AROUND,
  NOT_MOVABLE,
  notAround,
  notAroundVariant,
  TAKEN_BY_MOVE,
} from '../../../src/fleet/messages/places.ts';
import { lockFile } from '../../../src/fleet/inputs/fleet-paths.ts';
import { lockedFolders } from '../store/locked-folders.ts';
import { refuseHalfWritten } from '../store/settle-journal.ts';
import { isSymbolicLink } from '../store/symbolic-link.ts';
import type { WorkTree } from '../store/work-tree.ts';
import type { MoveArguments } from './move-arguments.ts';
import { partsOf } from './moved-paths.ts';
import { entryAt } from '../../package/entry-at.ts';
import { fileError } from '../../../src/krm/index.ts';

/** Throws a `KrmError` if a variant cannot be moved. One that a killed call moved in part can be moved on. */
export function checkMove(tree: WorkTree, { from, to }: MoveArguments): void {
  const { root } = tree;
  refuseHalfWritten(tree);
  if (isNested(from, to)) throw fileError(to, 'invalid-argument', notAround(from));
  const parts = partsOf(from, to);
  if (
    ![from, to].some((folder) => existsSync(join(root, lockFile(folder)))) ||
    parts.every((part) => !isThere(root, part.from))
  )
    throw fileError(from, 'lock-missing', NOT_MOVABLE);
  const twice = parts.find((part) => isThere(root, part.from) && isThere(root, part.to) && !isSame(root, part));
  if (twice !== undefined) throw fileError(twice.to, 'file-exists', TAKEN_BY_MOVE);
  const other = lockedFolders(root)
    .map(({ folder }) => folder)
    .find((each) => each !== from && each !== to && isNested(each, to));
  if (other !== undefined) throw fileError(to, 'variant-overlap', notAroundVariant(other));
  for (const folder of foldersAround(to)) checkAround(root, folder, folder === to);
  const found = [...tree.filesBelow(from)].find(([, { state }]) => state === 'sparse' || state === 'unmerged');
  if (found === undefined) return;
  const path = `${from}/${found[0]}`;
  throw found[1].state === 'sparse'
    ? fileError(path, 'file-not-checked-out', MOVED_NOT_CHECKED_OUT)
    : fileError(path, 'git-conflict', MOVED_IN_CONFLICT);
}

/** Reports whether a folder is the other one, in it, or around it. */
function isNested(one: string, other: string): boolean {
  return isWithin(one, new Set([other])) || isWithin(other, new Set([one]));
}

function checkAround(root: string, folder: string, isItself: boolean): void {
  const path = join(root, folder);
  if (isSymbolicLink(path)) throw fileError(folder, 'wrong-file-type', NO_LINK_ON_WAY);
  if (existsSync(join(path, '.git'))) throw fileError(folder, 'wrong-file-type', NESTED_REPOSITORY);
  if (!isItself && existsSync(join(path, 'Kptfile'))) throw fileError(folder, 'inside-package', NO_PACKAGE_AROUND);
}

function isThere(root: string, path: string): boolean {
  return entryAt(join(root, path)) !== undefined;
}

/** Reports whether two paths are one: a system that ignores case takes a folder for its new name. */
function isSame(root: string, { from, to }: Record<'from' | 'to', string>): boolean {
  const [one, other] = [from, to].map((path) => lstatSync(join(root, path), { bigint: true }));
  return one?.ino === other?.ino && one?.dev === other?.dev;
}
