import assert from 'node:assert/strict';
import { mergeForDriver } from '../../cli/merge/merge-with-markers.ts';
import { mergePackages } from '../../src/merge/index.ts';
import type { MergeRow } from './merge-row.ts';

const MARK = "    internal.kpt.dev/upstream-identifier: '|ConfigMap|default|c'\n";

/** Metadata below the name in base, new and local, the merged one, and what is reported. */
const ROWS: readonly MergeRow[] = [
  ['deletes labels that only base had', '  labels:\n    a: b\n', '', '  labels:\n    a: b\n', '', []],
  [
    'keeps a label that local added',
    '  labels:\n    a: b\n',
    '',
    '  labels:\n    a: b\n    mine: m\n',
    '  labels:\n    mine: m\n',
    ['warning metadata.labels: keeps what local added, though new deletes it'],
  ],
  [
    "keeps kpt's annotation without a word",
    '  annotations:\n    a: b\n',
    '',
    `  annotations:\n    a: b\n${MARK}`,
    `  annotations:\n${MARK}`,
    [],
  ],
  [
    'keeps a finalizer that local added',
    '  finalizers: [a]\n',
    '',
    '  finalizers: [a, mine]\n',
    '  finalizers: [mine]\n',
    ['warning metadata.finalizers: keeps what local added, though new deletes it'],
  ],
  [
    'does not bring back labels that local deleted',
    '  labels:\n    a: b\n',
    '  labels:\n    a: c\n',
    '',
    '',
    ['warning metadata.labels: stays deleted, though new changes it'],
  ],
];

describe('merging a deletion', () => {
  for (const [title, base, theirs, local, want, results] of ROWS)
    it(title, () => {
      const files = (metadata: string): ReadonlyMap<string, string> =>
        new Map([['c.yaml', `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: c\n${metadata}data:\n  k: v\n`]]);
      const merged = mergePackages({ base: files(base), theirs: files(theirs), local: files(local) });
      assert.deepEqual([...merged.files], [...files(want)]);
      assert.deepEqual(merged.conflicts, []);
      assert.deepEqual(
        merged.results.map(({ severity, field, message }) => `${severity} ${field?.path}: ${message}`),
        results,
      );
    });
});

function patch(...paths: readonly string[]): string {
  return paths.map((path) => `- op: add\n  path: /${path}\n  value: ${path}\n`).join('');
}

type Step = readonly [run: number, size: number];

function steps(...list: readonly Step[]): ReadonlyMap<string, string> {
  const texts = list.map(([run, size]) => `- run: go ${run}\n  if: always\n  with: {size: ${size}, b: x}\n`);
  return new Map([['e.yaml', `apiVersion: v1\nkind: Example\nmetadata:\n  name: e\nsteps:\n${texts.join('')}`]]);
}

const [ONE, TWO, THREE, FOUR, CHANGED_TWO]: readonly [Step, Step, Step, Step, Step] = [
  [0, 1],
  [1, 2],
  [0, 3],
  [1, 4],
  [1, 9],
];

describe('merging a deletion of what the other side changes in another place', () => {
  it('is a conflict about a file that is a list, to which local adds an element', () => {
    const local = new Map([['p.yaml', patch('a', 'b', 'c')]]);
    const theirs = new Map<string, string>();
    const { files, conflicts } = mergePackages({ base: new Map([['p.yaml', patch('a', 'b')]]), theirs, local });
    assert.deepEqual([...files], [...local]);
    assert.deepEqual(
      conflicts.map(({ kind, file, field }) => [kind, file.path, field]),
      [['delete/change', 'p.yaml', undefined]],
    );
  });

  it('is none of a file that is a list, which new renames: what local adds follows', () => {
    const { files, conflicts } = mergePackages({
      base: new Map([['p.yaml', patch('a', 'b')]]),
      theirs: new Map([['q.yaml', patch('a', 'b')]]),
      local: new Map([['p.yaml', patch('a', 'b', 'c')]]),
    });
    assert.deepEqual([...files], [['q.yaml', patch('a', 'b', 'c')]]);
    assert.deepEqual(conflicts, []);
  });

  for (const [title, after, field] of [
    ['up', [CHANGED_TWO, ONE, THREE, FOUR], 'steps[0]'],
    ['down', [ONE, THREE, CHANGED_TWO, FOUR], 'steps[2]'],
    ['to the end', [ONE, THREE, FOUR, CHANGED_TWO], 'steps[3]'],
  ] as const)
    it(`is a conflict about an element without a key that local moves ${title} and changes`, () => {
      const theirs = steps(ONE, THREE, FOUR);
      const { conflicts } = mergePackages({ base: steps(ONE, TWO, THREE, FOUR), theirs, local: steps(...after) });
      assert.deepEqual(
        conflicts.map((each) => [each.kind, each.field]),
        [['delete/change', field]],
      );
    });
});

