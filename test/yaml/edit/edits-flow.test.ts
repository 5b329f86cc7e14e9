import { testEdits } from './edit-rows.ts';

describe('edits of flow collections', () => {
  testEdits([
    {
      name: 'keeps the comment above an element that is a pair without a key',
      text: 'a: [b, # c\n :]\n',
      edit: (d) => d.set(['a', 1], 'e'),
      want: 'a: [b, # c\n e]\n',
    },
    {
      name: 'adds a key to a pair without a key below a comment',
      text: '[ # c\n :]\n',
      edit: (d) => d.set([0, 'e'], 1),
      want: '[ # c\n {:, e: 1}]\n',
    },
    {
      name: 'keeps a blank before the comment after a pair that gets braces',
      text: 'a: ["b":  # c\n ]\n',
      edit: (d) => d.set(['a', 0, 'd'], 1),
      want: 'a: [{"b":  , "d": 1} # c\n ]\n',
    },
    {
      name: 'replaces a value',
      text: 'a: {b: 1, c: 2} # c\n',
      edit: (d) => d.set(['a', 'b'], 3),
      want: 'a: {b: 3, c: 2} # c\n',
    },
    { name: 'adds a key', text: 'a: {b: 1}\n', edit: (d) => d.set(['a', 'c'], 'x'), want: 'a: {b: 1, c: x}\n' },
    {
      name: 'adds a key within padding',
      text: 'a: { b: 1 }\n',
      edit: (d) => d.set(['a', 'c'], 2),
      want: 'a: { b: 1, c: 2 }\n',
    },
    {
      name: 'adds a map in flow style',
      text: 'a: {b: 1}\n',
      edit: (d) => d.set(['a', 'c'], { d: [1] }),
      want: 'a: {b: 1, c: {d: [1]}}\n',
    },
    { name: 'appends an element', text: 'a: [1, 2]\n', edit: (d) => d.append(['a'], 3), want: 'a: [1, 2, 3]\n' },
    {
      name: 'appends an element without a space after the comma',
      text: 'a: [1,2]\n',
      edit: (d) => d.append(['a'], 3),
      want: 'a: [1,2,3]\n',
    },
    { name: 'inserts at the start', text: 'a: [1, 2]\n', edit: (d) => d.insert(['a'], 0, 0), want: 'a: [0, 1, 2]\n' },
    {
      name: 'inserts at the start within padding',
      text: 'a: [ 1, 2 ]\n',
      edit: (d) => d.insert(['a'], 0, 0),
      want: 'a: [ 0, 1, 2 ]\n',
    },
    { name: 'inserts in the middle', text: 'a: [1, 3]\n', edit: (d) => d.insert(['a'], 1, 2), want: 'a: [1, 2, 3]\n' },
    {
      name: 'keeps a trailing comma',
      text: 'a: [1, 2,]\n',
      edit: (d) => d.append(['a'], 3),
      want: 'a: [1, 2, 3,]\n',
    },
    { name: 'removes the first element', text: 'a: [1, 2, 3]\n', edit: (d) => d.remove(['a', 0]), want: 'a: [2, 3]\n' },
    {
      name: 'removes an element from the middle',
      text: 'a: [1, 2, 3]\n',
      edit: (d) => d.remove(['a', 1]),
      want: 'a: [1, 3]\n',
    },
    {
      name: 'removes the last of several elements',
      text: 'a: [ 1, 2 ]\n',
      edit: (d) => d.remove(['a', 1]),
      want: 'a: [ 1 ]\n',
    },
    { name: 'removes the only element', text: 'a: [1]\n', edit: (d) => d.remove(['a', 0]), want: 'a: []\n' },
    { name: 'removes the only key', text: 'a: { b: 1 }\n', edit: (d) => d.remove(['a', 'b']), want: 'a: {}\n' },
    { name: 'removes a key', text: 'a: {b: 1, c: 2}\n', edit: (d) => d.remove(['a', 'b']), want: 'a: {c: 2}\n' },
    {
      name: 'renames a key',
      text: 'a: {b: 1, c: 2}\n',
      edit: (d) => d.rename(['a', 'b'], 'x, y'),
      want: "a: {'x, y': 1, c: 2}\n",
    },
    {
      name: 'sets the value of a lone key',
      text: 'a: {b, c: 2}\n',
      edit: (d) => d.set(['a', 'b'], 1),
      want: 'a: {b: 1, c: 2}\n',
    },
    {
      name: 'replaces the value of a pair without braces',
      text: 'a: [b: 1, 2]\n',
      edit: (d) => d.set(['a', 0, 'b'], 3),
      want: 'a: [b: 3, 2]\n',
    },
    {
      name: 'adds braces to a pair when it gets a second key',
      text: 'a: [b: 1]\n',
      edit: (d) => d.set(['a', 0, 'c'], 2),
      want: 'a: [{b: 1, c: 2}]\n',
    },
    {
      name: 'appends to a collection over several lines',
      text: 'a: [\n  1,\n  2\n]\n',
      edit: (d) => d.append(['a'], 3),
      want: 'a: [\n  1,\n  2,\n  3\n]\n',
    },
    {
      name: 'appends over several lines after a trailing comma',
      text: 'a: {\n  b: 1, # one\n  c: 2, # two\n}\n',
      edit: (d) => d.set(['a', 'd'], 3),
      want: 'a: {\n  b: 1, # one\n  c: 2, # two\n  d: 3,\n}\n',
    },
    {
      name: 'keeps the comment beside the last element when one is appended',
      text: 'a: [\n  1, # one\n  2 # two\n]\n',
      edit: (d) => d.append(['a'], 3),
      want: 'a: [\n  1, # one\n  2, # two\n  3\n]\n',
    },
    {
      name: 'removes an element over several lines with its comments',
      text: 'a: [\n  # one\n  1, # beside\n  # two\n  2,\n  3,\n]\n',
      edit: (d) => d.remove(['a', 0]),
      want: 'a: [\n  # two\n  2,\n  3,\n]\n',
    },
  ]);
});

