import { lineEnd, skipBlanks, skipTrivia } from './positions.ts';
import type { Collection } from './tree.ts';

/*
 * Which comment of a flow collection belongs to what:
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
 * What belongs to an entry goes when the entry goes. Everything else stays.
 */

/**
 * Gives each entry of a flow collection the white space and comments about it, so that entries can come and go: `lead`
 * up to it, `trail` from it to its comma, `post` from the comma to the end of a comment beside that. Together with `head`
 * and `tail` of the collection they are all of its text between the brackets. A pair without braces gets some.
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

/** The comment on the rest of the line of an offset, with the blanks before it; '' where there is none. */
function commentBeside(text: string, offset: number): string {
  if (text[skipBlanks(text, offset)] !== '#') return '';
  return text.slice(offset, lineEnd(text, offset)).replace(/\r?\n$/, '');
}

/** White space and comments in parts. Each of `own` and `others` that is not empty begins with a line break. */
export interface Trivia {
  /** The comment on the line on which it begins, with the blanks before it. */
  readonly beside: string;
  /** Lines of comments and blank lines up to the last comment. */
  readonly comments: string;
  /** What follows the last comment: white space. */
  readonly blank: string;
}

/** Parts white space and comments. */
export function splitTrivia(text: string): Trivia {
  const beside = commentBeside(text, 0);
  const rest = text.slice(beside.length);
  const last = rest.lastIndexOf('#');
  const end = last === -1 ? 0 : last + (/\r?\n/.exec(rest.slice(last))?.index ?? rest.length - last);
  return { beside, comments: rest.slice(0, end), blank: rest.slice(end) };
}

/** Parts what leads to an entry: the comments that stay when it goes, above the last blank line, and what goes with it. */
export function splitLead(lead: string): readonly [string, string] {
  const lines = lead.split('\n');
  const blank = lines.findLastIndex((line, index) => index > 0 && index < lines.length - 1 && line.trim() === '');
  const above = lines.slice(0, Math.max(0, blank)).join('\n');
  if (!above.includes('#')) return ['', lead];
  const eol = lines[blank]?.endsWith('\r') === true ? '\r\n' : '\n';
  return [above.trimEnd(), `${eol}${lines.slice(blank + 1).join('\n')}`];
}

/** Whether a text goes on on another line, so that it may follow a comment. */
export function startsWithBreak(text: string): boolean {
  return /^[ \t]*\r?\n/.test(text);
}

/** The white space that leads to an entry, without the comments before it. */
export function whiteSpace(lead: string): string {
  return lead.includes('#') ? (/\r?\n[^\n]*$/.exec(lead)?.[0] ?? lead) : lead;
}
