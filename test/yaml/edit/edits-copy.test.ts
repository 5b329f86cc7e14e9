import { readDocument, type Path, type SourceDocument } from '../../../src/yaml/index.ts';
import { testEdits, type EditRow } from './edit-rows.ts';

/** A text, the path in it that is copied to `a` of another text, and what that is then. */
type CopyRow = readonly [name: string, source: string, from: Path, target: string, want: string];

const COPIES: readonly CopyRow[] = [
  ['a number with its text', 'x: 1.10\n', ['x'], 'b: 1\n', 'b: 1\na: 1.10\n'],
  ['an octal', 'x: 012\n', ['x'], 'a: 1\n', 'a: 012\n'],
  ['a quoted string with its quotes', "x: 'yes'\n", ['x'], 'a: 1\n', "a: 'yes'\n"],
  ['an escape', 'x: "\\U0001F600"\n', ['x'], 'a: 1\n', 'a: "\\U0001F600"\n'],
  [
    'a map with its comments',
    'x:\n  # in\n  b: 1 # one\n\n  c: 012\n',
    ['x'],
    'a: 1\n',
    'a:\n  # in\n  b: 1 # one\n\n  c: 012\n',
  ],
  [
    'a map from four columns to two',
    'x:\n    b:\n        c: 1\n',
    ['x'],
    'q:\n  r: 1\na: 1\n',
    'q:\n  r: 1\na:\n  b:\n      c: 1\n',
  ],
  ['a compact sequence', 'x:\n- 1 # one\n- b: 1\n', ['x'], 'a: 1\n', 'a:\n- 1 # one\n- b: 1\n'],
  [
    'a wide sequence among compact ones',
    'x:\n  - 1 # one\n  - b: 1\n',
    ['x'],
    'q:\n- 1\na: 1\n',
    'q:\n- 1\na:\n- 1 # one\n- b: 1\n',
  ],
  ['a compact sequence among wide ones', 'x:\n- 1 # one\n', ['x'], 'q:\n  - 1\na: 1\n', 'q:\n  - 1\na:\n  - 1 # one\n'],
  ['a literal block', 'x:\n  v: |\n    one\n      two\n', ['x', 'v'], 'a: 1\n', 'a: |\n  one\n    two\n'],
  ['a literal block without a newline', 'x: |\n  one', ['x'], 'a: 1\n', 'a: one\n'],
  ['a folded block', 'x: >-\n  one\n  two\n', ['x'], 'a: 1\n', 'a: >-\n  one\n  two\n'],
  ['a flow collection', 'x: { b: [1,2] }\n', ['x'], 'a: 1\n', 'a: { b: [1,2] }\n'],
  ['block into JSON', "x:\n  b: 012 # c\n  c:\n  - 'q'\n", ['x'], '{"a":1}', '{"a":{"b":10,"c":["q"]}}'],
  ['JSON into block', '{"x":{"b":1,"c":["q"]}}', ['x'], 'a: 1\n', 'a: {"b":1,"c":["q"]}\n'],
  ['aliases expanded', 'x: &o 1\nz:\n  b: *o\n  c: 2\n', ['z'], 'a: 1\n', 'a:\n  b: 1\n  c: 2\n'],
  ['anchors left out', 'z:\n  b: &o 1\n  c: *o\n', ['z'], 'a: 1\n', 'a:\n  b: 1\n  c: 1\n'],
  ['merge keys expanded', 'x: &o {b: 1}\nz:\n  <<: *o\n  c: 2\n', ['z'], 'a: 1\n', 'a:\n  c: 2\n  b: 1\n'],
  ['what an alias stands for', 'x: &o\n  b: 1 # c\nz: *o\n', ['z'], 'a: 1\n', 'a:\n  b: 1 # c\n'],
  ['into CRLF', 'x:\n  b: 1\n  c: |\n    t\n', ['x'], 'a: 1\r\n', 'a:\r\n  b: 1\r\n  c: |\r\n    t\r\n'],
  ['a value equal to what is there: nothing', 'x: 1.0\n', ['x'], 'a: 1\n', 'a: 1\n'],
  ['an empty value', 'x:\nz: 1\n', ['x'], 'a: 1\n', 'a: null\n'],
  ['beside the comment that is there', 'x: 2 # two\n', ['x'], 'a: 1 # one\n', 'a: 2 # one\n'],
];

describe('nodes of another document', () => {
  testEdits(
    COPIES.map(([name, source, from, text, want]) => ({
      name,
      text,
      edit: (d) => copy(d, ['a'], source, from),
      want,
    })),
  );
  const rows: readonly EditRow[] = [
    {
      name: 'block into flow',
      text: 'q: {a: 1}\n',
      edit: (d) => copy(d, ['q', 'a'], 'x:\n  b: 012 # c\n  c:\n  - "q"\n', ['x']),
      want: 'q: {a: {b: 012, c: ["q"]}}\n',
    },
    {
      name: 'a map as an element',
      text: '- 1\n',
      edit: (d) => d.append([], node('x:\n    # in\n    b: 1\n    c: 2 # c\n', ['x'])),
      want: '- 1\n- # in\n  b: 1\n  c: 2 # c\n',
    },
    {
      name: 'an item after an item',
      text: 'items:\n- a: 1\n',
      edit: (d) => d.append(['items'], node('# head\n\na: 2 # two\nb:\n  - 1\n', [])),
      want: 'items:\n- a: 1\n- # head\n\n  a: 2 # two\n  b:\n    - 1\n',
    },
    {
      name: 'deeper than it was',
      text: 'a:\n  b:\n    c: 1\n',
      edit: (d) => d.set(['a', 'b', 'd'], node('x:\n  v: |\n    t\n\n    u\n  w: "1\n    2"\n', ['x'])),
      want: 'a:\n  b:\n    c: 1\n    d:\n      v: |\n        t\n\n        u\n      w: "1\n        2"\n',
    },
    {
      name: 'of the same document',
      text: 'a:\n  b: 1 # one\nc: 2\n',
      edit: (d) => d.set(['c'], d.get(['a']) ?? null),
      want: 'a:\n  b: 1 # one\nc:\n  b: 1 # one\n',
    },
    {
      name: 'an edited one',
      text: 'c: 2\n',
      edit: (d) => {
        const source = readDocument('a:\n  b: 1 # one\n');
        source.set(['a', 'd'], 'x');
        d.set(['c'], source.get(['a']) ?? null);
      },
      want: 'c:\n  b: 1 # one\n  d: x\n',
    },
  ];
  testEdits(rows);
});

function copy(document: SourceDocument, path: Path, source: string, from: Path): void {
  document.set(path, node(source, from));
}

function node(source: string, path: Path): NonNullable<ReturnType<SourceDocument['get']>> {
  const found = readDocument(source).get(path);
  if (found === undefined) throw new Error('no such node');
  return found;
}
