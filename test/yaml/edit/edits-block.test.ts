import { testEdits } from './edit-rows.ts';

describe('edits of block maps', () => {
  testEdits([
    { name: 'replaces a value', text: 'a: 1\nb: 2\n', edit: (d) => d.set(['b'], 3), want: 'a: 1\nb: 3\n' },
    { name: 'adds a key at the end', text: 'a: 1\n', edit: (d) => d.set(['b'], 2), want: 'a: 1\nb: 2\n' },
    { name: 'adds no final newline', text: 'a: 1', edit: (d) => d.set(['b'], 2), want: 'a: 1\nb: 2' },
    {
      name: 'adds a key to an inner map',
      text: 'a:\n  b: 1\nc: 2\n',
      edit: (d) => d.set(['a', 'd'], 2),
      want: 'a:\n  b: 1\n  d: 2\nc: 2\n',
    },
    {
      name: 'creates missing maps on the way',
      text: 'a: 1\n',
      edit: (d) => d.set(['b', 'c', 'd'], 'x'),
      want: 'a: 1\nb:\n  c:\n    d: x\n',
    },
    {
      name: 'follows an indentation of four',
      text: 'a:\n    b: 1\n',
      edit: (d) => d.set(['a', 'c', 'd'], 1),
      want: 'a:\n    b: 1\n    c:\n        d: 1\n',
    },
    {
      name: 'replaces a scalar by a map',
      text: 'a: 1\nb: 2\n',
      edit: (d) => d.set(['a'], { x: 1, v: [1, 2] }),
      want: 'a:\n  x: 1\n  v:\n  - 1\n  - 2\nb: 2\n',
    },
    {
      name: 'replaces a map by a scalar',
      text: 'a:\n  x: 1\n\n  v: 2\n\nb: 2\n',
      edit: (d) => d.set(['a'], 5),
      want: 'a: 5\n\nb: 2\n',
    },
    {
      name: 'replaces a map by a sequence',
      text: 'a:\n  x: 1\nb: 2\n',
      edit: (d) => d.set(['a'], ['x']),
      want: 'a:\n- x\nb: 2\n',
    },
    {
      name: 'changes only the differences in a map',
      text: 'a:\n  x: 1 # x\n  v: "2" # v\n  z: 3\n',
      edit: (d) => d.set(['a'], { w: 0, z: 3, x: 5 }),
      want: 'a:\n  x: 5 # x\n  z: 3\n  w: 0\n',
    },
    { name: 'keeps white space before a value', text: 'a:    1\n', edit: (d) => d.set(['a'], 2), want: 'a:    2\n' },
    { name: 'keeps white space before a colon', text: 'a : 1\n', edit: (d) => d.set(['a'], 2), want: 'a : 2\n' },
    { name: 'keeps an explicit key', text: '? a\n: 1\n', edit: (d) => d.set(['a'], 2), want: '? a\n: 2\n' },
    { name: 'removes the first key', text: 'a: 1\nb: 2\n', edit: (d) => d.remove(['a']), want: 'b: 2\n' },
    {
      name: 'removes a middle key',
      text: 'a: 1\nb:\n  x: 1\nc: 3\n',
      edit: (d) => d.remove(['b']),
      want: 'a: 1\nc: 3\n',
    },
    { name: 'removes the last key of several', text: 'a: 1\nb: 2\n', edit: (d) => d.remove(['b']), want: 'a: 1\n' },
    {
      name: 'removes the only key of an inner map',
      text: 'a:\n  b: 1\nc: 2\n',
      edit: (d) => d.remove(['a', 'b']),
      want: 'a: {}\nc: 2\n',
    },
    {
      name: 'keeps block style when a map is emptied and filled again',
      text: 'a: 1\n',
      edit: (d) => {
        d.remove(['a']);
        d.set(['b'], 2);
      },
      want: 'b: 2\n',
    },
    {
      name: 'removes the only key of a text without a newline',
      text: 'a: 1',
      edit: (d) => d.remove(['a']),
      want: '{}',
    },
    { name: 'puts a map after `---`', text: '--- x\n', edit: (d) => d.set([], { a: 1 }), want: '---\na: 1\n' },
    { name: 'removes the only key of a document', text: 'a: 1\n', edit: (d) => d.remove(['a']), want: '{}\n' },
    {
      name: 'removes the first key after a dash',
      text: '- a: 1\n  b: 2\n',
      edit: (d) => d.remove([0, 'a']),
      want: '- b: 2\n',
    },
    {
      name: 'removes the only key after a dash',
      text: '- a: 1\n- 2\n',
      edit: (d) => d.remove([0, 'a']),
      want: '- {}\n- 2\n',
    },
    {
      name: 'renames a key',
      text: 'a: 1 # one\nb: 2\n',
      edit: (d) => d.rename(['a'], 'x'),
      want: 'x: 1 # one\nb: 2\n',
    },
    {
      name: 'renames a key of a map after a dash',
      text: '- a:\n    b: 1\n',
      edit: (d) => d.rename([0, 'a'], 'long'),
      want: '- long:\n    b: 1\n',
    },
    {
      name: 'keeps the quotes of a renamed key',
      text: '\'a\': 1\n"b": 2\n',
      edit: (d) => {
        d.rename(['a'], 'x');
        d.rename(['b'], 'v');
      },
      want: '\'x\': 1\n"v": 2\n',
    },
    {
      name: 'renames to a key that needs quotes',
      text: 'a: 1\n',
      edit: (d) => d.rename(['a'], 'yes'),
      want: '"yes": 1\n',
    },
    {
      name: 'makes several edits of one map',
      text: 'a: 1\nb: 2\nc: 3\n',
      edit: (d) => {
        d.set(['d'], 4);
        d.remove(['b']);
        d.rename(['a'], 'x');
        d.set(['x'], { v: 1 });
        d.set(['x', 'z'], 2);
        d.remove(['x', 'v']);
      },
      want: 'x:\n  z: 2\nc: 3\nd: 4\n',
    },
  ]);
});

