const TOO_DEEP = /nested deeper than 250/;
const TOO_LONG = /not be longer than 100000 code points/;
const TOO_MUCH = /not take more than 500000 steps/;

const list = (size: number): string => `[${Array.from({ length: size }, (_, index) => index).join(',')}]`;
const nested = (depth: number, open: string, inner: string, close: string): string =>
  open.repeat(depth) + inner + close.repeat(depth);

const uints = (size: number): string => `{${Array.from({ length: size }, (_, index) => `${index}u:1`).join()}}`;

/** Expressions beyond the limits, with the errors. */
export const REFUSED: readonly (readonly [name: string, expression: string, message: RegExp])[] = [
  ['parentheses', nested(250, '(', "'a'", ')'), TOO_DEEP],
  ['lists', nested(250, '[', '1', ']'), TOO_DEEP],
  ['many parentheses', nested(49_000, '(', "'a'", ')'), TOO_DEEP],
  ['operators to the right', nested(125, '1+(', '1', ')'), TOO_DEEP],
  ['operators to the left', `string(1${'+1'.repeat(49_000)})`, TOO_DEEP],
  ['fields', `target${'.a'.repeat(49_000)}`, TOO_DEEP],
  ['conditions', `${'true?"a":'.repeat(250)}"a"`, TOO_DEEP],
  ['macros', nested(250, '[1].map(x,', 'x', ')'), TOO_DEEP],
  ['length', `'${'a'.repeat(99_999)}'`, TOO_LONG],
  ['nested macros', `${list(300)}.all(x, ${list(300)}.all(y, ${list(300)}.all(z, true))) ? 'a' : 'b'`, TOO_MUCH],
  ['absorbed errors', `${list(300)}.all(x, ${list(300)}.all(y, ${list(300)}.all(z, 1/0 > 0))) ? 'a' : 'b'`, TOO_MUCH],
  [
    'long texts of durations',
    `${list(300)}.all(x, duration('${'1h'.repeat(20_000)}'+'') == duration('1s') || true) ? 'a' : 'b'`,
    TOO_MUCH,
  ],
  ['long texts of numbers', `${list(300)}.all(x, int('${'1'.repeat(80_000)}'+'') == 1 || true) ? 'a' : 'b'`, TOO_MUCH],
  ['nested maps', `${nested(17, '[0,1].map(x,', 'x', ')')}.size() > 0 ? 'a' : 'b'`, TOO_MUCH],
  ['long strings', `[0].map(x, '${'a'.repeat(50_000)}')${'.map(x, x+x)'.repeat(40)}[0]`, TOO_MUCH],
  ['long lists', `[${list(10_000)}]${'.map(x, x+x)'.repeat(40)}[0][0] == 0 ? 'a' : 'b'`, TOO_MUCH],
  ['types', `[1]${'.map(x, {x: x})'.repeat(40)}.size() == 1 ? 'a' : 'b'`, /types in the expression are too complex/],
  ['a large pattern', `'${'a'.repeat(9000)}'.matches('${'[[:word:]]{1000}'.repeat(100)}') ? 'a' : 'b'`, TOO_MUCH],
  ['comparisons of lists', `[${list(5000)}].map(l, l.map(x, l == l))[0][0] ? 'a' : 'b'`, TOO_MUCH],
  [
    'a long list to copy',
    `[${list(14_000)}].all(l, ${list(300)}.all(x, ${list(300)}.all(y, l.exists(z, true)))) ? 'a' : 'b'`,
    TOO_MUCH,
  ],
  ['long maps with keys that require a search', `[${uints(9000)}].all(m, m == m) ? 'a' : 'b'`, TOO_MUCH],
  [
    'many large patterns',
    `[${"'a'.matches('a{1000}b{1000}'), ".repeat(3)}].map(x, ${Array.from({ length: 900 }, (_, index) => `'a'.matches('${'a{1000}'.repeat(5)}${index}')`).join(' || ')})[0] ? 'a' : 'b'`,
    TOO_MUCH,
  ],
];

/** Expressions just within the limits, which return `a`. */
export const ACCEPTED: readonly (readonly [name: string, expression: string])[] = [
  ['parentheses', nested(249, '(', "'a'", ')')],
  ['operators to the right', `(${nested(123, "'a'+(", "'a'", ')')}).startsWith('a') ? 'a' : 'b'`],
  ['operators to the left', `('a'${"+'a'".repeat(240)}).startsWith('a') ? 'a' : 'b'`],
  ['negations', `${'!'.repeat(90_000)}true ? 'a' : 'b'`],
  ['alternatives', `false${'||false'.repeat(14_000)}||true ? 'a' : 'b'`],
  ['elements', `${list(10_000)}[0] == 0 ? 'a' : 'b'`],
  [
    'entries',
    `{${list(10_000)
      .slice(1, -1)
      .replaceAll(/\d+/g, (key) => `${key}:''`)}}[0] == '' ? 'a' : 'b'`,
  ],
  ['length', `'${'a'.repeat(99_980)}' != '' ? 'a':''`],
  ['iterations', `${list(200)}.all(x, ${list(200)}.exists(y, x == y)) ? 'a' : 'b'`],
  ['macros', `${nested(60, '[1].map(x,', 'x', ')')}.size() == 1 ? 'a' : 'b'`],
  [
    'more patterns than are kept, twice',
    `[1, 2].all(n, ${list(150)}.all(x, string(x).matches('^' + string(x) + '$') && !'a'.matches(string(x)))) ? 'a' : 'b'`,
  ],
  ['repetitions that together exceed the maximum of one', "'abc'.matches('^a{1,500}b{1,500}c{1,500}$') ? 'a' : 'b'"],
  ['conversions of a long list', `${nested(240, 'dyn(', list(9000), ')')}[0] == 0 ? 'a' : 'b'`],
];
