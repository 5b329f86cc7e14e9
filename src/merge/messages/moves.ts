/** Messages about files and resources that one side moved. Each function returns the text of a result. */
import { allOf } from '../../wording.ts';
import { otherOf, wordFor, type MergedSide } from '../sides.ts';

/** `before`: path of the file in base. `side`: the one that moved it. */
export function moveFollowed(before: string, side: MergedSide): string {
  return `was ${before}: ${wordFor(side)} moved it, and the changes of ${wordFor(otherOf(side))} follow`;
}

/** `to`: path to which the side moves it. */
export function moveUndone(side: MergedSide, to: string): string {
  const other = wordFor(otherOf(side));
  return `stays where ${other} has it: ${wordFor(side)} moves it to ${to}, but the ${other} text of that file is used`;
}

/** `to`: paths to which the other side moved the rest of the file; undefined if it deleted the rest. */
export function addedToMovedFile(side: MergedSide, to: readonly string[] | undefined): string {
  const happened = to === undefined ? 'deleted the rest of the file' : `moved the rest of the file to ${allOf(to)}`;
  return `${wordFor(side)} added this, and ${wordFor(otherOf(side))} ${happened}: ${REMEDY}`;
}

/**
 * `to`: folder to which the other side moved the other files; undefined if it deleted them, and '' for the top folder.
 */
export function addedToMovedFolder(side: MergedSide, folder: string, to: string | undefined): string {
  const happened =
    to === undefined
      ? `deleted the other files of the folder ${folder}`
      : `renamed the folder ${folder} to ${to || 'the top folder'}`;
  return `${wordFor(side)} added this file, and ${wordFor(otherOf(side))} ${happened}: ${REMEDY}`;
}

const REMEDY = 'move it where it belongs';