describe('filling empty flow collections', () => {
  testEdits([
    {
      name: 'fills a map in block style',
      text: 'a: {}\nb: 1\n',
      edit: (d) => d.set(['a', 'c'], 1),
      want: 'a:\n  c: 1\nb: 1\n',
    },
    {
      name: 'fills a sequence in block style',
      text: 'a: []\nb: 1\n',
      edit: (d) => d.append(['a'], 1),
      want: 'a:\n- 1\nb: 1\n',
    },
    { name: 'fills an element', text: '- {}\n- 1\n', edit: (d) => d.set([0, 'a'], 1), want: '- a: 1\n- 1\n' },
    { name: 'fills an element with an element', text: '- []\n', edit: (d) => d.append([0], 1), want: '- - 1\n' },
    {
      name: 'fills a collection in flow style',
      text: 'a: {b: {}, c: []}\n',
      edit: (d) => {
        d.set(['a', 'b', 'x'], 1);
        d.append(['a', 'c'], 2);
      },
      want: 'a: {b: {x: 1}, c: [2]}\n',
    },
    {
      name: 'fills a collection in JSON',
      text: '{"a":{},"b":[]}',
      edit: (d) => {
        d.set(['a', 'x'], 'z');
        d.append(['b'], null);
      },
      want: '{"a":{"x":"z"},"b":[null]}',
    },
  ]);
});

describe('edits of JSON in its own layout', () => {
  testEdits([
    {
      name: 'replaces a value in minified JSON',
      text: '{"a":"x","b":2}',
      edit: (d) => d.set(['a'], 'yes'),
      want: '{"a":"yes","b":2}',
    },
    {
      name: 'adds a key to minified JSON',
      text: '{"a":1}',
      edit: (d) => d.set(['b'], { c: ['x', true] }),
      want: '{"a":1,"b":{"c":["x",true]}}',
    },
    {
      name: 'appends to a list in minified JSON',
      text: '{"a":[1,2]}',
      edit: (d) => d.append(['a'], 3),
      want: '{"a":[1,2,3]}',
    },
    {
      name: 'removes a key from minified JSON',
      text: '{"a":1,"b":2,"c":3}',
      edit: (d) => d.remove(['b']),
      want: '{"a":1,"c":3}',
    },
    { name: 'removes the last key of minified JSON', text: '{"a":1}', edit: (d) => d.remove(['a']), want: '{}' },
    {
      name: 'takes a document without any string for JSON',
      text: '[ 1, 2 ]\n',
      edit: (d) => d.append([], { foo: ['bar'] }),
      want: '[ 1, 2, {"foo": ["bar"]} ]\n',
    },
    { name: 'replaces a document that is a string', text: '"foo"', edit: (d) => d.set([], 'bar'), want: '"bar"' },
    { name: 'replaces a document that is a number', text: '1\n', edit: (d) => d.set([], 'x'), want: '"x"\n' },
    { name: 'renames a key in JSON', text: '{"a": 1}\n', edit: (d) => d.rename(['a'], 'b'), want: '{"b": 1}\n' },
    {
      name: 'writes strings with the escapes of JSON',
      text: '{"a":1}',
      edit: (d) => d.set(['a'], 'x\n\u0007"\\'),
      want: '{"a":"x\\n\\u0007\\"\\\\"}',
    },
    {
      name: 'adds a key at two columns',
      text: '{\n  "a": 1\n}\n',
      edit: (d) => d.set(['b'], { c: [1], d: {} }),
      want: '{\n  "a": 1,\n  "b": {\n    "c": [\n      1\n    ],\n    "d": {}\n  }\n}\n',
    },
    {
      name: 'adds a nested value at four columns',
      text: '{\n    "a": {\n        "b": [\n            1\n        ]\n    }\n}\n',
      edit: (d) => {
        d.set(['a', 'c'], 'x');
        d.append(['a', 'b'], { d: 2 });
      },
      want: '{\n    "a": {\n        "b": [\n            1,\n            {\n                "d": 2\n            }\n        ],\n        "c": "x"\n    }\n}\n',
    },
    {
      name: 'fills an empty map at two columns',
      text: '{\n  "a": {}\n}\n',
      edit: (d) => d.set(['a', 'b'], 1),
      want: '{\n  "a": {\n    "b": 1\n  }\n}\n',
    },
    {
      name: 'inserts at the start at two columns',
      text: '[\n  1,\n  2\n]\n',
      edit: (d) => d.insert([], 0, 0),
      want: '[\n  0,\n  1,\n  2\n]\n',
    },
    {
      name: 'removes the last entry at two columns',
      text: '{\n  "a": 1,\n  "b": 2\n}\n',
      edit: (d) => d.remove(['b']),
      want: '{\n  "a": 1\n}\n',
    },
    {
      name: 'removes the first entry at two columns',
      text: '{\n  "a": 1,\n  "b": 2\n}\n',
      edit: (d) => d.remove(['a']),
      want: '{\n  "b": 2\n}\n',
    },
    {
      name: 'replaces a scalar by a map',
      text: '{\n  "a": 1\n}\n',
      edit: (d) => d.set(['a'], { b: 2 }),
      want: '{\n  "a": {\n    "b": 2\n  }\n}\n',
    },
  ]);
});
