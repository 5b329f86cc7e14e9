import assert from 'node:assert/strict';
import { readStream, type SourceDocument } from '../../../src/yaml/index.ts';
import { testEdits } from './edit-rows.ts';

describe('edits of tight flow collections', () => {
  testEdits([
    {
      name: 'adds a map to a tight list of maps',
      text: 'env: [{name: A, value: x},{name: B, value: y}]\n',
      edit: (d) => d.append(['env'], { name: 'Z', value: '1' }),
      want: 'env: [{name: A, value: x},{name: B, value: y},{name: Z, value: "1"}]\n',
    },
    {
      name: 'adds a function to a tight pipeline',
      text: 'mutators: [{image: a/b:v1},{image: c/d:v1}]\n',
      edit: (d) => d.insert(['mutators'], 0, { image: 'e/f:v1' }),
      want: 'mutators: [{image: e/f:v1},{image: a/b:v1},{image: c/d:v1}]\n',
    },
    {
      name: 'adds a pair to an empty map in a tight list',
      text: 'a: [x,{}]\n',
      edit: (d) => d.set(['a', 1, 'k'], 'v'),
      want: 'a: [x,{k: v}]\n',
    },
    {
      name: 'adds a pair without a space after a quoted key, like its neighbours',
      text: 'a: {"b":1,"c":2}\n',
      edit: (d) => d.set(['a', 'd'], { e: 1 }),
      want: 'a: {"b":1,"c":2,"d":{"e":1}}\n',
    },
    {
      name: 'adds a plain key to a map of tight single-quoted keys',
      text: "a: {'b':1}\n",
      edit: (d) => d.set(['a', 'c'], 2),
      want: "a: {'b':1,c: 2}\n",
    },
  ]);
});

describe('edits of flow collections with comments', () => {
  testEdits([
    {
      name: 'keeps the comment of the entry before a removed last one',
      text: 'data: {\n  a: "1", # keep\n  b: "2"\n}\n',
      edit: (d) => d.remove(['data', 'b']),
      want: 'data: {\n  a: "1" # keep\n}\n',
    },
    {
      name: 'keeps the next element of a list with leading commas',
      text: 'env: [ {name: A}\n  , # second\n    {name: B}\n  , {name: C} # third\n  ]\n',
      edit: (d) => d.remove(['env', 1]),
      want: 'env: [ {name: A}\n  , # second\n    {name: C} # third\n  ]\n',
    },
    {
      name: 'adds an element below the comment of the last one, deeper than the key',
      text: 'f: [1,2 # a\n  ]\n',
      edit: (d) => d.append(['f'], 3),
      want: 'f: [1,2, # a\n  3\n  ]\n',
    },
    {
      name: 'keeps the comment beside the opening bracket when the first element is removed',
      text: 'a: [ # all\n  b, # first\n  c\n]\n',
      edit: (d) => d.remove(['a', 0]),
      want: 'a: [ # all\n  c\n]\n',
    },
    {
      name: 'keeps comments of no element when the only element is removed',
      text: 'a: [ # all\n  b # first\n  # foot\n]\n',
      edit: (d) => d.remove(['a', 0]),
      want: 'a: [ # all\n  # foot\n]\n',
    },
    {
      name: 'adds an element to a list that has only a comment',
      text: 'a: [ # all\n]\n',
      edit: (d) => d.append(['a'], 'b'),
      want: 'a: [ # all\n  b\n]\n',
    },
    {
      name: 'keeps a comment between a key and its value',
      text: 'a: {b: # why\n  1}\n',
      edit: (d) => d.set(['a', 'b'], 2),
      want: 'a: {b: # why\n  2}\n',
    },
    {
      name: 'adds braces to a pair with a comment when it gets a second key',
      text: 'a: [b: # why\n    &x 1, *x ]\n',
      edit: (d) => d.set(['a', 0, 'c'], 2),
      want: 'a: [{b: # why\n    &x 1, c: 2}, *x ]\n',
    },
  ]);
});

