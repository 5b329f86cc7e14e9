import type { Value } from '../../../src/yaml/index.ts';
import { testEdits } from './edit-rows.ts';

const STYLES = {
  plain: 'old',
  single: "'old'",
  double: '"old"',
  literal: '|\n  one\n  two',
  stripped: '|-\n  one\n  two',
  indented: '|4\n      \n     one\n    two',
  folded: '>\n  one\n  two',
  'multi-line plain': 'one\n  two',
  'multi-line single': "'one\n  two'",
  'multi-line double': '"one\n  two"',
} as const;

/** The text after the key when a value of each style is replaced. */
const REPLACED: readonly (readonly [style: keyof typeof STYLES, value: Value, want: string])[] = [
  ['plain', 'new', ' new'],
  ['plain', 5, ' 5'],
  ['plain', 'x\nz\n', ' |\n  x\n  z'],
  ['plain', null, ' null'],
  ['plain', { k: 1 }, '\n  k: 1'],
  ['plain', ['e'], '\n- e'],
  ['plain', 'yes', ' "yes"'],
  ['plain', 'a: b', " 'a: b'"],
  ['single', 'new', " 'new'"],
  ['single', "it's", " 'it''s'"],
  ['single', 'yes', " 'yes'"],
  ['single', 5, ' 5'],
  ['single', 'x\nz\n', ' "x\\nz\\n"'],
  ['single', null, ' null'],
  ['single', { k: 1 }, '\n  k: 1'],
  ['single', ['e'], '\n- e'],
  ['double', 'new', ' "new"'],
  ['double', 'a"b\\', ' "a\\"b\\\\"'],
  ['double', 5, ' 5'],
  ['double', 'x\nz\n', ' "x\\nz\\n"'],
  ['double', null, ' null'],
  ['double', { k: 1 }, '\n  k: 1'],
  ['double', ['e'], '\n- e'],
  ['literal', 'one\nthree\n', ' |\n  one\n  three'],
  ['literal', 'one\ntwo', ' |-\n  one\n  two'],
  ['literal', 'one\ntwo\n\n', ' |+\n  one\n  two\n'],
  ['literal', '  one\n', ' |2\n    one'],
  ['literal', 'new', ' new'],
  ['literal', 'new\n', ' |\n  new'],
  ['stripped', 'new', ' |-\n  new'],
  ['stripped', 'a: b', ' |-\n  a: b'],
  ['stripped', '5', ' |-\n  5'],
  ['stripped', '', ' ""'],
  ['stripped', ' ', " ' '"],
  ['stripped', ' \nnew', ' " \\nnew"'],
  ['indented', '  \n new\ntwo\n', ' |4\n      \n     new\n    two'],
  ['indented', '  \n', ' "  \\n"'],
  ['indented', '  \n\tnew\n', ' "  \\n\\tnew\\n"'],
  ['literal', 5, ' 5'],
  ['literal', null, ' null'],
  ['literal', { k: 1 }, '\n  k: 1'],
  ['literal', ['e'], '\n- e'],
  ['folded', 'new', ' new'],
  ['folded', 5, ' 5'],
  ['folded', 'x\nz\n', ' |\n  x\n  z'],
  ['folded', null, ' null'],
  ['folded', { k: 1 }, '\n  k: 1'],
  ['folded', ['e'], '\n- e'],
  ['multi-line plain', 'new', ' new'],
  ['multi-line plain', 5, ' 5'],
  ['multi-line plain', null, ' null'],
  ['multi-line plain', 'x\nz\n', ' |\n  x\n  z'],
  ['multi-line plain', { k: 1 }, '\n  k: 1'],
  ['multi-line plain', ['e'], '\n- e'],
  ['multi-line single', 'new', " 'new'"],
  ['multi-line single', 'one three', " 'one\n  three'"],
  ['multi-line single', 5, ' 5'],
  ['multi-line single', ['e'], '\n- e'],
  ['multi-line double', 'new', ' "new"'],
  ['multi-line double', 'one three', ' "one\n  three"'],
  ['multi-line double', 5, ' 5'],
  ['multi-line double', { k: 1 }, '\n  k: 1'],
];

