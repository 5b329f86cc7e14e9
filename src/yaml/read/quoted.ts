/** Syntax of scalars in one kind of quotes. */
export interface QuoteSyntax {
  /** First character of an escape. */
  readonly introducer: string;
  readonly escapes: RegExp;
  /** Escapes and white space, which can be a line fold. */
  readonly escapesAndSpace: RegExp;
  /** Returns the content of an escape or of white space. */
  readonly means: (piece: string) => string;
}

/**
 * A place between two characters, escapes or line folds: its offset in the text between the quotes and in the content.
 */
export interface Boundary {
  readonly text: number;
  readonly content: number;
}

/** Visits the escapes, line folds and runs of plain characters of a text from a boundary on, until `visit` stops it. */
export function walk(
  text: string,
  syntax: QuoteSyntax,
  from: Boundary,
  visit: (start: Boundary, end: Boundary, isPlain: boolean) => boolean,
): void {
  const pattern = piecesOf(text, syntax);
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
    const means = syntax.means(piece);
    if (go(before, before, true) || go(piece.length, means.length, means === piece)) return;
  }
  go(text.length - at.text, text.length - at.text, true);
}

/** Returns the content of a text between quotes of a style. */
export function readQuoted(text: string, style: 'single' | 'double'): string {
  return decode(text, style === 'single' ? SINGLE_SYNTAX : DOUBLE_SYNTAX);
}

/** Number of characters decoded at once: each match takes memory until the end. */
const CHUNK = 1 << 20;

/** Returns the content of a text between quotes. */
export function decode(text: string, syntax: QuoteSyntax): string {
  const parts: string[] = [];
  for (let from = 0; from < text.length;) {
    const to = chunkEnd(text, from + CHUNK, syntax.introducer);
    const chunk = text.slice(from, to);
    parts.push(chunk.replace(piecesOf(chunk, syntax), syntax.means));
    from = to;
  }
  return parts.join('');
}

/**
 * Returns the offset of the first escape from another on that follows neither an escape nor white space, or the end of
 * the text.
 */
function chunkEnd(text: string, from: number, introducer: string): number {
  let at = text.indexOf(introducer, from);
  while (at !== -1 && (text[at - 1] === introducer || /\s/.test(text[at - 1] ?? '')))
    at = text.indexOf(introducer, at + 1);
  return at === -1 ? text.length : at;
}

function piecesOf(text: string, { escapes, escapesAndSpace }: QuoteSyntax): RegExp {
  return text.includes('\n') ? escapesAndSpace : escapes;
}

/** Folds the lines of a text: a line break becomes a space, each further one a newline. */
export function foldLines(text: string): string {
  return text.replace(/[ \t\n]+/g, foldMeans);
}

/** Returns the content of white space: a line break becomes a space, each further one a newline. */
function foldMeans(space: string): string {
  if (!space.includes('\n')) return space;
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

const DOUBLE_ESCAPES = String.raw`\\\r?\n[ \t]*|\\x[0-9a-fA-F]{2}|\\u[0-9a-fA-F]{4}|\\U[0-9a-fA-F]{8}|\\[^]`;

/** Double quotes (YAML 1.2, 7.3.1). */
export const DOUBLE_SYNTAX: QuoteSyntax = {
  introducer: '\\',
  escapes: new RegExp(DOUBLE_ESCAPES, 'gu'),
  escapesAndSpace: new RegExp(String.raw`${DOUBLE_ESCAPES}|[ \t\r\n]+`, 'gu'),
  means: doubleMeans,
};

/** Single quotes (YAML 1.2, 7.3.2). */
export const SINGLE_SYNTAX: QuoteSyntax = {
  introducer: "'",
  escapes: /''/g,
  escapesAndSpace: /''|[ \t\r\n]+/g,
  means: (piece) => (piece === "''" ? "'" : foldMeans(piece)),
};