describe('edits above lines of white space', () => {
  testEdits([
    {
      name: 'empties a line of white space that a block scalar would absorb after a removal',
      text: 'a: |\n  x\nb: 1\n     \nc: 2\n',
      edit: (d) => d.remove(['b']),
      want: 'a: |\n  x\n\nc: 2\n',
    },
    {
      name: 'empties a line of white space below a new text of several lines',
      text: 'a: 1\n     \nc: 2\n',
      edit: (d) => d.set(['a'], 'x\ny\n'),
      want: 'a: |\n  x\n  y\n\nc: 2\n',
    },
    {
      name: 'quotes a new text of several lines if a line of white space ends the document',
      text: 'a: 1\n     ',
      edit: (d) => d.set(['a'], 'x\ny\n'),
      want: 'a: "x\\ny\\n"\n     ',
    },
    {
      name: 'quotes a text that was copied with such a line below it and came to be less deep',
      text: '- - - |\n      t\n\n      \n\n',
      edit: (d) => {
        const whole = d.get([]);
        if (whole !== undefined) d.set([0], whole);
        const text = d.get([0, 0, 0, 0]);
        if (text !== undefined) d.set([0], text);
      },
      want: '- "t\\n"\n\n      \n\n',
    },
    {
      name: 'changes the header of a block scalar that was added below the entry before a removed one',
      text: 'a: |+\nb:\n  c: 1\nd: 1\n\n',
      edit: (d) => {
        const empty = d.get(['a']);
        if (empty !== undefined) d.set(['b', 'e'], empty);
        d.remove(['d']);
      },
      want: 'a: |+\nb:\n  c: 1\n  e: |\n\n',
    },
    {
      name: 'leaves a line of white space without a block scalar above it',
      text: 'a: 1\nb: 1\n     \nc: 2\n',
      edit: (d) => d.remove(['b']),
      want: 'a: 1\n     \nc: 2\n',
    },
  ]);
});

describe('an anchor that is redefined inside its own node', () => {
  testEdits([
    {
      name: 'keeps the inner anchor as the target of the alias',
      text: 'a: &X\n  b: &X 1\n  d: 5\nc: *X\n',
      edit: (d) => d.set(['a', 'd'], 6),
      want: 'a: &X\n  b: &X 1\n  d: 6\nc: *X\n',
    },
  ]);
  it('reads the alias as the inner anchor', () => {
    for (const lazy of [true, false]) {
      const [document] = readStream('a: &X\n  b: &X 1\nc: *X\n', { lazy }).documents;
      assert.equal(document?.value(['c']), 1);
    }
  });
});

describe('filling an emptied document with white space below it', () => {
  const refill = (document: SourceDocument): void => {
    document.remove(['b']);
    document.set(['a'], 'two\nlines\n');
  };
  testEdits([
    {
      name: 'empties a line of white space that a block scalar would absorb',
      text: 'b: 1\n\n    \n# 1\n',
      edit: refill,
      want: 'a: |\n  two\n  lines\n\n\n# 1\n',
    },
    {
      name: 'moves a comment that a block scalar would absorb',
      text: 'b: 1\n    # deep',
      edit: refill,
      want: 'a: |\n  two\n  lines\n# deep',
    },
  ]);
});

describe('edits at the end of a text without a newline', () => {
  testEdits([
    {
      name: 'quotes a nested text of several lines that ends the document, when a key follows it',
      text: 'a:\n  b:\n  - >+\n    t\n    ',
      edit: (d) => d.set(['c'], 1),
      want: 'a:\n  b:\n  - "t\\n"\nc: 1',
    },
    {
      name: 'keeps the line break after an entry that becomes the last of its map, where an element follows',
      text: "d: 's'",
      edit: (d) => {
        d.set(['d'], [{}]);
        d.set(['d'], [{ a: 0, b: '\nx' }, '', null]);
        d.remove(['d', 0, 'b']);
      },
      want: 'd:\n- a: 0\n- ""\n- null\n',
    },
  ]);
});

describe('setting the root of an empty last document', () => {
  for (const [name, content, want] of [
    ['puts a string after the marker', 'x', 'a: 1\n--- x\n'],
    ['puts a map below the marker', { b: 1 }, 'a: 1\n---\nb: 1\n'],
  ] as const) {
    it(name, () => {
      const stream = readStream('a: 1\n---\n');
      stream.documents[1]?.set([], content);
      assert.equal(stream.text(), want);
    });
  }
});