describe('edits of empty values', () => {
  testEdits([
    { name: 'sets an empty value', text: 'a:\nb: 1\n', edit: (d) => d.set(['a'], 1), want: 'a: 1\nb: 1\n' },
    {
      name: 'sets the last empty value without adding a newline',
      text: 'a:',
      edit: (d) => d.set(['a'], 1),
      want: 'a: 1',
    },
    {
      name: 'sets a map in place of an empty value',
      text: 'a:\nb: 1\n',
      edit: (d) => d.set(['a', 'x'], 1),
      want: 'a:\n  x: 1\nb: 1\n',
    },
    {
      name: 'sets a sequence in place of an empty value',
      text: 'a:\nb: 1\n',
      edit: (d) => d.append(['a'], 1),
      want: 'a:\n- 1\nb: 1\n',
    },
    {
      name: 'keeps the comment beside an empty value',
      text: 'a: # why\nb: 1\n',
      edit: (d) => d.set(['a'], 1),
      want: 'a: 1 # why\nb: 1\n',
    },
    { name: 'sets an empty element', text: '-\n- 1\n', edit: (d) => d.set([0], 5), want: '- 5\n- 1\n' },
    {
      name: 'sets a map in place of an empty element',
      text: '-\n- 1\n',
      edit: (d) => d.set([0, 'a'], 5),
      want: '- a: 5\n- 1\n',
    },
    { name: 'sets a key in an empty document', text: '---\n', edit: (d) => d.set(['a'], 1), want: '---\na: 1\n' },
    {
      name: 'changes nothing if null is set in place of an empty value',
      text: 'a:\nb: ~\n',
      edit: (d) => d.set([], { a: null, b: null }),
      want: 'a:\nb: ~\n',
    },
  ]);
});

