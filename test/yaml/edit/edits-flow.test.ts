import { testEdits } from './edit-rows.ts';

describe('edits of flow collections', () => {
  testEdits([
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
    { name: 'appends', text: 'a: [1, 2]\n', edit: (d) => d.append(['a'], 3), want: 'a: [1, 2, 3]\n' },
    { name: 'appends tightly', text: 'a: [1,2]\n', edit: (d) => d.append(['a'], 3), want: 'a: [1,2,3]\n' },
    { name: 'inserts first', text: 'a: [1, 2]\n', edit: (d) => d.insert(['a'], 0, 0), want: 'a: [0, 1, 2]\n' },
    {
      name: 'inserts first within padding',
      text: 'a: [ 1, 2 ]\n',
      edit: (d) => d.insert(['a'], 0, 0),
      want: 'a: [ 0, 1, 2 ]\n',
    },
    { name: 'inserts in the middle', text: 'a: [1, 3]\n', edit: (d) => d.insert(['a'], 1, 2), want: 'a: [1, 2, 3]\n' },
    {
      name: 'keeps a comma at the end',
      text: 'a: [1, 2,]\n',
      edit: (d) => d.append(['a'], 3),
      want: 'a: [1, 2, 3,]\n',
    },
    { name: 'removes the first', text: 'a: [1, 2, 3]\n', edit: (d) => d.remove(['a', 0]), want: 'a: [2, 3]\n' },
    { name: 'removes from the middle', text: 'a: [1, 2, 3]\n', edit: (d) => d.remove(['a', 1]), want: 'a: [1, 3]\n' },
    { name: 'removes the last of several', text: 'a: [ 1, 2 ]\n', edit: (d) => d.remove(['a', 1]), want: 'a: [ 1 ]\n' },
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
      name: 'gives a lone key a value',
      text: 'a: {b, c: 2}\n',
      edit: (d) => d.set(['a', 'b'], 1),
      want: 'a: {b: 1, c: 2}\n',
    },
    {
      name: 'a pair without braces',
      text: 'a: [b: 1, 2]\n',
      edit: (d) => d.set(['a', 0, 'b'], 3),
      want: 'a: [b: 3, 2]\n',
    },
    {
      name: 'a pair without braces gets a second key',
      text: 'a: [b: 1]\n',
      edit: (d) => d.set(['a', 0, 'c'], 2),
      want: 'a: [{b: 1, c: 2}]\n',
    },
    {
      name: 'over several lines: appends',
      text: 'a: [\n  1,\n  2\n]\n',
      edit: (d) => d.append(['a'], 3),
      want: 'a: [\n  1,\n  2,\n  3\n]\n',
    },
    {
      name: 'over several lines with a comma at the end',
      text: 'a: {\n  b: 1, # one\n  c: 2, # two\n}\n',
      edit: (d) => d.set(['a', 'd'], 3),
      want: 'a: {\n  b: 1, # one\n  c: 2, # two\n  d: 3,\n}\n',
    },
    {
      name: 'over several lines: a comment beside the last',
      text: 'a: [\n  1, # one\n  2 # two\n]\n',
      edit: (d) => d.append(['a'], 3),
      want: 'a: [\n  1, # one\n  2, # two\n  3\n]\n',
    },
    {
      name: 'over several lines: removes with its comments',
      text: 'a: [\n  # one\n  1, # beside\n  # two\n  2,\n  3,\n]\n',
      edit: (d) => d.remove(['a', 0]),
      want: 'a: [\n  # two\n  2,\n  3,\n]\n',
    },
  ]);
});

describe('empty flow collections that are filled', () => {
  testEdits([
    {
      name: 'a map in block style',
      text: 'a: {}\nb: 1\n',
      edit: (d) => d.set(['a', 'c'], 1),
      want: 'a:\n  c: 1\nb: 1\n',
    },
    {
      name: 'a sequence in block style',
      text: 'a: []\nb: 1\n',
      edit: (d) => d.append(['a'], 1),
      want: 'a:\n- 1\nb: 1\n',
    },
    { name: 'an element', text: '- {}\n- 1\n', edit: (d) => d.set([0, 'a'], 1), want: '- a: 1\n- 1\n' },
    { name: 'an element by an element', text: '- []\n', edit: (d) => d.append([0], 1), want: '- - 1\n' },
    {
      name: 'in flow style',
      text: 'a: {b: {}, c: []}\n',
      edit: (d) => {
        d.set(['a', 'b', 'x'], 1);
        d.append(['a', 'c'], 2);
      },
      want: 'a: {b: {x: 1}, c: [2]}\n',
    },
    {
      name: 'in JSON',
      text: '{"a":{},"b":[]}',
      edit: (d) => {
        d.set(['a', 'x'], 'z');
        d.append(['b'], null);
      },
      want: '{"a":{"x":"z"},"b":[null]}',
    },
  ]);
});

