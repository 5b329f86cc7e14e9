import assert from 'node:assert/strict';
import { readDocument, YamlError } from '../../../src/yaml/index.ts';
import { testEdits } from './edit-rows.ts';

describe('edits through aliases', () => {
  testEdits([
    {
      name: 'copies the value of an anchor in a merge key that is replaced by its keys',
      text: 'a:\n  <<: {b: &z [1], c: 2}\n  d: *z\ne: *z\n',
      edit: (d) => d.remove(['a', 'c']),
      want: 'a:\n  b: [1]\n  d: [1]\ne: [1]\n',
      notices: ['the value of anchor "z" was edited: 2 aliases of it replaced by copies of the old value'],
    },
    { name: 'replaces an alias', text: 'a: &x 1\nb: *x\n', edit: (d) => d.set(['b'], 2), want: 'a: &x 1\nb: 2\n' },
    {
      name: 'changes nothing if the value is the same',
      text: 'a: &x {k: 1}\nb: *x\n',
      edit: (d) => d.set(['b'], { k: 1 }),
      want: 'a: &x {k: 1}\nb: *x\n',
    },
    {
      name: 'edits a copy of the text of the anchor',
      text: 'a: &x\n  # one\n  k: 1 # beside\n  l: "2"\nb: *x # b\nc: *x\n',
      edit: (d) => d.set(['b', 'k'], 3),
      want: 'a: &x\n  # one\n  k: 1 # beside\n  l: "2"\nb: # b\n  # one\n  k: 3 # beside\n  l: "2"\nc: *x\n',
    },
    {
      name: 'adds to a copy of the anchored value',
      text: 'a: &x\n- 1\nb: *x\n',
      edit: (d) => d.append(['b'], 2),
      want: 'a: &x\n- 1\nb:\n- 1\n- 2\n',
    },
    {
      name: 'removes from a copy of the anchored value',
      text: 'a: &x {k: 1, l: 2}\nb: *x\n',
      edit: (d) => d.remove(['b', 'k']),
      want: 'a: &x {k: 1, l: 2}\nb: {l: 2}\n',
    },
    { name: 'removes an alias', text: 'a: &x 1\nb: *x\n', edit: (d) => d.remove(['b']), want: 'a: &x 1\n' },
    {
      name: 'replaces an alias in a block sequence',
      text: '- &x 1\n- *x\n- *x\n',
      edit: (d) => d.set([1], 2),
      want: '- &x 1\n- 2\n- *x\n',
    },
    {
      name: 'replaces an alias in a flow sequence',
      text: 'a: [&x 1, *x]\n',
      edit: (d) => d.set(['a', 1], 2),
      want: 'a: [&x 1, 2]\n',
    },
    {
      name: 'resolves an alias to the later of two anchors with its name',
      text: 'a: &x 1\nb: *x\nc: &x {k: 2}\nd: *x\n',
      edit: (d) => d.set(['d', 'k'], 3),
      want: 'a: &x 1\nb: *x\nc: &x {k: 2}\nd: {k: 3}\n',
    },
    {
      name: 'replaces an alias key by its target when its line changes',
      text: 'a: &x key\n*x : 1\n',
      edit: (d) => d.set(['key'], 2),
      want: 'a: &x key\nkey : 2\n',
    },
    {
      name: 'renames a key that is an alias',
      text: 'a: &x key\n*x : 1\n',
      edit: (d) => d.rename(['key'], 'other'),
      want: 'a: &x key\nother : 1\n',
    },
  ]);
});

const notice = (anchor: string, aliases: string): string =>
  `the value of anchor "${anchor}" was edited: ${aliases} of it replaced by copies of the old value`;

