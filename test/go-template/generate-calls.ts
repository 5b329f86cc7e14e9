import fc from 'fast-check';
import { encodeBytes, type GoValue } from '../../src/go-template/value.ts';
import type { Call } from './fmt/format-calls.ts';
import { bool, bytes, complex, float, int, nil, slice, uint8 } from './fmt/format-values.ts';

const VERBS = [...'vvvvTtbcdoOqqxxXUeEfFgggGspw%zkN.*[ ', '\xc3\xa9', '\xff', '\xf0\x9f\x98\x80'];

const VALID = ['n', 't', 'a', 'v', '\\', '"', "'", 'x41', 'xff', '101', '377', 'u00e9', 'U0001F600'];
const INVALID = ['`', 'x4', '400', '18', 'u12', 'ud800', 'U00110000', 'U0001f60', 'UFFFFFFFF', 'q', '', 'N', '0'];
const ESCAPES = [...VALID, ...INVALID];

/** Generates calls of all functions, most of them of `sprintf`. */
export function calls(): fc.Arbitrary<Call> {
  const formatted = fc.record({ name: fc.constant('sprintf' as const), text: formats(), args: argumentLists() });
  const printed = fc.record({
    name: fc.constantFrom('sprint', 'sprintln'),
    text: fc.constant(''),
    args: argumentLists(),
  });
  const escaped = fc.record({
    name: fc.constantFrom('htmlEscape', 'jsEscape', 'urlQueryEscape', 'quote', 'quoteToAscii', 'canBackquote'),
    text: byteStrings(),
    args: fc.constant([]),
  });
  const runes = fc.record({
    name: fc.constantFrom('quoteRune', 'quoteRuneToAscii'),
    text: fc.constant(''),
    args: fc.tuple(codePoints().map(int)),
  });
  const read = fc.record({ name: fc.constant('unquote' as const), text: literals('"', '`'), args: fc.constant([]) });
  const readRune = fc.record({ name: fc.constant('unquoteRune' as const), text: literals("'"), args: fc.constant([]) });
  return fc.oneof(
    { weight: 14, arbitrary: formatted.map(withoutAddresses) },
    { weight: 2, arbitrary: printed },
    { weight: 2, arbitrary: escaped },
    { weight: 1, arbitrary: runes },
    { weight: 1, arbitrary: read },
    { weight: 1, arbitrary: readRune },
  );
}

/** Replaces `%p` for collections, which prints a different text each time. */
function withoutAddresses(call: Call): Call {
  const hasAddress = call.args.some(({ kind }) => kind === 'map' || kind === 'slice');
  return hasAddress ? { ...call, text: call.text.replaceAll('p', 's') } : call;
}

function formats(): fc.Arbitrary<string> {
  const literal = fc.oneof(fc.constantFrom('', 'a', ' - ', '%', '\xc3\xa9'), byteStrings());
  const pieces = fc.array(fc.oneof({ weight: 1, arbitrary: literal }, { weight: 4, arbitrary: directives() }), {
    minLength: 1,
    maxLength: 4,
  });
  return pieces.map((list) => list.join(''));
}

function directives(): fc.Arbitrary<string> {
  const rarely = (text: fc.Arbitrary<string>) =>
    fc.oneof({ weight: 4, arbitrary: fc.constant('') }, { weight: 1, arbitrary: text });
  const flags = fc.array(fc.constantFrom(...'+-# 0'), { maxLength: 3 }).map((list) => list.join(''));
  const index = rarely(
    fc.constantFrom('[1]', '[2]', '[3]', '[1]', '[2]', '[0]', '[9]', '[]', '[x]', '[-1]', '[', '[1'),
  );
  const width = fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom('', '', '', '*') },
    { weight: 5, arbitrary: fc.nat(30).map(String) },
    { weight: 1, arbitrary: fc.nat(400).map(String) },
  );
  const precision = fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom('', '', '', '.', '.*', '.[1]*') },
    { weight: 5, arbitrary: fc.nat(25).map((digits) => `.${digits}`) },
    { weight: 1, arbitrary: fc.nat(1100).map((digits) => `.${digits}`) },
  );
  return fc
    .tuple(flags, index, width, precision, index, fc.constantFrom(...VERBS))
    .map((parts) => `%${parts.join('')}`);
}

