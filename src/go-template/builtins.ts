import { Failure } from './failure.ts';
import { decodeRune, MULTIBYTE } from './fmt/format-rune.ts';
import { sprint, sprintf, sprintln } from './fmt/format.ts';
import { isPrintable } from './fmt/quote-print.ts';
import { entryOf, isTrue, itemOf, NIL, type Operand, operandType, unwrap, zeroOf } from './operand.ts';
import { type GoMap, type GoSlice, type GoValue, typeName } from './value.ts';

/** `index`: returns an element of nested collections, with one index for each level; of a string, a byte. */
function elementAt(collection: Operand, indexes: readonly Operand[]): Operand {
  if (unwrap(collection).kind === 'nil') throw new Failure('index of untyped nil');
  return indexes.reduce((found, index) => elementOf(found, unwrap(index)), collection);
}

function elementOf(collection: Operand, index: GoValue): Operand {
  const value = unwrap(collection);
  if (value.kind === 'nil') throw new Failure('index of nil pointer');
  if (value.kind === 'map') return entryAt(value, index);
  if (value.kind === 'slice') return itemAt(value, index);
  if (value.kind === 'string') return byteAt(value.value, index);
  throw new Failure(`can't index item of type ${operandType(value)}`);
}

function itemAt(slice: GoSlice, index: GoValue): Operand {
  const item = itemOf(slice, indexWithin(index, slice.items.length));
  if (item === undefined) throw new Failure('reflect: slice index out of range');
  return item;
}

function byteAt(bytes: string, index: GoValue): Operand {
  const byte = bytes.charCodeAt(indexWithin(index, bytes.length));
  if (Number.isNaN(byte)) throw new Failure('reflect: string index out of range');
  return { kind: 'uint8', value: BigInt(byte) };
}

function entryAt(map: GoMap, key: GoValue): Operand {
  if (key.kind === 'nil') throw new Failure('value is nil; should be of type string');
  if (key.kind !== 'string') throw new Failure(`value has type ${operandType(key)}; should be string`);
  return entryOf(map, key.value) ?? zeroOf(map);
}

/** Returns an index from 0 up to and including a length. A value inside an interface is not an index. */
function indexWithin(index: Operand, length: number): number {
  if (index.kind === 'nil') throw new Failure('cannot index slice/array with nil');
  if (index.kind !== 'int' && index.kind !== 'uint8') {
    throw new Failure(`cannot index slice/array with type ${operandType(index)}`);
  }
  if (index.value < 0n || index.value > length) throw new Failure(`index out of range: ${index.value}`);
  return Number(index.value);
}

/** `slice`: returns a part of a string or a slice, `[from:to:capacity]`. */
function sliceOf(collection: Operand, indexes: readonly Operand[]): GoValue {
  const value = unwrap(collection);
  if (value.kind === 'nil') throw new Failure('slice of untyped nil');
  if (indexes.length > 3) throw new Failure(`too many slice indexes: ${indexes.length}`);
  if (value.kind === 'string') return partOfString(value.value, indexes);
  if (value.kind === 'slice') return partOfSlice(value, indexes);
  throw new Failure(`can't slice item of type ${operandType(value)}`);
}

function partOfString(value: string, indexes: readonly Operand[]): GoValue {
  if (indexes.length === 3) throw new Failure('cannot 3-index slice a string');
  const [from = 0, to = value.length] = checkedBounds(indexes, value.length, value.length);
  return { kind: 'string', value: value.slice(from, to) };
}

function partOfSlice({ items, beyond = [] }: GoSlice, indexes: readonly Operand[]): GoValue {
  const all = [...items, ...beyond];
  const [from = 0, to = items.length, capacity = all.length] = checkedBounds(indexes, items.length, all.length);
  return { kind: 'slice', items: all.slice(from, to), beyond: all.slice(to, capacity) };
}

function checkedBounds(indexes: readonly Operand[], length: number, capacity: number): readonly number[] {
  const bounds = indexes.map((index) => indexWithin(index, capacity));
  const [from = 0, to = length, end = to] = bounds;
  if (from > to) throw new Failure(`invalid slice index: ${from} > ${to}`);
  if (to > end) throw new Failure(`invalid slice index: ${to} > ${end}`);
  return bounds;
}