describe('edits of block sequences', () => {
  testEdits([
    { name: 'replaces an element', text: '- 1\n- 2\n', edit: (d) => d.set([1], 3), want: '- 1\n- 3\n' },
    {
      name: 'appends to a compact sequence',
      text: 'a:\n- 1\nb: 2\n',
      edit: (d) => d.append(['a'], 2),
      want: 'a:\n- 1\n- 2\nb: 2\n',
    },
    {
      name: 'appends to a wide sequence',
      text: 'a:\n  - 1\nb: 2\n',
      edit: (d) => d.append(['a'], 2),
      want: 'a:\n  - 1\n  - 2\nb: 2\n',
    },
    {
      name: 'inserts at the start',
      text: 'a:\n  - 1\n',
      edit: (d) => d.insert(['a'], 0, 0),
      want: 'a:\n  - 0\n  - 1\n',
    },
    { name: 'inserts in the middle', text: '- 1\n- 3\n', edit: (d) => d.insert([], 1, 2), want: '- 1\n- 2\n- 3\n' },
    { name: 'inserts at the end', text: '- 1', edit: (d) => d.insert([], 1, 2), want: '- 1\n- 2' },
    {
      name: 'inserts a map before a map',
      text: 'a:\n- name: x\n  v: 1\n',
      edit: (d) => d.insert(['a'], 0, { name: 'z', v: [1, { q: 2 }] }),
      want: 'a:\n- name: z\n  v:\n  - 1\n  - q: 2\n- name: x\n  v: 1\n',
    },
    {
      name: 'removes the first element',
      text: '- a: 1\n  b: 2\n- 2\n- 3\n',
      edit: (d) => d.remove([0]),
      want: '- 2\n- 3\n',
    },
    {
      name: 'removes an element from the middle',
      text: '- 1\n- a: 1\n  b: 2\n- 3\n',
      edit: (d) => d.remove([1]),
      want: '- 1\n- 3\n',
    },
    { name: 'removes the last of several elements', text: '- 1\n- 2', edit: (d) => d.remove([1]), want: '- 1\n' },
    {
      name: 'removes the only element',
      text: 'a:\n- 1\nb: 2\n',
      edit: (d) => d.remove(['a', 0]),
      want: 'a: []\nb: 2\n',
    },
    { name: 'removes the only element of a document', text: '- 1\n', edit: (d) => d.remove([0]), want: '[]\n' },
    {
      name: 'sets a map as an element',
      text: '- 1\n',
      edit: (d) => d.set([0], { a: 1, b: 2 }),
      want: '- a: 1\n  b: 2\n',
    },
    {
      name: 'sets a sequence as an element',
      text: '- 1\n',
      edit: (d) => d.set([0], [1, [2]]),
      want: '- - 1\n  - - 2\n',
    },
    {
      name: 'appends to a nested sequence',
      text: '- - 1\n  - 2\n',
      edit: (d) => d.append([0], 3),
      want: '- - 1\n  - 2\n  - 3\n',
    },
    {
      name: 'inserts into a nested sequence',
      text: '- - 1\n',
      edit: (d) => d.insert([0], 0, 0),
      want: '- - 0\n  - 1\n',
    },
    { name: 'removes from a nested sequence', text: '- - 1\n  - 2\n', edit: (d) => d.remove([0, 0]), want: '- - 2\n' },
    {
      name: 'keeps a dash on its own line',
      text: '-\n  a: 1\n',
      edit: (d) => d.set([0, 'b'], 2),
      want: '-\n  a: 1\n  b: 2\n',
    },
    {
      name: 'keeps a wide gap after the dash when a key is added',
      text: '-   a: 1\n',
      edit: (d) => d.set([0, 'b'], 2),
      want: '-   a: 1\n    b: 2\n',
    },
    {
      name: 'keeps a wide gap after the dash when the first key is removed',
      text: '-   a: 1\n    b: 2\n',
      edit: (d) => d.remove([0, 'a']),
      want: '-   b: 2\n',
    },
    {
      name: 'changes only the differences in a sequence',
      text: '- 1 # one\n- 2\n- 3 # three\n',
      edit: (d) => d.set([], [1, 3]),
      want: '- 1 # one\n- 3 # three\n',
    },
    {
      name: 'changes only the differences in an element',
      text: '- a: 1 # one\n  b: 2\n- 3\n',
      edit: (d) => d.set([], [{ a: 1, b: 5 }, 3]),
      want: '- a: 1 # one\n  b: 5\n- 3\n',
    },
    {
      name: 'adds a compact sequence among compact ones',
      text: 'x:\n- 1\n',
      edit: (d) => d.set(['v'], [1]),
      want: 'x:\n- 1\nv:\n- 1\n',
    },
    {
      name: 'adds a wide sequence among wide ones',
      text: 'x:\n  - 1\n',
      edit: (d) => d.set(['v', 'z'], [1]),
      want: 'x:\n  - 1\nv:\n  z:\n    - 1\n',
    },
    {
      name: 'adds a compact sequence if there is no other',
      text: 'x: 1\n',
      edit: (d) => d.set(['v'], [1]),
      want: 'x: 1\nv:\n- 1\n',
    },
    {
      name: 'follows the layout of sibling sequences',
      text: 'x:\n- 1\nv:\n  z:\n    - 1\n',
      edit: (d) => d.set(['v', 'w'], [1]),
      want: 'x:\n- 1\nv:\n  z:\n    - 1\n  w:\n    - 1\n',
    },
    {
      name: 'keeps the layout of a sequence that is emptied and filled again',
      text: 'x:\n    - 1\nv: 2\n',
      edit: (d) => {
        d.remove(['x', 0]);
        d.append(['x'], 3);
      },
      want: 'x:\n    - 3\nv: 2\n',
    },
    {
      name: 'makes several edits of one sequence',
      text: '- 1\n- 2\n- 3\n',
      edit: (d) => {
        d.insert([], 0, 0);
        d.remove([2]);
        d.append([], 4);
        d.set([0], { a: 'x' });
      },
      want: '- a: x\n- 1\n- 3\n- 4\n',
    },
  ]);
});
