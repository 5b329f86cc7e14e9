import assert from 'node:assert/strict';
import { mergePackages } from '../../src/merge/index.ts';

const configMap = (json: string): string =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\ndata:\n  app.json: |\n${json.replaceAll(/^(?=.)/gm, '    ')}`;

/** Versions of a JSON text in a ConfigMap, of which new adds a block, and the merged text. */
const ROWS: readonly (readonly [title: string, base: string, theirs: string, local: string, wanted: string])[] = [
  [
    'a map with others in it on one line',
    '{\n  "a": 1,\n  "b": 2\n}\n',
    '{\n  "a": 1,\n  "b": 2,\n  "c": {\n    "x": [1,\n      2],\n    "y": { "z": 1.0 }\n  }\n}\n',
    '{\n  "a": 5,\n  "b": 2\n}\n',
    '{\n  "a": 5,\n  "b": 2,\n  "c": {\n    "x": [1,\n      2],\n    "y": { "z": 1.0 }\n  }\n}\n',
  ],
  [
    'an element of a list, at the indentation that new gives the text',
    '{\n    "list": [\n        {\n            "id": 1\n        }\n    ],\n    "v": 1\n}\n',
    '{\n  "list": [\n    {\n      "id": 1\n    },\n    {\n      "id": 2, "n": {"m":1e3}\n    }\n  ],\n  "v": 1\n}\n',
    '{\n    "list": [\n        {\n            "id": 1\n        }\n    ],\n    "v": 2\n}\n',
    '{\n  "list": [\n    {\n      "id": 1\n    },\n    {\n      "id": 2, "n": {"m":1e3}\n    }\n  ],\n  "v": 2\n}\n',
  ],
  [
    'an element of a list, at the indentation that local gives the text',
    '{"list": [{"id": 1}], "v": 1}\n',
    '{\n  "list": [\n    {\n      "id": 1\n    },\n    {\n      "id": 2, "n": {"m":1e3}\n    }\n  ],\n  "v": 1\n}\n',
    '{\n    "list": [\n        {\n            "id": 1\n        }\n    ],\n    "v": 2\n}\n',
    '{\n    "list": [\n        {\n            "id": 1\n        },\n        {\n          "id": 2, "n": {"m":1e3}\n        }\n    ],\n    "v": 2\n}\n',
  ],
  [
    'the escapes of a string',
    '{\n  "a": 1\n}\n',
    '{\n  "a": 1,\n  "b": "\\u00e9\\/"\n}\n',
    '{\n  "a": 2\n}\n',
    '{\n  "a": 2,\n  "b": "\\u00e9\\/"\n}\n',
  ],
  [
    'the data alone where tabs indent a block, and local has a layout of its own',
    '{"a": 1}\n',
    '{\n\t"a": 1,\n\t"b": {\n\t\t"c": 1.0\n\t}\n}\n',
    '{\n  "a": 2\n}\n',
    '{\n  "a": 2,\n  "b": {\n    "c": 1.0\n  }\n}\n',
  ],
];

describe('JSON in a ConfigMap to which new adds', () => {
  for (const [title, base, theirs, local, wanted] of ROWS)
    it(`keeps the text of ${title}`, () => {
      const version = (json: string): ReadonlyMap<string, string> => new Map([['a.yaml', configMap(json)]]);
      const versions = { base: version(base), theirs: version(theirs), local: version(local) };
      const { files, conflicts } = mergePackages(versions);
      assert.deepEqual(conflicts, []);
      assert.equal(files.get('a.yaml'), configMap(wanted));
    });
});