describe('edits of JSON, in its own layout', () => {
  testEdits([
    {
      name: 'minified: replaces',
      text: '{"a":"x","b":2}',
      edit: (d) => d.set(['a'], 'yes'),
      want: '{"a":"yes","b":2}',
    },
    {
      name: 'minified: adds',
      text: '{"a":1}',
      edit: (d) => d.set(['b'], { c: ['x', true] }),
      want: '{"a":1,"b":{"c":["x",true]}}',
    },
    { name: 'minified: appends', text: '{"a":[1,2]}', edit: (d) => d.append(['a'], 3), want: '{"a":[1,2,3]}' },
    { name: 'minified: removes', text: '{"a":1,"b":2,"c":3}', edit: (d) => d.remove(['b']), want: '{"a":1,"c":3}' },
    { name: 'minified: removes the last key', text: '{"a":1}', edit: (d) => d.remove(['a']), want: '{}' },
    {
      name: 'without any string',
      text: '[ 1, 2 ]\n',
      edit: (d) => d.append([], { foo: ['bar'] }),
      want: '[ 1, 2, {"foo": ["bar"]} ]\n',
    },
    { name: 'a string alone', text: '"foo"', edit: (d) => d.set([], 'bar'), want: '"bar"' },
    { name: 'a number alone', text: '1\n', edit: (d) => d.set([], 'x'), want: '"x"\n' },
    { name: 'renames', text: '{"a": 1}\n', edit: (d) => d.rename(['a'], 'b'), want: '{"b": 1}\n' },
    {
      name: 'strings with the escapes of JSON',
      text: '{"a":1}',
      edit: (d) => d.set(['a'], 'x\n\u0007"\\'),
      want: '{"a":"x\\n\\u0007\\"\\\\"}',
    },
    {
      name: 'two columns: adds',
      text: '{\n  "a": 1\n}\n',
      edit: (d) => d.set(['b'], { c: [1], d: {} }),
      want: '{\n  "a": 1,\n  "b": {\n    "c": [\n      1\n    ],\n    "d": {}\n  }\n}\n',
    },
    {
      name: 'four columns: adds below',
      text: '{\n    "a": {\n        "b": [\n            1\n        ]\n    }\n}\n',
      edit: (d) => {
        d.set(['a', 'c'], 'x');
        d.append(['a', 'b'], { d: 2 });
      },
      want: '{\n    "a": {\n        "b": [\n            1,\n            {\n                "d": 2\n            }\n        ],\n        "c": "x"\n    }\n}\n',
    },
    {
      name: 'two columns: fills an empty map',
      text: '{\n  "a": {}\n}\n',
      edit: (d) => d.set(['a', 'b'], 1),
      want: '{\n  "a": {\n    "b": 1\n  }\n}\n',
    },
    {
      name: 'two columns: inserts first',
      text: '[\n  1,\n  2\n]\n',
      edit: (d) => d.insert([], 0, 0),
      want: '[\n  0,\n  1,\n  2\n]\n',
    },
    {
      name: 'two columns: removes the last',
      text: '{\n  "a": 1,\n  "b": 2\n}\n',
      edit: (d) => d.remove(['b']),
      want: '{\n  "a": 1\n}\n',
    },
    {
      name: 'two columns: removes the first',
      text: '{\n  "a": 1,\n  "b": 2\n}\n',
      edit: (d) => d.remove(['a']),
      want: '{\n  "b": 2\n}\n',
    },
    {
      name: 'a scalar becomes a map',
      text: '{\n  "a": 1\n}\n',
      edit: (d) => d.set(['a'], { b: 2 }),
      want: '{\n  "a": {\n    "b": 2\n  }\n}\n',
    },
  ]);
});
