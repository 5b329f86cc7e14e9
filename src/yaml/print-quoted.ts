import type { Scalar } from './tree.ts';

/** A piece of a quoted scalar that cannot be parted: an escape, a line fold, a character; and what it means. */
interface Piece {
  readonly text: string;
  readonly means: string;
}

/** How one kind of quotes is written. */
interface Quotes {
  readonly mark: string;
  readonly pieces: RegExp;
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
  const pieces = readPieces(old.text.slice(old.start + 1, old.end - 1), quotes);
  let [head, start] = [0, 0];
  for (
    let piece = pieces[head];
    piece !== undefined && content.startsWith(piece.means, start);
    piece = pieces[++head]
  ) {
    start += piece.means.length;
  }
  let [tail, end] = [pieces.length, content.length];
  for (let piece = pieces[tail - 1]; tail > head && piece !== undefined; piece = pieces[tail - 1]) {
    if (end - piece.means.length < start || !content.endsWith(piece.means, end)) break;
    end -= piece.means.length;
    tail--;
  }
  const between = quotes.escape(content.slice(start, end));
  if (between === undefined) return undefined;
  const text = `${textOf(pieces.slice(0, head))}${between}${textOf(pieces.slice(tail))}`;
  // White space beside a line fold would be lost, and halves of a surrogate pair must not be parted.
  const reads = readPieces(text, quotes).map(({ means }) => means);
  return reads.join('') === content && !/\p{Surrogate}/u.test(text) ? `${quotes.mark}${text}${quotes.mark}` : undefined;
}

function textOf(pieces: readonly Piece[]): string {
  return pieces.map(({ text }) => text).join('');
}

/** What the text between quotes means. */
export function readQuoted(text: string, style: 'single' | 'double'): string {
  const pieces = readPieces(text, style === 'single' ? SINGLE : DOUBLE);
  return pieces.map(({ means }) => means).join('');
}

function readPieces(text: string, quotes: Quotes): Piece[] {
  return Array.from(text.matchAll(quotes.pieces), ([piece]) => ({ text: piece, means: quotes.means(piece) }));
}

/** A text of several lines as it is read where lines are folded: a line break is a space, each further one a newline. */
export function foldLines(text: string): string {
  return text.replace(/[ \t]*\n(?:[ \t]*\n)*[ \t]*/g, foldMeans);
}

/** A line break in a quoted scalar is a space, and each further one a newline. */
function foldMeans(piece: string): string {
  const breaks = piece.split('\n').length - 1;
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
  if (!piece.startsWith('\\')) return piece.includes('\n') ? foldMeans(piece) : piece;
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

const FOLD = String.raw`[ \t]*\r?\n(?:[ \t]*\r?\n)*[ \t]*`;

const DOUBLE: Quotes = {
  mark: '"',
  pieces: new RegExp(
    String.raw`\\\r?\n[ \t]*|${FOLD}|\\x[0-9a-fA-F]{2}|\\u[0-9a-fA-F]{4}|\\U[0-9a-fA-F]{8}|\\[^]|[^]`,
    'gu',
  ),
  means: doubleMeans,
  escape: escapeDouble,
};

const JSON_QUOTES: Quotes = { ...DOUBLE, escape: (content) => JSON.stringify(content).slice(1, -1) };

const SINGLE: Quotes = {
  mark: "'",
  pieces: new RegExp(`''|${FOLD}|[^]`, 'gu'),
  means: (piece) => (piece === "''" ? "'" : piece.includes('\n') ? foldMeans(piece) : piece),
  escape: (content) => (isOneLine(content) ? content.replaceAll("'", "''") : undefined),
};

/** Whether a string needs no escape and no line break. */
export function isOneLine(content: string): boolean {
  return !/[\0-\x1F\x7F-\x9F\u2028\u2029\uFEFF\uFFFE\uFFFF]/.test(content);
}
