/** Messages about what one side deleted, and the other kept or changed. Each function returns the text of a result. */
import { allOf } from '../../wording.ts';
import { otherOf, wordFor, type MergedSide } from '../sides.ts';

export const STAYS_DELETED_WITH_COMMENTS = 'stays deleted, including the comments that new changed';

export const DELETED_WITH_COMMENTS = 'is deleted, as in new, including the comments that local changed';

/** `candidates`: files to which local may have moved it. */
export function staysDeleted(candidates: readonly string[]): string {
  const missed =
    candidates.length === 0 ? '' : `: new's changes are not in ${allOf(candidates)}, to which local may have moved it`;
  return `stays deleted, though new changes it${missed}`;
}

/** `deleting`: side that deleted the collection with these additions. */
export function additionsKept(deleting: MergedSide): string {
  return `keeps what ${wordFor(otherOf(deleting))} added, though ${wordFor(deleting)} deletes it`;
}

export function lineKept(line: number, deleting: MergedSide): string {
  return `line ${line} stays, though ${wordFor(deleting)} deletes it: ${wordFor(otherOf(deleting))} moved it`;
}

export const SUBPACKAGE_KEPT = 'the subpackage stays, though new deletes it: local changed it';

/** `files`: those of the merged package that have the resource. */
export function resourceKept(name: string, files: readonly string[], deleting: readonly MergedSide[]): string {
  return `${name} is in ${allOf(files)}, though ${allOf(deleting.map(wordFor))} deleted it`;
}

/** `files`: those in which each side has the resource. */
export function resourceLost(name: string, files: Readonly<Record<MergedSide, readonly string[]>>): string {
  return `${name} is lost: new has it in ${allOf(files.theirs)}, local in ${allOf(files.local)}, and the merged text has it in neither`;
}