/** `len`: returns the length; of a string, in bytes. */
function lengthOf(collection: Operand): number {
  const value = unwrap(collection);
  if (value.kind === 'string') return value.value.length;
  if (value.kind === 'map') return value.entries.size;
  if (value.kind === 'slice') return value.items.length;
  if (value.kind !== 'nil') throw new Failure(`len of type ${operandType(value)}`);
  if (collection.kind === 'interface') throw new Failure('len of nil pointer');
  throw new Failure('reflect: call of reflect.Value.Type on zero Value');
}

type Basic = Exclude<GoValue, { readonly kind: 'nil' | 'map' | 'slice' }>;

/** `eq`: reports whether the first value equals one of the others. */
function isEqual(first: GoValue, others: readonly GoValue[]): boolean {
  if (others.length === 0) throw new Failure('missing argument for comparison');
  return others.some((other) => areEqual(first, other));
}

/** `lt`: reports whether a value is less than another; only strings and numbers of one kind are ordered. */
function isLess(first: GoValue, second: GoValue): boolean {
  if (!isBasic(first) || !isBasic(second)) throw new Failure('invalid type for comparison');
  if (isInteger(first) && isInteger(second)) return first.value < second.value;
  if (first.kind === 'float64' && second.kind === 'float64') return first.value < second.value;
  // A character is a byte, so this is byte order.
  if (first.kind === 'string' && second.kind === 'string') return first.value < second.value;
  if (first.kind !== second.kind) throw incompatible(first, second);
  throw new Failure('invalid type for comparison');
}

/** `le`: reports whether a value is less than or equal to another. */
function isLessOrEqual(first: GoValue, second: GoValue): boolean {
  return isLess(first, second) || areEqual(first, second);
}

function areEqual(first: GoValue, second: GoValue): boolean {
  if (isBasic(first) && isBasic(second)) return areEqualBasics(first, second);
  if (first.kind === 'nil' || second.kind === 'nil') return first.kind === second.kind;
  if (isBasic(first) || isBasic(second)) throw incompatible(first, second);
  if (first.kind !== second.kind) {
    const args = [first, byteSlice(typeName(first)), byteSlice(typeName(second)), second];
    throw new Failure(sprintf('non-comparable types %s: %v, %s: %v', args));
  }
  throw new Failure(sprintf('non-comparable type %s: %v', [second, byteSlice(typeName(second))]));
}

function areEqualBasics(first: Basic, second: Basic): boolean {
  if (isInteger(first) && isInteger(second)) return first.value === second.value;
  if (first.kind !== second.kind) throw incompatible(first, second);
  if (first.kind === 'complex128' && second.kind === 'complex128') {
    return first.real === second.real && first.imaginary === second.imaginary;
  }
  return 'value' in first && 'value' in second && first.value === second.value;
}

function isBasic(value: GoValue): value is Basic {
  return value.kind !== 'nil' && value.kind !== 'map' && value.kind !== 'slice';
}

/** Reports whether a value is an integer; integers of any size and sign are comparable. */
function isInteger(value: GoValue): value is GoValue & { readonly kind: 'int' | 'uint8'; readonly value: bigint } {
  return value.kind === 'int' || value.kind === 'uint8';
}

function incompatible(first: GoValue, second: GoValue): Failure {
  return new Failure(`incompatible types for comparison: ${typeName(first)} and ${typeName(second)}`);
}

function byteSlice(value: string): GoValue {
  return { kind: 'string', value };
}

const ENTITIES: Readonly<Record<string, string>> = {
  '\0': '\xef\xbf\xbd',
  '"': '&#34;',
  "'": '&#39;',
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
};

const jsSpecial = new RegExp(String.raw`${MULTIBYTE}|[\0-\x1f\\'"<>&=]`, 'g');

