import assert from 'node:assert/strict';
import { readStream } from '../../../src/yaml/index.ts';
import { testEdits } from './edit-rows.ts';

describe('comments around edits', () => {
  testEdits([
    {
      name: 'keeps comments beside and above a changed value',
      text: '# above\na: 1 # beside\n# below\n',
      edit: (d) => d.set(['a'], 2),
      want: '# above\na: 2 # beside\n# below\n',
    },
    {
      name: 'keeps the comment beside a key that holds a map',
      text: 'metadata: # kpt-merge: a/b\n  name: x # kpt-set: ${name}\n',
      edit: (d) => {
        d.set(['metadata', 'name'], 'w');
        d.set(['metadata', 'namespace'], 'ns');
      },
      want: 'metadata: # kpt-merge: a/b\n  name: w # kpt-set: ${name}\n  namespace: ns\n',
    },
    {
      name: 'keeps the comment beside a key when a map becomes a scalar and a map again',
      text: 'a: # why\n  b: 1\nc: 2\n',
      edit: (d) => {
        d.set(['a'], 5);
        d.set(['a'], { b: 2 });
      },
      want: 'a: # why\n  b: 2\nc: 2\n',
    },
    {
      name: 'keeps the comment between a key and a value on the next line',
      text: 'a: # why\n  text\nb: 1\n',
      edit: (d) => d.set(['a'], 'other'),
      want: 'a: other # why\nb: 1\n',
    },
    {
      name: 'removes comments beside and directly above a removed key',
      text: 'a: 1\n# one\n# two\nb: 2 # three\nc: 3\n',
      edit: (d) => d.remove(['b']),
      want: 'a: 1\nc: 3\n',
    },
    {
      name: 'keeps a comment separated from a removed key',
      text: 'a: 1\n# apart\n\n# about\nb: 2\n# about c\nc: 3\n',
      edit: (d) => d.remove(['b']),
      want: 'a: 1\n# apart\n\n# about c\nc: 3\n',
    },
    {
      name: 'keeps a comment of another indentation above a removed key',
      text: 'a:\n  x: 1\n  # of x\nb: 2\nc: 3\n',
      edit: (d) => d.remove(['b']),
      want: 'a:\n  x: 1\n  # of x\nc: 3\n',
    },
    {
      name: 'keeps a comment above the first key, separated by a blank line',
      text: '# licence\n\na: 1\nb: 2\n',
      edit: (d) => d.remove(['a']),
      want: '# licence\n\nb: 2\n',
    },
    {
      name: 'removes the comment within a removed map',
      text: 'a:\n  # in\n  x: 1\n  # in\n  v: 1 # in\nb: 2\n',
      edit: (d) => d.remove(['a']),
      want: 'b: 2\n',
    },
    {
      name: 'keeps a comment that does not belong to the removed only key',
      text: 'a:\n  # apart\n\n  # about b\n  b: 1\n  # foot\nc: 2\n',
      edit: (d) => d.remove(['a', 'b']),
      want: 'a: {}\n  # apart\n\n  # foot\nc: 2\n',
    },
    {
      name: 'keeps a comment that does not belong to the removed only key of a document',
      text: '# head\n\n# about\na: 1\n# foot\n',
      edit: (d) => d.remove(['a']),
      want: '# head\n\n{}\n# foot\n',
    },
    {
      name: 'removes the comment of a removed element',
      text: 'a:\n# one\n- 1\n# two\n- 2 # two\n# three\n- 3\n',
      edit: (d) => d.remove(['a', 1]),
      want: 'a:\n# one\n- 1\n# three\n- 3\n',
    },
    {
      name: 'keeps a comment at the end after a new key',
      text: 'x:\n  a: 1 # a\n  # end of x\nv: 2\n',
      edit: (d) => d.set(['x', 'b'], 2),
      want: 'x:\n  a: 1 # a\n  b: 2\n  # end of x\nv: 2\n',
    },
    {
      name: 'keeps a comment at the foot of a document there',
      text: 'a: 1\n\n# foot\n',
      edit: (d) => d.set(['b'], 2),
      want: 'a: 1\nb: 2\n\n# foot\n',
    },
    {
      name: 'keeps the comment of the first element with it',
      text: '# head\n\n# about 1\n- 1\n',
      edit: (d) => d.insert([], 0, 0),
      want: '# head\n\n- 0\n# about 1\n- 1\n',
    },
    {
      name: 'keeps the comment of a later element with it',
      text: '- 1 # one\n# about 2\n- 2\n',
      edit: (d) => d.insert([], 1, 'x'),
      want: '- 1 # one\n- x\n# about 2\n- 2\n',
    },
    {
      name: 'keeps the comment beside the header of a literal block',
      text: 'a: | # why\n  x\nb: 1\n',
      edit: (d) => d.set(['a'], 'z\n'),
      want: 'a: | # why\n  z\nb: 1\n',
    },
    {
      name: 'keeps the comment beside an empty flow map that is filled',
      text: 'a: {} # why\n',
      edit: (d) => d.set(['a', 'b'], 1),
      want: 'a: # why\n  b: 1\n',
    },
    {
      name: 'removes the comment within a map that becomes a scalar and keeps the one after it',
      text: 'a:\n  # in\n  b: 1 # in\n  # after\nc: 1\n',
      edit: (d) => d.set(['a'], 5),
      want: 'a: 5\n  # after\nc: 1\n',
    },
    {
      name: 'keeps the comment beside a renamed key',
      text: '# above\na: # beside\n  b: 1\n',
      edit: (d) => d.rename(['a'], 'z'),
      want: '# above\nz: # beside\n  b: 1\n',
    },
    {
      name: 'does not take a `#` in a quoted value for a comment',
      text: 'a: "x # y"\nb: 1\n',
      edit: (d) => d.set(['a'], 'z'),
      want: 'a: "z"\nb: 1\n',
    },
  ]);
});

