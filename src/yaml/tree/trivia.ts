import { lineEnd, skipBlanks, skipTrivia } from './positions.ts';
import type { Collection } from './tree.ts';

/*
 * Owners of the comments of a flow collection:
 *
 *   [ # the collection's own
 *
 *     # nobody's: a blank line follows it
 *
 *     # of a, as the line directly above it
 *     a, # of a, as on its line
 *     b # of b
 *     # nobody's
 *     , # of b, as beside its comma
 *     c # of c
 *     # nobody's
 *   ]
 *
 * The comments of an entry are removed with the entry. All others stay.
 */

/**
 * Splits off the white space and comments around each entry of a flow collection, so that entries can be added and
 * removed: `lead` up to it, `trail` from it to its comma, `post` from the comma to the end of a comment beside it.
 * Together with `head` and `tail` of the collection they are all of its text between the brackets. A pair without
 * braces gets some.
 */
export function separateFlow(collection: Collection): void {
  if (collection.tail !== undefined) return;
  const { text, entries } = collection;
  if (collection.implicit) {
    collection.implicit = false;
    collection.tail = '';
    return;
  }
  collection.head = commentBeside(text, collection.start + 1);
  let from = collection.start + 1 + collection.head.length;
  for (const entry of entries) {
    entry.lead = text.slice(from, entry.at);
    const stop = skipTrivia(text, entry.resume);
    entry.trail = text.slice(entry.resume, stop);
    collection.trailingComma = text[stop] === ',';
    from = collection.trailingComma ? stop + 1 : stop;
    entry.post = collection.trailingComma ? commentBeside(text, from) : '';
    from += entry.post.length;
  }
  collection.tail = text.slice(from, collection.end - 1);
}

/** Returns the comment on the rest of the line of an offset, with the blanks before it; '' if there is none. */
function commentBeside(text: string, offset: number): string {
  if (text[skipBlanks(text, offset)] !== '#') return '';
  return text.slice(offset, lineEnd(text, offset)).replace(/\r?\n$/, '');
}

/** White space and comments, split into parts. */
export interface Trivia {
  /** The comment on the line on which it begins, with the blanks before it. */
  readonly beside: string;
  /** Lines of comments and blank lines up to the last comment. */
  readonly comments: string;
  /** White space after the last comment. */
  readonly blank: string;
}

/** Splits white space and comments. */
export function splitTrivia(text: string): Trivia {
  const beside = commentBeside(text, 0);
  const rest = text.slice(beside.length);
  const last = rest.lastIndexOf('#');
  const end = last === -1 ? 0 : last + (/\r?\n/.exec(rest.slice(last))?.index ?? rest.length - last);
  return { beside, comments: rest.slice(0, end), blank: rest.slice(end) };
}

/**
 * Splits the text before an entry: the comments that stay when it is removed, above the last blank line, and the part
 * removed with it.
 */
export function splitLead(lead: string): readonly [string, string] {
  const lines = lead.split('\n');
  const blank = lines.findLastIndex((line, index) => index > 0 && index < lines.length - 1 && line.trim() === '');
  const above = lines.slice(0, Math.max(0, blank)).join('\n');
  if (!above.includes('#')) return ['', lead];
  const eol = lines[blank]?.endsWith('\r') === true ? '\r\n' : '\n';
  return [above.trimEnd(), `${eol}${lines.slice(blank + 1).join('\n')}`];
}

/** Reports whether a text continues on another line, so that it may follow a comment. */
export function startsWithBreak(text: string): boolean {
  return /^[ \t]*\r?\n/.test(text);
}

/** Returns the white space before an entry, without the comments before it. */
export function whiteSpace(lead: string): string {
  return lead.includes('#') ? (/\r?\n[^\n]*$/.exec(lead)?.[0] ?? lead) : lead;
}
