import { endsPlainly, lineEnd } from '../tree/positions.ts';
import { hasTabs, separateBlock, withoutTabs, withoutTabsBelow } from '../tree/comment-owner.ts';
import { lastEntry, outerRange } from '../tree/extent.ts';
import { isBlock, type Entry } from '../tree/tree.ts';

/** Part of the comments and blank lines between an entry of a block collection and the next line with content. */
interface LinesBelow {
  readonly text: string;
  /** True for the end of the text of an entry, such as a document or one that was copied with the lines below it. */
  readonly isOwn: boolean;
  replace(text: string): void;
}

/** Yields the parts of the text below the value of an entry, in order. */
export function* linesBelow(entry: Entry): Generator<LinesBelow> {
  const { parent } = entry;
  yield { text: textAfter(entry), isOwn: true, replace: (text) => void (entry.rest = text) };
  if (parent === undefined) return;
  const edges = separateBlock(parent);
  const next = parent.at(parent.indexOf(entry) + 1);
  if (next !== undefined) {
    const { before } = next;
    const end = before.lastIndexOf('\n') + 1;
    const replace = (text: string): void => void (next.before = `${text}${before.slice(end)}`);
    yield { text: before.slice(0, end), isOwn: false, replace };
    return;
  }
  yield { text: edges.tail, isOwn: false, replace: (text) => void (edges.tail = text) };
  yield* linesBelow(parent.entry);
}

/** Returns the text of an entry after its value. */
export function textAfter({ text, value, end, rest }: Entry): string {
  return rest ?? text.slice(outerRange(value)[1], end);
}

/**
 * Reports whether it is certain, without parsing anything, that there are no such parts: the text of an entry ends in a
 * line of its value, which another entry or the end of the document follows.
 */
export function hasNothingBelow(entry: Entry): boolean {
  return !entry.isEdited && entry.rest === undefined && endsPlainly(entry.text, entry.end) && isFollowed(entry);
}

/** Reports whether an entry or the end of the document directly follows a range in the text of block collections. */
function isFollowed({ parent, rangeEnd }: Entry): boolean {
  if (parent === undefined || parent.edges !== undefined) return false;
  const { text, linesEnd, entry } = parent;
  CONTENT.lastIndex = rangeEnd;
  if (rangeEnd < linesEnd) return CONTENT.test(text);
  if (entry.rest !== undefined || entry.end !== rangeEnd || entry.text !== text) return false;
  return entry.parent === undefined || isFollowed(entry);
}

/** The start of a line of content, which no tab precedes. */
const CONTENT = / *[^ \t\r\n#]/y;

/**
 * Replaces tabs by spaces before the comments and blank lines below an entry: Go accepts them only after a plain
 * scalar, up to the first comment, since the scalar could continue there.
 */
export function replaceTabsBelow(entry: Entry): void {
  if (!mayHaveTabsBelow(entry)) return;
  const last = lastEntry(entry);
  let isOpen = last === entry && isPlain(entry);
  let isBeside = !isBlock(last.value);
  for (const part of linesBelow(last)) {
    const end = isOpen ? part.text.indexOf('#') : 0;
    if (end === -1) continue;
    const rest = part.text.slice(end);
    const text = `${part.text.slice(0, end)}${isBeside || isOpen ? withoutTabsBelow(rest) : withoutTabs(rest)}`;
    isBeside = false;
    isOpen = false;
    if (text !== part.text) part.replace(text);
  }
}

function isPlain({ value }: Entry): boolean {
  return value.kind === 'scalar' && value.style === 'plain' && value.end > value.start;
}

/** Reports whether lines below an entry can begin with tabs, without parsing its value. */
function mayHaveTabsBelow(entry: Entry): boolean {
  return /\n *\t/.test(entry.text.slice(entry.start, entry.end)) || hasTabsAfter(entry);
}

function hasTabsAfter(entry: Entry): boolean {
  const { parent } = entry;
  if (parent === undefined) return false;
  const hasTabsAbove = (): boolean => hasTabs(textAfter(parent.entry)) || hasTabsAfter(parent.entry);
  const { edges } = parent;
  if (edges === undefined) {
    const below = firstBelow(parent.text, entry.rangeEnd);
    return below === 'tab' || (below === 'end' && hasTabsAbove());
  }
  if (edges.hasTabs) return true;
  return parent.at(parent.length - 1) === entry && (hasTabs(edges.tail) || hasTabsAbove());
}

/** Returns what comes first on the lines from an offset on: a tab before anything but spaces, content, or the end. */
function firstBelow(text: string, offset: number): 'tab' | 'content' | 'end' {
  for (let line = offset; line < text.length; line = lineEnd(text, line)) {
    let at = line;
    while (text[at] === ' ') at++;
    if (text[at] === '\t') return 'tab';
    if (at < text.length && text[at] !== '\n' && text[at] !== '\r' && text[at] !== '#') return 'content';
  }
  return 'end';
}