describe('item headers as kpt writes them', () => {
  const text = 'items:\n- # header\n  apiVersion: v1\n  kind: A\n- apiVersion: v1\n  kind: B\n';

  testEdits([
    {
      name: 'keeps the header when the item changes',
      text,
      edit: (d) => {
        d.set(['items', 0, 'apiVersion'], 'v2');
        d.set(['items', 0, 'spec'], { a: 1 });
      },
      want: 'items:\n- # header\n  apiVersion: v2\n  kind: A\n  spec:\n    a: 1\n- apiVersion: v1\n  kind: B\n',
    },
    {
      name: 'keeps the header with its item when another is inserted before',
      text,
      edit: (d) => d.insert(['items'], 0, { kind: 'C' }),
      want: `items:\n- kind: C\n${text.slice(7)}`,
    },
    {
      name: 'removes the header with its item',
      text,
      edit: (d) => d.remove(['items', 0]),
      want: 'items:\n- apiVersion: v1\n  kind: B\n',
    },
    {
      name: 'keeps metadata in flow style when annotations and labels are added',
      text: "metadata: {name: a, annotations: {config.kubernetes.io/index: '0'}} # c\n",
      edit: (d) => {
        d.set(['metadata', 'annotations', 'config.kubernetes.io/path'], 'a.yaml');
        d.set(['metadata', 'labels'], { app: 'yes' });
        d.set(['metadata', 'annotations', 'config.kubernetes.io/index'], '1');
      },
      want: `metadata: {name: a, annotations: {config.kubernetes.io/index: '1', config.kubernetes.io/path: a.yaml}, labels: {app: "yes"}} # c\n`,
    },
  ]);
});