describe('replacing scalars of each style', () => {
  testEdits(
    REPLACED.map(([style, value, want]) => ({
      name: `replaces ${style} by ${JSON.stringify(value)}`,
      text: `a: ${STYLES[style]}\nb: 1\n`,
      edit: (d) => d.set(['a'], value),
      want: `a:${want}\nb: 1\n`,
    })),
  );
});

const DOUBLE =
  'yes|Yes|no|NO|on|off|y|N|true|True|FALSE|null|Null|~||012|0o14|0x1F|0b1|1e3|1.0|1_000|1|-1|+1|.5|1.|08|12:30:45|1:30|' +
  '12345678901234567890|1e400|2001-12-14|2001-12-14T21:59:43Z|.inf|-.Inf|.nan|<<|=';
const SINGLE = 'a: b|# x|x #y|- x|-|{x}|[x]|*x|&x|!x|>x|%x|@x|`x|\'x|"x| lead|trail |x:|? x|?|: x|...|, x';
const PLAIN =
  'new|x#y|a:b|it\'s|say "x"|http://x|-x|a, b|a {b}|null value|yEs|tRUE|10Gi|500m|v1|1.2.3|a & b|é|日本|a\\b|$(VAR)|~x|.x|x-y_z/0|12a';

/** Expected texts of new strings. */
const STRINGS: readonly (readonly [content: string, want: string])[] = [
  ...DOUBLE.split('|').map((content) => [content, `"${content}"`] as const),
  ...SINGLE.split('|').map((content) => [content, `'${content.replaceAll("'", "''")}'`] as const),
  ...PLAIN.split('|').map((content) => [content, content] as const),
  ['|', "'|'"],
  ['a\tb', '"a\\tb"'],
  ['\u0007', '"\\x07"'],
  ['\u2028', '"\\u2028"'],
  ['\u{1F600}', '\u{1F600}'],
  ['one\ntwo\n', '|\n  one\n  two'],
  ['one\n\ntwo', '|-\n  one\n\n  two'],
  ['one\n\n', '|+\n  one\n'],
  ['\n', '"\\n"'],
];

describe('adding strings', () => {
  testEdits(
    STRINGS.map(([content, want]) => ({
      name: JSON.stringify(content),
      text: 'b: 1\n',
      edit: (d) => d.set(['a'], content),
      want: `b: 1\na: ${want}\n`,
    })),
  );
  testEdits(
    [
      ['a, b', "'a, b'"],
      ['[x', "'[x'"],
      ['yes', '"yes"'],
      ['plain', 'plain'],
      ['x\nz\n', '"x\\nz\\n"'],
    ].map(([content = '', want = '']) => ({
      name: `writes ${JSON.stringify(content)} in flow style`,
      text: 'a: [b]\n',
      edit: (d) => d.append(['a'], content),
      want: `a: [b, ${want}]\n`,
    })),
  );
});

describe('adding keys', () => {
  testEdits(
    [
      ['yes', '"yes"'],
      ['12', '"12"'],
      ['', '""'],
      ['<<', '"<<"'],
      ['~', '"~"'],
      ['a: b', "'a: b'"],
      ['# x', "'# x'"],
      ['with space', 'with space'],
      ['app.kubernetes.io/name', 'app.kubernetes.io/name'],
      ['__proto__', '__proto__'],
      ['constructor', 'constructor'],
    ].map(([key = '', want = '']) => ({
      name: JSON.stringify(key),
      text: 'b: 1\n',
      edit: (d) => d.set([key], 2),
      want: `b: 1\n${want}: 2\n`,
    })),
  );
});