function argumentLists(): fc.Arbitrary<readonly GoValue[]> {
  return fc.array(values(), { maxLength: 4 });
}

function values(): fc.Arbitrary<GoValue> {
  const { value } = fc.letrec<{ value: GoValue }>((tie) => ({
    value: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      { weight: 12, arbitrary: scalars() },
      { weight: 1, arbitrary: fc.array(tie('value'), { maxLength: 3 }).map((items) => slice(...items)) },
      { weight: 1, arbitrary: maps('any', tie('value')) },
      { weight: 1, arbitrary: maps('string', byteStrings().map(bytes)) },
    ),
  }));
  return value;
}

function scalars(): fc.Arbitrary<GoValue> {
  return fc.oneof(
    { weight: 1, arbitrary: fc.constant(nil) },
    { weight: 1, arbitrary: fc.boolean().map(bool) },
    { weight: 4, arbitrary: integers().map(int) },
    { weight: 1, arbitrary: fc.nat(255).map(uint8) },
    { weight: 6, arbitrary: floats().map(float) },
    { weight: 1, arbitrary: fc.tuple(floats(), floats()).map(([real, imaginary]) => complex(real, imaginary)) },
    { weight: 4, arbitrary: byteStrings().map(bytes) },
  );
}

function maps(element: 'any' | 'string', items: fc.Arbitrary<GoValue>): fc.Arbitrary<GoValue> {
  const entries = fc.uniqueArray(fc.tuple(byteStrings(), items), { maxLength: 3, selector: ([key]) => key });
  return entries.map((list) => ({
    kind: 'map',
    element,
    entries: new Map(list.toSorted(([a], [b]) => (a < b ? -1 : 1))),
  }));
}

function integers(): fc.Arbitrary<number | bigint> {
  return fc.oneof(
    fc.integer({ min: -20, max: 20 }),
    codePoints(),
    fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
    fc.integer({ min: -1_000_010, max: -999_990 }),
  );
}

/** Generates any doubles, and those halfway between two decimals. */
function floats(): fc.Arbitrary<number> {
  return fc.oneof(
    fc.double(),
    fc.tuple(fc.integer({ min: -100_000, max: 100_000 }), fc.nat(12)).map(([whole, bits]) => whole / 2 ** bits),
    fc
      .tuple(fc.integer({ min: -999, max: 999 }), fc.integer({ min: -12, max: 24 }))
      .map(([n, e]) => Number(`${n}e${e}`)),
    fc.integer({ min: -1074, max: 1023 }).map((power) => 2 ** power),
    fc.constantFrom(0, -0, NaN, Infinity, -Infinity, Number.MAX_VALUE, Number.MIN_VALUE, 2 ** -1022),
  );
}

function codePoints(): fc.Arbitrary<number> {
  return fc.oneof(fc.nat(0x17f), fc.nat(0xffff), fc.nat(0x11_0010), fc.integer({ min: -3, max: 0 }));
}

/** Generates short strings of ASCII, of text and of any bytes. */
function byteStrings(): fc.Arbitrary<string> {
  const byte = fc.nat(255).map((code) => String.fromCharCode(code));
  const special = fc.constantFrom(
    ...'"\'`\\<>&=%+ \n\t\0\x7f',
    '\xef\xbb\xbf',
    '\xef\xbf\xbd',
    '\xed\xa0\x80',
    '\xc2\xad',
  );
  const joined = (list: readonly string[]) => list.join('');
  return fc.oneof(
    fc.string({ maxLength: 8 }).map(encodeBytes),
    fc.string({ maxLength: 6, unit: 'binary' }).map(encodeBytes),
    fc.array(fc.oneof(byte, special), { maxLength: 6 }).map(joined),
  );
}

/** Generates string literals, some of them malformed, in one of the given quotes. */
function literals(...quotes: readonly string[]): fc.Arbitrary<string> {
  const escape = fc.constantFrom(...ESCAPES);
  const piece = fc.oneof(
    byteStrings(),
    escape.map((text) => `\\${text}`),
  );
  return fc
    .tuple(fc.constantFrom(...quotes), fc.array(piece, { maxLength: 3 }), fc.boolean())
    .map(([mark, pieces, isClosed]) => {
      return mark + pieces.join('') + (isClosed ? mark : '');
    });
}
