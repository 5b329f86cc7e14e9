import { readDocument, type Path, type SourceDocument } from '../../../src/yaml/index.ts';
import { testEdits, type EditRow } from './edit-rows.ts';

/** A text, the path in it that is copied to `a` of another text, and the expected text. */
type CopyRow = readonly [name: string, source: string, from: Path, target: string, want: string];

const COPIES: readonly CopyRow[] = [
  ['copies a number with its text', 'x: 1.10\n', ['x'], 'b: 1\n', 'b: 1\na: 1.10\n'],
  ['copies an octal', 'x: 012\n', ['x'], 'a: 1\n', 'a: 012\n'],
  ['copies a quoted string with its quotes', "x: 'yes'\n", ['x'], 'a: 1\n', "a: 'yes'\n"],
  ['copies an escape', 'x: "\\U0001F600"\n', ['x'], 'a: 1\n', 'a: "\\U0001F600"\n'],
  ['copies an escape in a text of several lines', 'x: "\\U0001F600\\n"\n', ['x'], 'a: 1\n', 'a: "\\U0001F600\\n"\n'],
  ['copies a text of several lines as a block', 'x: "\\u00e4\\n"\n', ['x'], 'a: 1\n', 'a: |\n  ä\n'],
  [
    'copies a map with its comments',
    'x:\n  # in\n  b: 1 # one\n\n  c: 012\n',
    ['x'],
    'a: 1\n',
    'a:\n  # in\n  b: 1 # one\n\n  c: 012\n',
  ],
  [
    'copies a map from four columns to two',
    'x:\n    b:\n        c: 1\n',
    ['x'],
    'q:\n  r: 1\na: 1\n',
    'q:\n  r: 1\na:\n  b:\n      c: 1\n',
  ],
  [
    'copies a map whose second key is in brackets',
    'x:\n  b: c\n  ? [d]\n  : e\n',
    ['x'],
    'a: 1\n',
    'a:\n  b: c\n  ? [d]\n  : e\n',
  ],
  ['copies a map with a key in brackets below another', 'b: c\n[d]: e\n', [], 'a: 1\n', 'a:\n  b: c\n  [d]: e\n'],
  ['copies a compact sequence', 'x:\n- 1 # one\n- b: 1\n', ['x'], 'a: 1\n', 'a:\n- 1 # one\n- b: 1\n'],
  [
    'copies a wide sequence among compact ones',
    'x:\n  - 1 # one\n  - b: 1\n',
    ['x'],
    'q:\n- 1\na: 1\n',
    'q:\n- 1\na:\n- 1 # one\n- b: 1\n',
  ],
  [
    'copies a compact sequence among wide ones',
    'x:\n- 1 # one\n',
    ['x'],
    'q:\n  - 1\na: 1\n',
    'q:\n  - 1\na:\n  - 1 # one\n',
  ],
  ['copies a literal block', 'x:\n  v: |\n    one\n      two\n', ['x', 'v'], 'a: 1\n', 'a: |\n  one\n    two\n'],
  ['copies a literal block without a final newline', 'x: |\n  one', ['x'], 'a: 1\n', 'a: one\n'],
  ['copies a folded block', 'x: >-\n  one\n  two\n', ['x'], 'a: 1\n', 'a: >-\n  one\n  two\n'],
  ['copies a flow collection', 'x: { b: [1,2] }\n', ['x'], 'a: 1\n', 'a: { b: [1,2] }\n'],
  ['copies block style into JSON', "x:\n  b: 012 # c\n  c:\n  - 'q'\n", ['x'], '{"a":1}', '{"a":{"b":10,"c":["q"]}}'],
  ['copies JSON into block style', '{"x":{"b":1,"c":["q"]}}', ['x'], 'a: 1\n', 'a: {"b":1,"c":["q"]}\n'],
  ['expands aliases', 'x: &o 1\nz:\n  b: *o\n  c: 2\n', ['z'], 'a: 1\n', 'a:\n  b: 1\n  c: 2\n'],
  ['omits anchors', 'z:\n  b: &o 1\n  c: *o\n', ['z'], 'a: 1\n', 'a:\n  b: 1\n  c: 1\n'],
  ['expands merge keys', 'x: &o {b: 1}\nz:\n  <<: *o\n  c: 2\n', ['z'], 'a: 1\n', 'a:\n  c: 2\n  b: 1\n'],
  ['copies the target of an alias', 'x: &o\n  b: 1 # c\nz: *o\n', ['z'], 'a: 1\n', 'a:\n  b: 1 # c\n'],
  ['copies LF into CRLF', 'x:\n  b: 1\n  c: |\n    t\n', ['x'], 'a: 1\r\n', 'a:\r\n  b: 1\r\n  c: |\r\n    t\r\n'],
  ['changes nothing if the value is equal', 'x: 1.0\n', ['x'], 'a: 1\n', 'a: 1\n'],
  ['copies an empty value', 'x:\nz: 1\n', ['x'], 'a: 1\n', 'a: null\n'],
  ['keeps the existing comment beside the value', 'x: 2 # two\n', ['x'], 'a: 1 # one\n', 'a: 2 # one\n'],
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
      name: 'copies block style into flow style',
      text: 'q: {a: 1}\n',
      edit: (d) => copy(d, ['q', 'a'], 'x:\n  b: 012 # c\n  c:\n  - "q"\n', ['x']),
      want: 'q: {a: {b: 012, c: ["q"]}}\n',
    },
    {
      name: 'copies a map into an element',
      text: '- 1\n',
      edit: (d) => d.append([], node('x:\n    # in\n    b: 1\n    c: 2 # c\n', ['x'])),
      want: '- 1\n- # in\n  b: 1\n  c: 2 # c\n',
    },
    {
      name: 'copies an item after an item',
      text: 'items:\n- a: 1\n',
      edit: (d) => d.append(['items'], node('# head\n\na: 2 # two\nb:\n  - 1\n', [])),
      want: 'items:\n- a: 1\n- # head\n\n  a: 2 # two\n  b:\n    - 1\n',
    },
    {
      name: 'copies a node to a greater depth',
      text: 'a:\n  b:\n    c: 1\n',
      edit: (d) => d.set(['a', 'b', 'd'], node('x:\n  v: |\n    t\n\n    u\n  w: "1\n    2"\n', ['x'])),
      want: 'a:\n  b:\n    c: 1\n    d:\n      v: |\n        t\n\n        u\n      w: "1\n        2"\n',
    },
    {
      name: 'copies a node of the same document',
      text: 'a:\n  b: 1 # one\nc: 2\n',
      edit: (d) => d.set(['c'], d.get(['a']) ?? null),
      want: 'a:\n  b: 1 # one\nc:\n  b: 1 # one\n',
    },
    {
      name: 'copies an edited node',
      text: 'c: 2\n',
      edit: (d) => {
        const source = readDocument('a:\n  b: 1 # one\n');
        source.set(['a', 'd'], 'x');
        d.set(['c'], source.get(['a']) ?? null);
      },
      want: 'c:\n  b: 1 # one\n  d: x\n',
    },
    {
      name: 'copies scalars within new data',
      text: 'a:\n- 1\n',
      edit: (d) => d.append(['a'], { b: [node('x: 1.10\n', ['x']), true], c: { d: node("x: 'y'\n", ['x']) } }),
      want: "a:\n- 1\n- b:\n  - 1.10\n  - true\n  c:\n    d: 'y'\n",
    },
    {
      name: 'keeps the comment beside a value in place of which a block scalar is copied',
      text: 'a: |\n  t\nb: x # c\n',
      edit: (d) => d.set(['b'], d.get(['a']) ?? null),
      want: 'a: |\n  t\nb: | # c\n  t\n',
    },
    {
      name: 'keeps the comment beside a map in place of which a block scalar with a comment is copied',
      text: 'a: |2- # s\n   t\nb:\n- x: # c\n    y: 1\n',
      edit: (d) => d.set(['b', 0, 'x'], d.get(['a']) ?? null),
      want: 'a: |2- # s\n   t\nb:\n- x: |2- # c\n     t\n',
    },
    {
      name: 'copies the comment of a block scalar where the value had none',
      text: 'a: | # s\n  t\nb: x\n',
      edit: (d) => d.set(['b'], d.get(['a']) ?? null),
      want: 'a: | # s\n  t\nb: | # s\n  t\n',
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