describe('edits inside anchored values', () => {
  testEdits([
    {
      name: 'replaces the alias by the old text',
      text: 'a: &x\n  k: 1 # one\nb: *x\n',
      edit: (d) => d.set(['a', 'k'], 2),
      want: 'a: &x\n  k: 2 # one\nb:\n  k: 1 # one\n',
      notices: [notice('x', '1 alias')],
    },
    {
      name: 'replaces an anchored scalar',
      text: 'a: &x 1\nb: *x\nc: [*x]\n',
      edit: (d) => d.set(['a'], 2),
      want: 'a: &x 2\nb: 1\nc: [1]\n',
      notices: [notice('x', '2 aliases')],
    },
    {
      name: 'removes an anchored value',
      text: 'a: &x 1\nb: *x\n',
      edit: (d) => d.remove(['a']),
      want: 'b: 1\n',
      notices: [notice('x', '1 alias')],
    },
    {
      name: 'replaces a value with anchors far inside of it, and one after the other',
      text: 'a:\n  b:\n    c: &x 1\n    d: [&y 2]\nk: *x\nl: *y\n',
      edit: (d) => {
        d.set(['a', 'b', 'c'], 3);
        d.set(['a'], 4);
      },
      want: 'a: 4\nk: 1\nl: 2\n',
      notices: [notice('x', '1 alias'), notice('y', '1 alias')],
    },
    {
      name: 'counts no alias that was removed, alone or with what holds it',
      text: 'a: &x 1\nb: *x\nc: {d: [*x], e: *x}\nf: [*x, 1]\ng: *x\n',
      edit: (d) => {
        d.remove(['b']);
        d.remove(['c']);
        d.remove(['f', 0]);
        d.set(['a'], 2);
      },
      want: 'a: &x 2\nf: [1]\ng: 1\n',
      notices: [notice('x', '1 alias')],
    },
    {
      name: 'keeps aliases of other anchors',
      text: 'a: &x {k: 1}\nb: &z 2\nc: *z\nd: *x\n',
      edit: (d) => d.set(['a', 'k'], 2),
      want: 'a: &x {k: 2}\nb: &z 2\nc: *z\nd: {k: 1}\n',
      notices: [notice('x', '1 alias')],
    },
    {
      name: 'replaces a merge of the anchor by the old text',
      text: 'a: &x\n  k: 1\nb:\n  <<: *x\n  m: 2\n',
      edit: (d) => d.set(['a', 'k'], 2),
      want: 'a: &x\n  k: 2\nb:\n  <<:\n    k: 1\n  m: 2\n',
      notices: [notice('x', '1 alias')],
    },
    {
      name: 'replaces an alias key by the old name',
      text: 'a: &x key\n*x : 1\n',
      edit: (d) => d.set(['a'], 'other'),
      want: 'a: &x other\nkey : 1\n',
      notices: [notice('x', '1 alias')],
    },
    {
      name: 'gives no notice without an alias',
      text: 'a: &x\n  k: 1\n',
      edit: (d) => d.set(['a', 'k'], 2),
      want: 'a: &x\n  k: 2\n',
    },
  ]);
});

