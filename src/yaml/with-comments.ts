import type { CommentChange, CommentSide, EntryPlace, Splice } from './entry-place.ts';
import { placesIn } from './comment-places.ts';
import { readSingle } from './read/reader.ts';
import { splitLayout, withLineBreaks } from './read/text-layout.ts';
import { haveSameData } from './same-data.ts';
import { YamlError } from './tree/error.ts';
import type { TreeNode } from './tree/tree.ts';

/** A text with other comments. */
export interface Commented {
  readonly text: string;
  /** Changes that were not made. */
  readonly skipped: ReadonlyMap<string, CommentChange>;
}

/**
 * Sets, replaces or removes comments of a text of one document, by the keys of `commentPlaces`. Data, all other
 * comments, indentation and line breaks stay. Skips what the text cannot hold: a comment of an unknown entry, above an
 * entry that begins in the middle of a line, beside one whose line is that of an inner entry, or one that is not a
 * comment to every reader. Skips all changes if the text would not read back as meant.
 *
 * @throws YamlError if the text is not YAML, does not hold exactly one document, or its data cannot be read.
 */
export function withComments(text: string, changes: ReadonlyMap<string, CommentChange>): Commented {
  const { layout, bare } = splitLayout(text);
  const { value } = readSingle(bare).top;
  const { splices, skipped, meant } = planned(placesIn(value), changes);
  if (splices.length === 0) return { text, skipped };
  const commented = spliced(bare, splices);
  if (!readsAs(commented, value, meant)) return { text, skipped: changes };
  return { text: `${layout.mark}${withLineBreaks(commented, layout)}`, skipped };
}

/** Changes of a text, and what they lead to. */
interface Plan {
  readonly splices: readonly Splice[];
  readonly skipped: ReadonlyMap<string, CommentChange>;
  /** Comments of each entry afterwards. */
  readonly meant: Comments;
}

type Comments = ReadonlyMap<string, Required<CommentChange>>;

function planned(places: ReadonlyMap<string, EntryPlace>, changes: ReadonlyMap<string, CommentChange>): Plan {
  const splices: Splice[] = [];
  const skipped = new Map<string, CommentChange>();
  const meant = new Map(Array.from(places, ([key, { above, beside }]) => [key, { above, beside }]));
  for (const [key, side, comment] of [...changes].flatMap(comments)) {
    const old = meant.get(key) ?? NO_COMMENTS;
    if (old[side] === comment) continue;
    const splice = spliceOf(places.get(key), side, comment);
    if (splice === undefined) skipped.set(key, { ...skipped.get(key), [side]: comment });
    else {
      splices.push(splice);
      meant.set(key, { ...old, [side]: comment });
    }
  }
  return { splices, skipped, meant };
}

const NO_COMMENTS = { above: '', beside: '' };

type Comment = readonly [key: string, side: CommentSide, comment: string];

/** Returns the comments to set of an entry, one by one. */
function comments([key, { above, beside }]: readonly [string, CommentChange]): readonly Comment[] {
  const found: Comment[] = [];
  if (above !== undefined) found.push([key, 'above', above]);
  if (beside !== undefined) found.push([key, 'beside', beside]);
  return found;
}

function spliceOf(place: EntryPlace | undefined, side: CommentSide, comment: string): Splice | undefined {
  const isComment = comment === '' || (side === 'above' ? COMMENTS : COMMENT).test(comment);
  return isComment ? place?.splice(side, comment) : undefined;
}

/** Characters of which every reader takes all for the same comment: none breaks a line in YAML 1.1. */
const CHARACTERS = String.raw`#[\t\x20-\x7E\xA0-\u2027\u202A-\uD7FF\uE000-\uFEFE\uFF00-\uFFFD\u{10000}-\u{10FFFF}]*`;
const COMMENT = new RegExp(`^${CHARACTERS}$`, 'u');
const COMMENTS = new RegExp(`^${CHARACTERS}(?:\\n${CHARACTERS})*$`, 'u');

function spliced(text: string, splices: readonly Splice[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const { start, end, by } of splices.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    parts.push(text.slice(at, start), by);
    at = end;
  }
  return [...parts, text.slice(at)].join('');
}

/** Reports whether a text has the data of a tree, and the comments that are meant. */
function readsAs(text: string, old: TreeNode, meant: Comments): boolean {
  const value = readOrNot(text);
  if (value === undefined || !haveSameData(old, value)) return false;
  const places = placesIn(value);
  return [...meant].every(([key, { above, beside }]) => {
    const place = places.get(key);
    return place?.above === above && place.beside === beside;
  });
}

function readOrNot(text: string): TreeNode | undefined {
  try {
    return readSingle(text).top.value;
  } catch (error) {
    if (error instanceof YamlError) return undefined;
    throw error;
  }
}
