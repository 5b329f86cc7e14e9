import assert from 'node:assert/strict';
import { Resource } from '../../src/krm/resource.ts';
import { sentText } from '../../src/host/sent-item.ts';
import { readDocument } from '../../src/yaml/index.ts';

/** Annotations that kpt sets before the first function, and those that it sets again for each, in its order. */
const LOCATION = [
  ['internal.config.kubernetes.io/path', 'a.yaml'],
  ['internal.config.kubernetes.io/index', '0'],
] as const;
const IDS = [
  ['internal.config.k8s.io/kpt-resource-id', '4'],
  ['internal.config.kubernetes.io/annotations-migration-resource-id', '3'],
  ['internal.config.kubernetes.io/id', '4'],
  ['config.k8s.io/id', '4'],
] as const;

interface Row {
  readonly title: string;
  readonly text: string;
  /** Annotations that a function adds. */
  readonly added: Readonly<Record<string, string>>;
  /** True if they stay before those of kpt. */
  readonly stay?: true;
}

const ROWS: readonly Row[] = [
  {
    title: 'one',
    text: 'metadata:\n  annotations:\n    own: x\n',
    added: { a: '1' },
  },
  {
    title: 'two, one of several lines in which the key of the other is',
    text: 'metadata:\n  annotations:\n    own: x\n',
    added: { a: '1', b: 'a: 2\na: 3\n' },
  },
  {
    title: 'one whose key is also that of a label',
    text: 'metadata:\n  labels:\n    a: x\n  annotations:\n    own: x\n',
    added: { a: '1' },
  },
  {
    title: 'one beside a string with the lines of kpt',
    text: "data:\n  k: |\n      a: 1\n      internal.config.kubernetes.io/path: 'a.yaml'\nmetadata:\n  annotations:\n    own: x\n",
    added: { a: '1' },
    stay: true,
  },
];

describe('annotations that functions have added', () => {
  for (const { title, text, added, stay = false } of ROWS)
    it(`${stay ? 'are sent before those' : 'are sent between those of the location and the ids'} of kpt: ${title}`, () => {
      const document = readDocument(text);
      const { annotations, ...metadata } = document.value(['metadata']) as { readonly annotations: object };
      for (const [key, value] of Object.entries(added)) document.set(['metadata', 'annotations', key], value);
      const sent = readDocument(sentText(new Resource(document, { path: 'a.yaml', index: 0 }), [...LOCATION, ...IDS]));
      const all = { ...annotations, ...added, ...Object.fromEntries([...LOCATION, ...IDS]) };
      assert.deepEqual(
        plain(sent.value([])),
        plain({ ...Object(document.value([])), metadata: { ...metadata, annotations: all } }),
      );
      const own = [...Object.keys(annotations), ...(stay ? Object.keys(added) : [])];
      const moved = stay ? [] : Object.keys(added);
      const keysOf = (pairs: readonly (readonly [key: string, value: string])[]): readonly string[] =>
        pairs.map(([key]) => key);
      assert.deepEqual(sent.keys(['metadata', 'annotations']), [...own, ...keysOf(LOCATION), ...moved, ...keysOf(IDS)]);
    });
});

function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}
