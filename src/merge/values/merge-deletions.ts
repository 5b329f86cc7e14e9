import { equalValues, isList, type Piece, type Value } from '../../yaml/index.ts';
import {
  additionsKept,
  DELETED_WITH_COMMENTS,
  staysDeleted,
  STAYS_DELETED_WITH_COMMENTS,
} from '../messages/deletions.ts';
import type { Sides } from '../sides.ts';
import { ownComments } from '../text/own-comments.ts';
import type { MergeBoth } from './entry-merge.ts';
import type { EntryVersion } from './input.ts';
import { isOnlyMarks, withoutMarks } from './kpt-marks.ts';
import { losesComments } from './lost-comments.ts';
import { isSame, type Both, type Column, type Merged } from './merged-value.ts';
import { isOpenCollection } from './open-collections.ts';
import type { Place } from './place.ts';
import { decide, kept } from './taken-version.ts';

/** Merges an entry that local deleted. */
export function deletedByLocal(
  { base, theirs, local }: Sides<EntryVersion>,
  place: Place,
  column: Column,
  mergeInside: MergeBoth,
): Merged | undefined {
  if (base === undefined || theirs === undefined) return undefined;
  const { onDelete, onComment } = place.strictness;
  if (isSame(base, theirs)) {
    if (!addsComments(base.piece, theirs.piece)) return undefined;
    if (onComment === 'conflict') return withoutComments({ base, theirs, local }, place, column);
    place.info('deleted-though-changed', STAYS_DELETED_WITH_COMMENTS);
    return undefined;
  }
  if (onDelete === 'keep') {
    place.warning('deleted-though-changed', staysDeleted([]));
    return kept(local, column);
  }
  return changedAndDeleted({ base, theirs, local }, place, column, mergeInside);
}

/**
 * Merges an entry that one side changed and the other deleted. What the side only added to a collection of independent
 * entries stays; anything else is a conflict about the whole entry.
 */
function changedAndDeleted(
  sides: Sides<EntryVersion> & { readonly base: EntryVersion },
  place: Place,
  column: Column,
  mergeInside: MergeBoth,
): Merged | undefined {
  const { base } = sides;
  const empty: EntryVersion = { value: isList(base.value) ? [] : {}, isMissing: true };
  const { theirs = empty, local = empty } = sides;
  const changed = theirs === empty ? local : theirs;
  const isOpen = isOpenCollection(base.value, changed.value, place);
  const added = isOpen ? addedAlone({ base, theirs, local }, place, column, mergeInside) : undefined;
  if (added === undefined) return decide('delete/change', sides, place, column);
  const isLost = place.strictness.onComment === 'conflict' && addsComments(base.piece, changed.piece);
  return added.merged === undefined && isLost ? withoutComments(sides, place, column) : added.merged;
}

/** Merges what one side added to a collection that the other deleted; undefined if it did more than that. */
function addedAlone(
  sides: Both,
  place: Place,
  column: Column,
  mergeInside: MergeBoth,
): { readonly merged: Merged | undefined } | undefined {
  const { conflicts } = place;
  return place.attempt(() => {
    const rest = mergeInside(sides, place, column);
    if (place.conflicts > conflicts) return undefined;
    if (rest === undefined || isEmpty(rest.value)) return { merged: undefined };
    const deleting = sides.theirs.isMissing === true ? 'theirs' : 'local';
    if (!isOnlyMarks(rest.value)) place.warning('kept-though-deleted', additionsKept(deleting));
    return { merged: rest };
  });
}

/** Merges an entry that new deleted. */
export function deletedByNew(
  sides: Sides<EntryVersion> & { readonly local: EntryVersion },
  place: Place,
  column: Column,
  mergeInside: MergeBoth,
): Merged | undefined {
  const { base, local } = sides;
  if (base === undefined) return kept(local, column);
  if (place.pinsBelow && typeof local.value === 'object') return decide('delete/change', sides, place, column);
  if (isSame(base, local) || (place.isResource && equalValues(withoutMarks(local.value), base.value))) {
    if (!addsComments(base.piece, local.piece)) return undefined;
    if (place.strictness.onComment === 'conflict') return withoutComments(sides, place, column);
    place.warning('deleted-though-changed', DELETED_WITH_COMMENTS);
    return undefined;
  }
  return changedAndDeleted({ base, theirs: undefined, local }, place, column, mergeInside);
}

/** Deletes an entry whose comments the other side changed, if a merge of the surrounding lines does, too. */
function withoutComments(sides: Sides<EntryVersion>, place: Place, column: Column): Merged | undefined {
  const isGuess = !place.isResource && place.guessComment();
  return isGuess ? undefined : decide('delete/change', sides, place, column);
}

/** Reports whether a version of an entry has comments that base does not have, except for kpt's. */
function addsComments(base: Piece | undefined, other: Piece | undefined): boolean {
  const [before, after] = [base, other].map((piece) => piece && ownComments(`${piece.lead}${piece.text}`).join('\n'));
  if (before === undefined || after === undefined) return false;
  return losesComments({ base: before, theirs: after, local: undefined }, '');
}

function isEmpty(value: Value): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}
