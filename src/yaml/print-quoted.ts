import type { Scalar } from './tree.ts';

/** How one kind of quotes is written. */
interface Quotes {
  readonly mark: string;
  /** What an escape begins with. */
  readonly introducer: string;
  /** Escapes. */
  readonly escapes: RegExp;
  /** Escapes and white space, which can be a line fold. */
  readonly escapesAndSpace: RegExp;
  /** Content of an escape or of white space. */
  readonly means: (piece: string) => string;
  /** The text of a string between the quotes; undefined where these quotes cannot hold it. */
  readonly escape: (content: string) => string | undefined;
}

/** `json`: with the escapes that JSON has, of which YAML has more. */
export function quoted(content: string, style: 'single' | 'double', json: boolean, old: Scalar | undefined): string {
  const quotes = style === 'single' ? SINGLE : json ? JSON_QUOTES : DOUBLE;
  const kept = old?.style === style ? spliced(old, content, quotes) : undefined;
  if (kept !== undefined) return kept;
  const escaped = quotes.escape(content);
  return escaped === undefined ? quoted(content, 'double', json, undefined) : `${quotes.mark}${escaped}${quotes.mark}`;
}

/** A quoted scalar of which only what differs is written anew; undefined where that does not read as the content. */
function spliced(old: Scalar, content: string, quotes: Quotes): string | undefined {
  const text = old.text.slice(old.start + 1, old.end - 1);
  const was = old.content;
  const head = boundaryUpTo(text, quotes, commonPrefix(was, content));
  const common = commonSuffix(was, content, Math.min(was.length, content.length) - head.content);
  const tail = boundaryFrom(text, quotes, head, was.length - common);
  const between = quotes.escape(content.slice(head.content, content.length - (was.length - tail.content)));
  if (between === undefined) return undefined;
  const result = `${text.slice(0, head.text)}${between}${text.slice(tail.text)}`;
  // White space beside a line fold would be lost.
  return decode(result, quotes) === content ? `${quotes.mark}${result}${quotes.mark}` : undefined;
}

/** A place between two characters, escapes or line folds: its offset in the text between the quotes and in the content. */
interface Boundary {
  readonly text: number;
  readonly content: number;
}

/** The last boundary up to an offset of the content. */
function boundaryUpTo(text: string, quotes: Quotes, limit: number): Boundary {
  let found: Boundary = { text: 0, content: 0 };
  walk(text, quotes, found, (start, end, isPlain) => {
    if (end.content <= limit) found = end;
    else if (isPlain) found = within(text, start, limit, -1);
    return end.content > limit;
  });
  return found;
}

/** The first boundary from another on that is at an offset of the content or after it. */
function boundaryFrom(text: string, quotes: Quotes, from: Boundary, least: number): Boundary {
  let found = from;
  if (from.content >= least) return found;
  walk(text, quotes, from, (start, end, isPlain) => {
    found = isPlain && end.content > least ? within(text, start, least, 1) : end;
    return end.content >= least;
  });
  return found;
}

/** The boundary in plain characters at an offset of the content; beside it where that parts a surrogate pair. */
function within(text: string, start: Boundary, content: number, step: 1 | -1): Boundary {
  const at = start.text + content - start.content;
  const isInPair = /[\uDC00-\uDFFF]/.test(text[at] ?? '') && /[\uD800-\uDBFF]/.test(text[at - 1] ?? '');
  return isInPair ? { text: at + step, content: content + step } : { text: at, content };
}

/** Visits the escapes, line folds and runs of plain characters of a text from a boundary on, until told to stop. */
function walk(
  text: string,
  quotes: Quotes,
  from: Boundary,
  visit: (start: Boundary, end: Boundary, isPlain: boolean) => boolean,
): void {
  const pattern = piecesOf(text, quotes);
  pattern.lastIndex = from.text;
  let at = from;
  const go = (length: number, content: number, isPlain: boolean): boolean => {
    const start = at;
    at = { text: at.text + length, content: at.content + content };
    return length > 0 && visit(start, at, isPlain);
  };
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const [piece] = match;
    const before = match.index - at.text;
    const means = quotes.means(piece);
    if (go(before, before, true) || go(piece.length, means.length, means === piece)) return;
  }
  go(text.length - at.text, text.length - at.text, true);
}

function commonPrefix(a: string, b: string): number {
  let length = 0;
  while (length < a.length && length < b.length && a.charCodeAt(length) === b.charCodeAt(length)) length++;
  return length;
}

function commonSuffix(a: string, b: string, most: number): number {
  let length = 0;
  while (length < most && a.charCodeAt(a.length - 1 - length) === b.charCodeAt(b.length - 1 - length)) length++;
  return length;
}

/** What the text between quotes means. */
export function readQuoted(text: string, style: 'single' | 'double'): string {
  return decode(text, style === 'single' ? SINGLE : DOUBLE);
}