/** A text after the key, a new value, and the expected text after the key. */
const NUMBERS: readonly (readonly [text: string, value: Value, want: string])[] = [
  ['12345678901234567890', 12345678901234567890n, '12345678901234567890'],
  ['12345678901234567890', 12345678901234567891n, '12345678901234567891'],
  ['9007199254740993', 9007199254740993n, '9007199254740993'],
  ['1.0', 1, '1.0'],
  ['1.0', 2, '2'],
  ['1.0', 1.5, '1.5'],
  ['012', 10, '012'],
  ['012', 11, '11'],
  ['0x1F', 31, '0x1F'],
  ['1e3', 1000, '1e3'],
  ['1e3', '1e3', '"1e3"'],
  ['1_000', 1000, '1_000'],
  ['-0', 0, '-0'],
  ['1', 1n, '1'],
  ['1', '1', '"1"'],
  ['"1"', 1, '1'],
  ['yes', true, 'yes'],
  ['yes', false, 'false'],
  ['~', null, '~'],
  ['2001-12-14', '2001-12-14', '2001-12-14'],
  ['2001-12-14', '2001-12-15', '"2001-12-15"'],
  ['"\\U0001F600"', '\u{1F600}', '"\\U0001F600"'],
  ['"\\U0001F600 a"', '\u{1F600} b', '"\\U0001F600 b"'],
  ['!!str 5', '5', '!!str 5'],
  ['1', 1e21, '1e+21'],
  ['1', 0.1, '0.1'],
];

describe('replacing numbers, dates and other scalars', () => {
  testEdits(
    NUMBERS.map(([text, value, want]) => ({
      name: `${text} by ${typeof value === 'bigint' ? `${value}n` : JSON.stringify(value)}`,
      text: `a: ${text} # c\n`,
      edit: (d) => d.set(['a'], value),
      want: `a: ${want} # c\n`,
    })),
  );
});

describe('block scalars at the end of a text', () => {
  testEdits([
    {
      name: 'keeps the value of a literal block when a key is added after it',
      text: 'a: |\n  x',
      edit: (d) => d.set(['b'], 1),
      want: 'a: |-\n  x\nb: 1',
    },
    {
      name: 'keeps the value of a folded block when a key is added after it',
      text: 'a: >\n  x',
      edit: (d) => d.set(['b'], 1),
      want: 'a: >-\n  x\nb: 1',
    },
    {
      name: 'keeps the value of a `|+` block when a key is added after it',
      text: 'a: |+\n  x',
      edit: (d) => d.set(['b'], 1),
      want: 'a: |-\n  x\nb: 1',
    },
    {
      name: 'leaves a block scalar unchanged when other values change',
      text: 'b: 1\na: |\n  x',
      edit: (d) => d.set(['b'], 2),
      want: 'b: 2\na: |\n  x',
    },
    {
      name: 'changes nothing if the value is the same',
      text: 'a: |\n  x',
      edit: (d) => d.set(['a'], 'x'),
      want: 'a: |\n  x',
    },
    {
      name: 'adds a newline to a value without one',
      text: 'a: |\n  x',
      edit: (d) => d.set(['a'], 'x\n'),
      want: 'a: |\n  x\n',
    },
    {
      name: 'adds a literal block at the end of the text',
      text: 'a: 1',
      edit: (d) => d.set(['b'], 'x\n'),
      want: 'a: 1\nb: |\n  x\n',
    },
    {
      name: 'keeps the value of a block scalar within an element',
      text: '- a: |\n    x',
      edit: (d) => d.append([], 1),
      want: '- a: |-\n    x\n- 1',
    },
    {
      name: 'absorbs no blank lines into a `|+` block when the next key is removed',
      text: 'a: |+\n  x\nb: 1\n\nc: 2\n',
      edit: (d) => d.remove(['b']),
      want: 'a: |\n  x\n\nc: 2\n',
    },
    {
      name: 'adds a line at the indentation of the block',
      text: 'a: |\n    x\n    v\nb: 1\n',
      edit: (d) => d.set(['a'], 'x\nw\nv\n'),
      want: 'a: |\n    x\n    w\n    v\nb: 1\n',
    },
    {
      name: 'indents a block whose first line starts with a space by at most nine columns, as its header has one digit',
      text: `a:\n${' '.repeat(10)}b: 1\nc: x\n`,
      edit: (d) => d.set(['c'], ' x\ny\n'),
      want: `a:\n${' '.repeat(10)}b: 1\nc: |9\n${' '.repeat(10)}x\n${' '.repeat(9)}y\n`,
    },
    {
      name: 'moves a block that is deeper than its header could say if its first line now starts with a space',
      text: `a: |\n${' '.repeat(10)}x\n${' '.repeat(10)}y\n`,
      edit: (d) => d.set(['a'], ' x\ny\n'),
      want: 'a: |2\n   x\n  y\n',
    },
  ]);
});
