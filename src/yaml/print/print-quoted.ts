import { decode, DOUBLE_SYNTAX, SINGLE_SYNTAX, walk, type Boundary, type QuoteSyntax } from '../read/quoted.ts';
import type { Scalar } from '../tree/tree.ts';

/** Syntax of one kind of quotes. */
interface Quotes {
  readonly mark: string;
  readonly syntax: QuoteSyntax;
  /** Returns the text of a string between the quotes, or undefined if these quotes cannot hold it. */
  readonly escape: (content: string) => string | undefined;
}

/** Prints a string in quotes. `json`: only with escapes of JSON, a subset of those of YAML. */
export function quoted(content: string, style: 'single' | 'double', json: boolean, old: Scalar | undefined): string {
  const quotes = style === 'single' ? SINGLE : json ? JSON_QUOTES : DOUBLE;
  const kept = old?.style === style ? spliced(old, content, quotes) : undefined;
  if (kept !== undefined) return kept;
  const escaped = quotes.escape(content);
  return escaped === undefined ? quoted(content, 'double', json, undefined) : `${quotes.mark}${escaped}${quotes.mark}`;
}

/**
 * Prints a quoted scalar with only the differences rewritten. Returns undefined if the result does not read as the
 * content.
 */
function spliced(old: Scalar, content: string, quotes: Quotes): string | undefined {
  const text = old.text.slice(old.start + 1, old.end - 1);
  const was = old.content;
  const head = boundaryUpTo(text, quotes.syntax, commonPrefix(was, content));
  const common = commonSuffix(was, content, Math.min(was.length, content.length) - head.content);
  const tail = boundaryFrom(text, quotes.syntax, head, was.length - common);
  const between = quotes.escape(content.slice(head.content, content.length - (was.length - tail.content)));
  if (between === undefined) return undefined;
  const result = `${text.slice(0, head.text)}${between}${text.slice(tail.text)}`;
  // White space beside a line fold would be lost, and an unescaped character could mean another one to Go.
  return isPrintable(result) && decode(result, quotes.syntax) === content
    ? `${quotes.mark}${result}${quotes.mark}`
    : undefined;
}

/** Returns the last boundary up to an offset of the content. */
function boundaryUpTo(text: string, syntax: QuoteSyntax, limit: number): Boundary {
  let found: Boundary = { text: 0, content: 0 };
  walk(text, syntax, found, (start, end, isPlain) => {
    if (end.content <= limit) found = end;
    else if (isPlain) found = within(text, start, limit, -1);
    return end.content > limit;
  });
  return found;
}

/** Returns the first boundary after another that is at or after an offset of the content. */
function boundaryFrom(text: string, syntax: QuoteSyntax, from: Boundary, least: number): Boundary {
  let found = from;
  if (from.content >= least) return found;
  walk(text, syntax, from, (start, end, isPlain) => {
    found = isPlain && end.content > least ? within(text, start, least, 1) : end;
    return end.content >= least;
  });
  return found;
}

/**
 * Returns the boundary in plain characters at an offset of the content, or beside it if that splits a surrogate pair.
 */
function within(text: string, start: Boundary, content: number, step: 1 | -1): Boundary {
  const at = start.text + content - start.content;
  const isInPair = /[\uDC00-\uDFFF]/.test(text[at] ?? '') && /[\uD800-\uDBFF]/.test(text[at - 1] ?? '');
  return isInPair ? { text: at + step, content: content + step } : { text: at, content };
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

const SHORT: Readonly<Record<string, string>> = { '"': '\\"', '\\': '\\\\', '\n': '\\n', '\t': '\\t', '\r': '\\r' };

/**
 * Characters beside the controls of ASCII that not every reader takes as they are: Go refuses some, folds the line
 * breaks of YAML 1.1, and skips a byte order mark at the start of a line.
 */
const UNSAFE = String.raw`\x7F-\x9F\u2028\u2029\uFEFF\uFFFE\uFFFF`;

const TO_ESCAPE = new RegExp(String.raw`["\\]|[\0-\x1F${UNSAFE}]`, 'g');
const UNSAFE_IN_JSON = new RegExp(`[${UNSAFE}]`, 'g');
const UNSAFE_ON_LINE = new RegExp(String.raw`[\0-\x1F${UNSAFE}]`);
const UNSAFE_IN_LINES = new RegExp(String.raw`[\0-\x08\x0B-\x1F${UNSAFE}]`);

function escapeDouble(content: string): string {
  return content.replace(TO_ESCAPE, (char) => {
    const code = char.charCodeAt(0);
    return SHORT[char] ?? (code < 256 ? `\\x${hex(code, 2)}` : `\\u${hex(code, 4)}`);
  });
}

function escapeJson(content: string): string {
  const text = JSON.stringify(content).slice(1, -1);
  return text.replace(UNSAFE_IN_JSON, (char) => `\\u${hex(char.charCodeAt(0), 4)}`);
}

function hex(code: number, digits: number): string {
  return code.toString(16).toUpperCase().padStart(digits, '0');
}

const DOUBLE: Quotes = { mark: '"', syntax: DOUBLE_SYNTAX, escape: escapeDouble };

const JSON_QUOTES: Quotes = { ...DOUBLE, escape: escapeJson };

const SINGLE: Quotes = {
  mark: "'",
  syntax: SINGLE_SYNTAX,
  escape: (content) => (isOneLine(content) ? content.replaceAll("'", "''") : undefined),
};

/** Reports whether a string needs no escape and no line break. */
export function isOneLine(content: string): boolean {
  return !UNSAFE_ON_LINE.test(content);
}

/** Reports whether a text has, except tabs and line breaks, no character that needs an escape. */
export function isPrintable(text: string): boolean {
  return !UNSAFE_IN_LINES.test(text);
}