/** Characters that are decoded at once: each match takes memory until the end. */
const CHUNK = 1 << 20;

function decode(text: string, quotes: Quotes): string {
  const parts: string[] = [];
  for (let from = 0; from < text.length;) {
    const to = chunkEnd(text, from + CHUNK, quotes.introducer);
    const chunk = text.slice(from, to);
    parts.push(chunk.replace(piecesOf(chunk, quotes), quotes.means));
    from = to;
  }
  return parts.join('');
}

/** Offset of the first escape from another on that follows neither an escape nor white space, or the end of the text. */
function chunkEnd(text: string, from: number, introducer: string): number {
  let at = text.indexOf(introducer, from);
  while (at !== -1 && (text[at - 1] === introducer || /\s/.test(text[at - 1] ?? '')))
    at = text.indexOf(introducer, at + 1);
  return at === -1 ? text.length : at;
}

function piecesOf(text: string, { escapes, escapesAndSpace }: Quotes): RegExp {
  return text.includes('\n') ? escapesAndSpace : escapes;
}

/** A text of several lines as it is read where lines are folded: a line break is a space, each further one a newline. */
export function foldLines(text: string): string {
  return text.replace(/[ \t\n]+/g, foldMeans);
}

/** White space as it is read: a line break is a space, and each further one a newline. */
function foldMeans(space: string): string {
  if (!space.includes('\n')) return space;
  // A carriage return alone is a character.
  const from = /^[^]*\r(?!\n)/.exec(space)?.[0].length ?? 0;
  if (from > 0) return `${space.slice(0, from).replace(/[ \t]*\r?\n[ \t]*/g, ' ')}${foldMeans(space.slice(from))}`;
  const breaks = space.split('\n').length - 1;
  return breaks === 1 ? ' ' : '\n'.repeat(breaks - 1);
}

const ESCAPES: Readonly<Record<string, string>> = {
  '0': '\0',
  a: '\x07',
  b: '\b',
  t: '\t',
  '\t': '\t',
  n: '\n',
  v: '\v',
  f: '\f',
  r: '\r',
  e: '\x1B',
  ' ': ' ',
  '"': '"',
  '/': '/',
  '\\': '\\',
  N: '\x85',
  _: '\xA0',
  L: '\u2028',
  P: '\u2029',
};

function doubleMeans(piece: string): string {
  if (!piece.startsWith('\\')) return foldMeans(piece);
  if (piece.includes('\n')) return '';
  const code = /^\\[xuU]([0-9a-fA-F]+)$/.exec(piece)?.[1];
  if (code === undefined) return ESCAPES[piece.slice(1)] ?? piece;
  const point = Number.parseInt(code, 16);
  return point <= 0x10_ff_ff ? String.fromCodePoint(point) : piece;
}

const SHORT: Readonly<Record<string, string>> = { '"': '\\"', '\\': '\\\\', '\n': '\\n', '\t': '\\t', '\r': '\\r' };

function escapeDouble(content: string): string {
  return content.replace(/["\\\n\t\r]|[\0-\x1F\x7F-\x9F\u2028\u2029\uFEFF\uFFFE\uFFFF]/g, (char) => {
    const code = char.charCodeAt(0);
    return SHORT[char] ?? (code < 256 ? `\\x${hex(code, 2)}` : `\\u${hex(code, 4)}`);
  });
}

function hex(code: number, digits: number): string {
  return code.toString(16).toUpperCase().padStart(digits, '0');
}

const DOUBLE_ESCAPES = String.raw`\\\r?\n[ \t]*|\\x[0-9a-fA-F]{2}|\\u[0-9a-fA-F]{4}|\\U[0-9a-fA-F]{8}|\\[^]`;

const DOUBLE: Quotes = {
  mark: '"',
  introducer: '\\',
  escapes: new RegExp(DOUBLE_ESCAPES, 'gu'),
  escapesAndSpace: new RegExp(String.raw`${DOUBLE_ESCAPES}|[ \t\r\n]+`, 'gu'),
  means: doubleMeans,
  escape: escapeDouble,
};

const JSON_QUOTES: Quotes = { ...DOUBLE, escape: (content) => JSON.stringify(content).slice(1, -1) };

const SINGLE: Quotes = {
  mark: "'",
  introducer: "'",
  escapes: /''/g,
  escapesAndSpace: /''|[ \t\r\n]+/g,
  means: (piece) => (piece === "''" ? "'" : foldMeans(piece)),
  escape: (content) => (isOneLine(content) ? content.replaceAll("'", "''") : undefined),
};

/** Whether a string needs no escape and no line break. */
export function isOneLine(content: string): boolean {
  return !/[\0-\x1F\x7F-\x9F\u2028\u2029\uFEFF\uFFFE\uFFFF]/.test(content);
}