/** A ConfigMap's labels in base, on the side that deletes all, and on the other one, and those that are merged. */
const DELETED_IN_GIT: readonly (readonly [title: string, base: string, other: string, want: string])[] = [
  ['keeps a label that the other side added', '    a: b\n', '    a: b\n    mine: m\n', '  labels:\n    mine: m\n'],
  [
    'keeps renamed labels of the other side',
    '    apps/name: web\n    apps/version: v1\n',
    '    app/name: web\n    app/version: v1\n',
    '  labels:\n    app/name: web\n    app/version: v1\n',
  ],
  [
    'keeps the comment of a label that the other side added',
    '    a: b\n',
    '    a: b\n\n    # mine\n    mine: m\n',
    '  labels:\n\n    # mine\n    mine: m\n',
  ],
  ['deletes labels of which the other side removed one', '    a: b\n    c: d\n', '    a: b\n', ''],
];

describe('merging a deletion in git', () => {
  for (const [title, base, other, want] of DELETED_IN_GIT)
    for (const side of ['ours', 'theirs'])
      it(`${title}, deleted by ${side}`, () => {
        const text = (labels: string): string => `kind: ConfigMap\nmetadata:\n  name: c\n${labels}data:\n  k: v\n`;
        const [deleted, changed] = [text(''), text(`  labels:\n${other}`)];
        const [ours, theirs] = side === 'ours' ? [deleted, changed] : [changed, deleted];
        const { content, conflicts } = mergeForDriver({
          path: 'c.yaml',
          base: text(`  labels:\n${base}`),
          ours,
          theirs,
          markersOf: () => ({ size: 7, names: { local: 'ours', theirs: 'theirs' } }),
        });
        assert.deepEqual(conflicts, []);
        assert.equal(content, text(want));
      });
});

/** A collection in base, and on the side that changes it while the other deletes it. */
const CHANGED: readonly (readonly [title: string, base: string, changed: string])[] = [
  ['a list', 'l:\n- name: a\n  x: 1\n- name: b\n  x: 1\n', 'l:\n- name: a\n  x: 2\n- name: b\n  x: 1\n'],
  [
    'a list in which an element is also added',
    'l:\n- name: a\n  x: 1\n- name: b\n  x: 1\n',
    'l:\n- name: a\n  x: 1\n# new\n- name: c\n  x: 1\n- name: b\n  x: 2\n',
  ],
  ['a list in flow style', 'l: [{name: a, x: 1}, {name: b, x: 1}]\n', 'l: [{name: a, x: 2}, {name: b, x: 1}]\n'],
  ['a map of free keys', 'labels:\n  a: one\n  b: two\n', 'labels:\n  a: other\n  b: two\n'],
];

describe('a collection that one side deletes and the other changes, in git', () => {
  for (const [title, base, changed] of CHANGED)
    for (const side of ['ours', 'theirs'] as const)
      it(`is marked as a whole: ${title} in ${side}`, () => {
        const [ours, theirs] = side === 'ours' ? [changed, ''] : ['', changed];
        const file = (text: string): string => `kind: X\nmetadata:\n  name: x\n${text}z: 1\n`;
        const names = { local: 'ours', theirs: 'theirs' };
        const { content, conflicts } = mergeForDriver({
          path: 'x.yaml',
          base: file(base),
          ours: file(ours),
          theirs: file(theirs),
          markersOf: () => ({ size: 7, names }),
        });
        assert.deepEqual(
          conflicts.map(({ kind, field }) => [kind, field]),
          [['delete/change', base.split(':')[0]]],
        );
        assert.equal(content, file(`<<<<<<< ours\n${ours}=======\n${theirs}>>>>>>> theirs\n`));
      });
});
