import assert from 'node:assert/strict';
import { Resource } from '../../src/krm/resource.ts';
import { sentText } from '../../src/host/sent-item.ts';
import { readDocument } from '../../src/yaml/index.ts';

/** Annotations of kpt, in its order: two for the location, and one of the ids. */
const KPT = [
  ['internal.config.kubernetes.io/path', 'a.yaml'],
  ['internal.config.kubernetes.io/index', '0'],
  ['internal.config.kubernetes.io/annotations-migration-resource-id', '3'],
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
    it(`${stay ? 'stay before' : 'are sent behind'} those of the location: ${title}`, () => {
      const document = readDocument(text);
      const { annotations, ...metadata } = document.value(['metadata']) as { readonly annotations: object };
      for (const [key, value] of Object.entries(added)) document.set(['metadata', 'annotations', key], value);
      const sent = readDocument(sentText(new Resource(document, { path: 'a.yaml', index: 0 }), KPT));
      const all = { ...annotations, ...added, ...Object.fromEntries(KPT) };
      assert.deepEqual(
        plain(sent.value([])),
        plain({ ...Object(document.value([])), metadata: { ...metadata, annotations: all } }),
      );
      const [first = ''] = Object.keys(added);
      const keys = sent.keys(['metadata', 'annotations']) ?? [];
      assert.equal(keys.indexOf(first) < keys.indexOf(KPT[0][0]), stay);
    });
});

function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}