describe('blank lines and line breaks', () => {
  testEdits([
    { name: 'keeps blank lines', text: 'a: 1\n\n\nb: 2\n\n', edit: (d) => d.set(['a'], 3), want: 'a: 3\n\n\nb: 2\n\n' },
    {
      name: 'keeps blank lines after a new key',
      text: 'a:\n  b: 1\n\nc: 1\n',
      edit: (d) => d.set(['a', 'd'], 1),
      want: 'a:\n  b: 1\n  d: 1\n\nc: 1\n',
    },
    { name: 'keeps blank lines at the end', text: 'a: 1\n\n', edit: (d) => d.set(['b'], 2), want: 'a: 1\nb: 2\n\n' },
    {
      name: 'keeps blank lines at the start',
      text: '\n\na: 1\nb: 2\n',
      edit: (d) => d.remove(['a']),
      want: '\n\nb: 2\n',
    },
    {
      name: 'keeps white space at the end of other lines',
      text: 'a: 1  \nb: 2\n',
      edit: (d) => d.set(['b'], 3),
      want: 'a: 1  \nb: 3\n',
    },
    {
      name: 'keeps white space at the end of the line of a replaced value',
      text: 'a: 1  \nb: "x" \nc:  \nd: 1  \ne: 1  \n',
      edit: (d) => {
        for (const key of ['a', 'b', 'c']) d.set([key], 'v');
        d.set(['d'], ['v']);
        d.set(['e'], 'v\nz\n');
      },
      want: 'a: v  \nb: "v" \nc: v\nd:\n- v\ne: |\n  v\n  z\n',
    },
    {
      name: 'CRLF: keeps white space at the end of the line of a replaced value',
      text: 'a: 1  \r\nb: 2 ',
      edit: (d) => {
        d.set(['a'], 'v');
        d.set(['b'], 'v');
      },
      want: 'a: v  \r\nb: v ',
    },
    {
      name: 'CRLF: adds keys',
      text: 'a:\r\n  b: 1\r\nc: 2\r\n',
      edit: (d) => d.set(['a', 'd', 'e'], [1]),
      want: 'a:\r\n  b: 1\r\n  d:\r\n    e:\r\n    - 1\r\nc: 2\r\n',
    },
    {
      name: 'CRLF: replaces values',
      text: 'a: 1 # c\r\nb: 2\r\n',
      edit: (d) => d.set(['a'], 3),
      want: 'a: 3 # c\r\nb: 2\r\n',
    },
    { name: 'CRLF: removes keys', text: '# c\r\na: 1\r\nb: 2\r\n', edit: (d) => d.remove(['a']), want: 'b: 2\r\n' },
    {
      name: 'CRLF: writes literal blocks',
      text: 'a: |\r\n  x\r\nb: 2\r\n',
      edit: (d) => d.set(['a'], 'x\ny\n'),
      want: 'a: |\r\n  x\r\n  y\r\nb: 2\r\n',
    },
    {
      name: 'BOM: keeps it at the start',
      text: '\uFEFFa: 1\nb: 2\n',
      edit: (d) => d.remove(['a']),
      want: '\uFEFFb: 2\n',
    },
    {
      name: 'BOM: does not count it as a column',
      text: '\uFEFFa:\n  b: 1\n',
      edit: (d) => d.set(['a', 'c'], 1),
      want: '\uFEFFa:\n  b: 1\n  c: 1\n',
    },
    {
      name: 'BOM: inserts the first element',
      text: '\uFEFF- 1\n',
      edit: (d) => d.insert([], 0, 0),
      want: '\uFEFF- 0\n- 1\n',
    },
    { name: 'BOM: removes the last key', text: '\uFEFFa: 1\n', edit: (d) => d.remove(['a']), want: '\uFEFF{}\n' },
    {
      name: 'keeps `---` and directives',
      text: '%YAML 1.2\n---\na: 1\n...\n',
      edit: (d) => d.set(['b'], 2),
      want: '%YAML 1.2\n---\na: 1\nb: 2\n...\n',
    },
    {
      name: 'keeps `---` with a comment',
      text: '--- # doc\na: 1\n',
      edit: (d) => d.remove(['a']),
      want: '--- # doc\n{}\n',
    },
  ]);
});

describe('several documents in one text', () => {
  const text = '# one\na: 1\n---\n# two\n\nb: 2\n--- # three\nc: 3';

  it('edits one document without changing others', () => {
    const stream = readStream(text);
    const [one, two, three] = stream.documents;
    one?.set(['x'], 1);
    two?.remove(['b']);
    three?.set(['c'], { d: 4 });
    assert.equal(stream.text(), '# one\na: 1\nx: 1\n---\n# two\n\n{}\n--- # three\nc:\n  d: 4');
  });
  it('covers the text', () => {
    const stream = readStream(text);
    assert.equal(stream.documents.map((document) => document.text()).join(''), text);
  });
});