/** Escapes bytes as text of HTML, like `template.HTMLEscapeString`. */
export function htmlEscape(bytes: string): string {
  return bytes.replace(/[\0"'&<>]/g, (char) => ENTITIES[char] ?? char);
}

/** Escapes bytes as the inside of a JavaScript string, like `template.JSEscapeString`. */
export function jsEscape(bytes: string): string {
  return bytes.replace(jsSpecial, (rune) => {
    if (/[\\'"]/.test(rune)) return `\\${rune}`;
    const code = decodeRune(rune);
    return rune.length > 1 && isPrintable(code) ? rune : `\\u${hex(code, 4)}`;
  });
}

/** Escapes bytes as a part of a URL's query, like `url.QueryEscape`: a space becomes a plus sign. */
export function urlQueryEscape(bytes: string): string {
  return bytes.replace(/[^\w\-.~]/g, (char) => (char === ' ' ? '+' : `%${hex(char.charCodeAt(0), 2)}`));
}

function hex(code: number, digits: number): string {
  return code.toString(16).toUpperCase().padStart(digits, '0');
}

/** Function of the language. */
export interface Builtin {
  /** Number of required arguments. */
  readonly fixed: number;
  /** Set if more arguments are allowed. */
  readonly isVariadic: boolean;
  /** Set if the first argument must be a string; the others may be anything. */
  readonly takesString?: boolean;
  /**
   * Truth value that ends the evaluation of arguments (`and`, `or`): the first argument with this truth is the result.
   */
  readonly stopsAt?: boolean;
  /** Returns the result; `described` returns the first argument in source form. Throws a Failure. */
  readonly run: (args: readonly Operand[], described: () => string) => Operand;
}

/** Reports whether there is a function of that name. */
export function isBuiltin(name: string): boolean {
  return BUILTINS.has(name);
}

/** Functions of the language by name. */
export const BUILTINS: ReadonlyMap<string, Builtin> = new Map<string, Builtin>([
  ['and', { ...atLeast(1, last), stopsAt: false }],
  ['or', { ...atLeast(1, last), stopsAt: true }],
  ['not', exactly(1, ([arg = NIL]) => bool(!isTrue(unwrap(arg))))],

  ['call', atLeast(1, ([callee = NIL], described) => refuseCall(unwrap(callee), described))],
  ['index', atLeast(1, ([collection = NIL, ...indexes]) => elementAt(collection, indexes))],
  ['len', exactly(1, ([collection = NIL]) => ({ kind: 'int', value: BigInt(lengthOf(collection)) }))],
  ['slice', atLeast(1, ([collection = NIL, ...indexes]) => sliceOf(collection, indexes))],

  ['html', atLeast(0, (args) => string(htmlEscape(printed(args))))],
  ['js', atLeast(0, (args) => string(jsEscape(printed(args))))],
  ['urlquery', atLeast(0, (args) => string(urlQueryEscape(printed(args))))],

  ['print', atLeast(0, (args) => string(sprint(args.map(unwrap))))],
  ['printf', { ...atLeast(1, ([format = NIL, ...args]) => string(formatted(format, args))), takesString: true }],
  ['println', atLeast(0, (args) => string(sprintln(args.map(unwrap))))],

  ['eq', atLeast(1, ([first = NIL, ...others]) => bool(isEqual(unwrap(first), others.map(unwrap))))],
  ['ne', comparison((first, second) => !isEqual(first, [second]))],
  ['lt', comparison(isLess)],
  ['le', comparison(isLessOrEqual)],
  ['gt', comparison((first, second) => !isLessOrEqual(first, second))],
  ['ge', comparison((first, second) => !isLess(first, second))],
]);

function exactly(fixed: number, run: Builtin['run']): Builtin {
  return { fixed, isVariadic: false, run };
}

function atLeast(fixed: number, run: Builtin['run']): Builtin {
  return { fixed, isVariadic: true, run };
}

function comparison(compare: (first: GoValue, second: GoValue) => boolean): Builtin {
  return exactly(2, ([first = NIL, second = NIL]) => bool(compare(unwrap(first), unwrap(second))));
}

function last(args: readonly Operand[]): Operand {
  return args.at(-1) ?? NIL;
}

/** Refuses any call, as data never contain functions. */
function refuseCall(callee: GoValue, described: () => string): never {
  if (callee.kind === 'nil') throw new Failure('call of nil');
  throw new Failure(`non-function ${described()} of type ${operandType(callee)}`);
}

/** Returns arguments as text; nil is printed as in an action. */
function printed(args: readonly Operand[]): string {
  return sprint(args.map(printable));
}

/** Returns the value that an action prints. */
export function printable(operand: Operand): GoValue {
  const value = unwrap(operand);
  return value.kind === 'nil' ? string('<no value>') : value;
}

function formatted(format: Operand, args: readonly Operand[]): string {
  const value = unwrap(format);
  return value.kind === 'string' ? sprintf(value.value, args.map(unwrap)) : '';
}

function bool(value: boolean): GoValue {
  return { kind: 'bool', value };
}

function string(value: string): { readonly kind: 'string'; readonly value: string } {
  return { kind: 'string', value };
}
