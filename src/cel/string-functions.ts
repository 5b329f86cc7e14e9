import { celFunc, celList, celMethod, CelScalar, listType, type CelFunc, type CelList } from '@bufbuild/cel';
import { spendOnCharacters } from './budget.ts';
import { Failure } from './failure.ts';
import { countCodePoints } from './source.ts';
import { typeName } from './values.ts';

const { DYN, INT, STRING } = CelScalar;
const LIST = listType(DYN);

/** Functions of version 2 of cel-go's `ext.Strings`, but `format`. Positions count code points. */
export const STRING_FUNCTIONS: readonly CelFunc[] = [
  celMethod('charAt', STRING, [INT], STRING, function charAt(index) {
    const points = pointsOf(this);
    return points[checkIndex(index, points)] ?? '';
  }),
  celMethod('indexOf', STRING, [STRING], INT, function indexOf(part) {
    return firstIndex(this, part, 0n);
  }),
  celMethod('indexOf', STRING, [STRING, INT], INT, function indexOf(part, from) {
    return firstIndex(this, part, from);
  }),
  celMethod('lastIndexOf', STRING, [STRING], INT, function lastIndexOf(part) {
    const { length } = pointsOf(this);
    return part === '' ? BigInt(length) : lastIndex(this, part, BigInt(Math.max(length - 1, 0)));
  }),
  celMethod('lastIndexOf', STRING, [STRING, INT], INT, function lastIndexOf(part, from) {
    return lastIndex(this, part, from);
  }),
  celMethod('lowerAscii', STRING, [], STRING, function lowerAscii() {
    return withAscii(this, /[A-Z]+/g, (letters) => letters.toLowerCase());
  }),
  celMethod('upperAscii', STRING, [], STRING, function upperAscii() {
    return withAscii(this, /[a-z]+/g, (letters) => letters.toUpperCase());
  }),
  celMethod('replace', STRING, [STRING, STRING], STRING, function replace(part, by) {
    return replaced(this, part, by, -1n);
  }),
  celMethod('replace', STRING, [STRING, STRING, INT], STRING, function replace(part, by, count) {
    return replaced(this, part, by, count);
  }),
  celMethod('split', STRING, [STRING], LIST, function split(separator) {
    return celList(partsOf(this, separator, -1n));
  }),
  celMethod('split', STRING, [STRING, INT], LIST, function split(separator, count) {
    return celList(partsOf(this, separator, count));
  }),
  celMethod('substring', STRING, [INT], STRING, function substring(start) {
    const points = pointsOf(this);
    return points.slice(checkIndex(start, points)).join('');
  }),
  celMethod('substring', STRING, [INT, INT], STRING, function substring(start, end) {
    const points = pointsOf(this);
    if (start > end) throw new Failure(`substring(${start}, ${end}) must not start after its end`);
    return points.slice(checkIndex(start, points), checkIndex(end, points)).join('');
  }),
  celMethod('trim', STRING, [], STRING, function trim() {
    return withAscii(this, /^\p{White_Space}+|\p{White_Space}+$/gu, () => '');
  }),
  celMethod('join', LIST, [], STRING, function join() {
    return joined(this, '');
  }),
  celMethod('join', LIST, [STRING], STRING, function join(separator) {
    return joined(this, separator);
  }),
  celFunc('strings.quote', [STRING], STRING, quoted),
];

function pointsOf(text: string): readonly string[] {
  spendOnCharacters(text.length);
  return [...text];
}

function checkIndex(index: bigint, { length }: readonly string[]): number {
  if (index < 0n || index > length) throw new Failure(`index out of range: ${index}`);
  return Number(index);
}

/** Returns the index of a part from an index on; -1 if there is none. An empty part is where the search begins. */
function firstIndex(text: string, part: string, from: bigint): bigint {
  return part === '' ? from : indexFrom(text, from, (start) => text.indexOf(part, start));
}

/** Returns the last index of a part up to an index; -1 if there is none, or if that index is not in the text. */
function lastIndex(text: string, part: string, from: bigint): bigint {
  return part === '' ? from : indexFrom(text, from, (start) => text.lastIndexOf(part, start));
}

/** Returns what a search from an index finds, both in code points; -1 if it finds nothing, or begins after the text. */
function indexFrom(text: string, from: bigint, search: (start: number) => number): bigint {
  if (from < 0n) throw new Failure(`index out of range: ${from}`);
  const points = pointsOf(text);
  const found = from >= points.length ? -1 : search(points.slice(0, Number(from)).join('').length);
  return found < 0 ? -1n : BigInt(countCodePoints(text.slice(0, found)));
}

function withAscii(text: string, pattern: RegExp, change: (found: string) => string): string {
  spendOnCharacters(text.length);
  return text.replaceAll(pattern, change);
}

/** Replaces a part up to that many times (below 0: always). An empty part is before each code point, and at the end. */
function replaced(text: string, part: string, by: string, count: bigint): string {
  const pieces = part === '' ? ['', ...pointsOf(text), ''] : text.split(part);
  const times = count < 0n ? pieces.length - 1 : Math.min(Number(count), pieces.length - 1);
  spendOnCharacters(text.length + by.length * times);
  const rest = pieces.slice(times).join(part);
  return [...pieces.slice(0, times), rest].join(by);
}

/** Splits a text into that many parts at most (below 0: all). An empty separator is between any two code points. */
function partsOf(text: string, separator: string, count: bigint): readonly string[] {
  const points = pointsOf(text);
  const pieces = separator === '' ? points : text.split(separator);
  if (count < 0n || count >= pieces.length) return pieces;
  if (count === 0n) return [];
  const last = Number(count) - 1;
  return [...pieces.slice(0, last), pieces.slice(last).join(separator)];
}

function joined(list: CelList, separator: string): string {
  const texts = [...list].map((element) => {
    if (typeof element === 'string') return element;
    throw new Failure(`join() must have strings only, found '${typeName(element)}'`);
  });
  spendOnCharacters(texts.reduce((sum, text) => sum + text.length + separator.length, 0));
  return texts.join(separator);
}

const ESCAPED: Readonly<Record<string, string>> = {
  '\x07': '\\a',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\v': '\\v',
  '\\': '\\\\',
  '"': '\\"',
};

/** Returns a text in double quotes, with escape sequences of CEL. */
export function quoted(text: string): string {
  return `"${withAscii(text, /[\x07\b\f\n\r\t\v\\"]/g, (character) => ESCAPED[character] ?? character)}"`;
}