describe('edits of keys supplied by merge keys', () => {
  for (const merge of ['<<', '!!merge <<']) {
    const base = `a: &x\n  k: 1\n  l: 2\nb:\n  ${merge}: *x\n  m: 3\n`;
    const head = 'a: &x\n  k: 1\n  l: 2\nb:\n';
    testEdits([
      { name: `${merge}: sets a key locally`, text: base, edit: (d) => d.set(['b', 'k'], 5), want: `${base}  k: 5\n` },
      {
        name: `${merge}: changes nothing if the value is the same`,
        text: base,
        edit: (d) => d.set(['b', 'k'], 1),
        want: base,
      },
      {
        name: `${merge}: sets a key of the map itself`,
        text: base,
        edit: (d) => d.set(['b', 'm'], 5),
        want: base.replace('m: 3', 'm: 5'),
      },
      {
        name: `${merge}: removes a merged key and expands the others in its place`,
        text: base,
        edit: (d) => d.remove(['b', 'k']),
        want: `${head}  l: 2\n  m: 3\n`,
      },
      {
        name: `${merge}: renames a merged key`,
        text: base,
        edit: (d) => d.rename(['b', 'k'], 'z'),
        want: `${head}  z: 1\n  l: 2\n  m: 3\n`,
      },
      {
        name: `${merge}: renames a key of the map itself`,
        text: base,
        edit: (d) => d.rename(['b', 'm'], 'z'),
        want: base.replace('m: 3', 'z: 3'),
      },
    ]);
  }
  testEdits([
    {
      name: 'removes a key that is in both the map and the merge',
      text: 'a: &x {k: 1, l: 2}\nb:\n  <<: *x\n  k: 3\n',
      edit: (d) => d.remove(['b', 'k']),
      want: 'a: &x {k: 1, l: 2}\nb:\n  l: 2\n',
    },
    {
      name: 'edits within a merged value',
      text: 'a: &x\n  k:\n    z: 1\nb:\n  <<: *x\n',
      edit: (d) => d.set(['b', 'k', 'w'], 2),
      want: 'a: &x\n  k:\n    z: 1\nb:\n  <<: *x\n  k:\n    z: 1\n    w: 2\n',
    },
    {
      name: 'takes the first of several merged maps',
      text: 'a: &x {k: 1}\nb: &z {k: 2, l: 3}\nc:\n  <<: [*x, *z]\n',
      edit: (d) => d.set(['c'], { k: 1, l: 4 }),
      want: 'a: &x {k: 1}\nb: &z {k: 2, l: 3}\nc:\n  <<: [*x, *z]\n  l: 4\n',
    },
    {
      name: 'takes the last of several merge keys',
      text: 'a: &x {k: 1, l: 1}\nb: &z {k: 2}\nc:\n  <<: *x\n  <<: *z\n',
      edit: (d) => d.set(['c'], { k: 2, l: 3 }),
      want: 'a: &x {k: 1, l: 1}\nb: &z {k: 2}\nc:\n  <<: *x\n  <<: *z\n  l: 3\n',
    },
    {
      name: 'replaces several merge keys by what the last supplies, then the others',
      text: 'a: &x {k: 1, l: 1}\nb: &z {k: 2}\nc:\n  <<: *x\n  <<: *z\n',
      edit: (d) => d.remove(['c', 'l']),
      want: 'a: &x {k: 1, l: 1}\nb: &z {k: 2}\nc:\n  k: 2\n',
    },
    {
      name: 'edits a merged key in flow style',
      text: 'a: &x {k: 1}\nb: {<<: *x, m: 2}\n',
      edit: (d) => d.set(['b', 'k'], 5),
      want: 'a: &x {k: 1}\nb: {<<: *x, m: 2, k: 5}\n',
    },
    {
      name: 'removes the only key of a map of merges only',
      text: 'a: &x {k: 1}\nb:\n  <<: *x\nc: 1\n',
      edit: (d) => d.remove(['b', 'k']),
      want: 'a: &x {k: 1}\nb: {}\nc: 1\n',
    },
  ]);

  it('treats a quoted `<<` as an ordinary key', () => {
    assert.deepEqual(readDocument("'<<': {a: 1}\n").keys([]), ['<<']);
  });
});

describe('duplicate keys', () => {
  const text = 'a: 1\nb: 2\na: 3\n';

  testEdits([
    { name: 'edits other keys', text, edit: (d) => d.set(['b'], 5), want: 'a: 1\nb: 5\na: 3\n' },
    { name: 'changes nothing if the value equals the last one', text, edit: (d) => d.set(['a'], 3), want: text },
  ]);
  it('reads the last of duplicate keys', () => assert.equal(readDocument(text).value(['a']), 3));
  for (const [name, edit] of [
    ['set', (): void => readDocument(text).set(['a'], 5)],
    ['remove', (): boolean => readDocument(text).remove(['a'])],
    ['rename', (): void => readDocument(text).rename(['a'], 'c')],
    ['set within', (): void => readDocument('a: {}\na: {}\n').set(['a', 'b'], 1)],
  ] as const) {
    it(`${name} is an error that names both lines`, () => {
      assert.throws(edit, (error: unknown) => error instanceof YamlError && /lines 1 and [23]/.test(error.message));
    });
  }
});
