import assert from 'node:assert/strict';
import fc from 'fast-check';
import { annotatedText } from '../../src/host/sent-item.ts';
import { withAnnotationLines } from '../../src/host/annotation-lines.ts';
import { readDocument } from '../../src/yaml/index.ts';
import { propertyRuns } from '../support/property-runs.ts';

const RUNS = propertyRuns(3000);

const ADDED = [
  ['config.kubernetes.io/index', '0'],
  ['config.kubernetes.io/path', "it's.yaml"],
] as const;

/** Lines between or behind fields: `>` stands for an indentation, and `@` for `>`. */
const AROUND = [...Array<string>(20).fill(''), '\n', '>#c\n', '># c\n\n', '#c\n', '> > # deeper\n', '  \n'];

/** Ends of the line of a string. */
const STRINGS = [
  ' a',
  ' a',
  ' a',
  ' a # c',
  ' "1"',
  " 'it'",
  ' "a\\n"',
  ' 1',
  ' null',
  ' ~',
  '',
  ' yes',
  ' a:b',
  ' |\n>>text',
  ' @-\n>>x\n>> y',
];

const KEYS = ['a', 'b', 'c', 'd', 'e', 'f', 'app/g', 'h.i', 'config.k8s.io/id'];

const ANNOTATIONS = ['', ' {}', ' {a: b}', ' null', '\n>>{a: b}'];

const LISTS = [
  '\n>>- a\n>>- b',
  '\n>- a\n>- b',
  '\n>> - name: a\n>>   with:\n>>     - b',
  ' [a, b]',
  '\n>>  - a\n>>#c',
];

const field = fc.constantFrom('namespace', 'uid', 'x.y/z', '"quoted"', 'on');
const around = fc.constantFrom(...AROUND);
const string = fc
  .tuple(field, fc.constantFrom(...STRINGS), around)
  .map((parts) => `>${parts[0]}:${parts[1]}\n${parts[2]}`);
const map = (key: string): fc.Arbitrary<string> =>
  fc
    .array(fc.tuple(fc.constantFrom(...KEYS), fc.constantFrom(...STRINGS), around), {
      minLength: 1,
      maxLength: 3,
    })
    .map(
      (pairs) =>
        `>${key}:\n${pairs.map(([name, text, below]) => `>>${name}:${text.replaceAll('>>', '>>>>')}\n${below}`).join('')}`,
    );
const list = fc.tuple(fc.constantFrom(...LISTS), around).map(([text, below]) => `>finalizers:${text}\n${below}`);
const annotations = fc.oneof(
  { weight: 3, arbitrary: map('annotations') },
  { weight: 1, arbitrary: fc.constantFrom(...ANNOTATIONS).map((text) => `>annotations:${text}\n`) },
);

/** Fields of the metadata, in any order. */
const metadata = fc
  .record(
    { name: fc.constant('>name: web\n'), string, labels: map('labels'), list, annotations },
    { requiredKeys: ['name'] },
  )
  .chain((fields) => fc.shuffledSubarray(Object.values(fields), { minLength: 1 }))
  .map((fields) => `metadata:\n${fields.join('')}`);

const TOP = [
  'apiVersion: v1\n',
  'kind: Service # c\n',
  'data:\n>a: b\n',
  'data:\n    a: b\n',
  'spec:\n>ports:\n>> - port: 1\n>>   names:\n>>     - a\n',
  'text: |\n>a\n>b\n',
  'list:\n- a\n- b:\n  - c\n',
  'list:\n- a: &x 1\n- *x\n',
  '# comment\n',
  '\n',
];

/** Texts of documents, in layouts that people write and in odd ones. */
const texts = fc
  .tuple(
    fc.array(fc.constantFrom(...TOP), { maxLength: 4 }),
    metadata,
    fc.array(fc.constantFrom(...TOP), { maxLength: 4 }),
  )
  .chain(([above, own, below]) =>
    fc
      .constantFrom('  ', '  ', '    ', ' ')
      .map((pad) => [...above, own, ...below].join('').replaceAll('>', pad).replaceAll('@', '>')),
  );

describe('annotations as lines', () => {
  it('are the same text as edits make', () => {
    let count = 0;
    fc.assert(
      fc.property(texts, (text) => {
        const slow = attempt(() => annotatedText(readDocument(text), ADDED));
        const fast = attempt(() => withAnnotationLines(readDocument(text), ADDED));
        if (fast !== undefined) count++;
        if (fast !== undefined) assert.equal(fast, slow, text);
      }),
      { numRuns: RUNS },
    );
    assert.ok(count > RUNS / 20, `${count} of ${RUNS} have lines`);
  });

  const rows: readonly (readonly [title: string, text: string, want: string | undefined])[] = [
    [
      'come behind the metadata',
      'kind: A\nmetadata:\n  name: a # main\nspec: 1\n',
      `kind: A\nmetadata:\n  name: a # main\n  annotations:\n    k: '1'\nspec: 1\n`,
    ],
    [
      'come behind annotations',
      'kind: A\nmetadata:\n  annotations:\n    a: b\n  name: a\n',
      `kind: A\nmetadata:\n  annotations:\n    a: b\n    k: '1'\n  name: a\n`,
    ],
    [
      'come behind a list that moves to the left',
      'kind: A\nmetadata:\n  finalizers:\n    - a\n  name: a\nspec:\n  - b\n',
      `kind: A\nmetadata:\n  finalizers:\n  - a\n  name: a\n  annotations:\n    k: '1'\nspec:\n- b\n`,
    ],
    ['are left to an edit above a comment', 'kind: A\nmetadata:\n  name: a\n  # end\n', undefined],
    ['are left to an edit in flow style', 'kind: A\nmetadata: {name: a}\n', undefined],
    ['are left to an edit beside those of kpt', 'metadata:\n  annotations:\n    config.k8s.io/id: "1"\n', undefined],
  ];
  for (const [title, text, want] of rows)
    it(title, () => assert.equal(withAnnotationLines(readDocument(text), [['k', '1']]), want));
});

/** Returns what `act` returns; undefined for a text that is not YAML. */
function attempt(act: () => string | undefined): string | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}
