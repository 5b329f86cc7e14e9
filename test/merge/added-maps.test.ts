import assert from 'node:assert/strict';
import { mergeForDriver } from '../../cli/merge/merge-with-markers.ts';
import { mergePackages } from '../../src/merge/index.ts';

const PROBE = 'livenessProbe:\n  httpGet: {path: /}\n';

/** A map that both sides add to a container, in flow or block style, and the field of the conflict in git, if any. */
const ROWS: readonly (readonly [title: string, ours: string, theirs: string, field?: string])[] = [
  ['probes with other timings', `${PROBE}  periodSeconds: 5\n`, `${PROBE}  timeoutSeconds: 3\n`, 'livenessProbe'],
  ['a probe without a handler', PROBE, 'livenessProbe:\n  timeoutSeconds: 3\n', 'livenessProbe'],
  ['a probe that has all of the other', PROBE, `${PROBE}  timeoutSeconds: 3\n`],
  ['limits and requests', 'resources:\n  limits:\n    cpu: 1\n', 'resources:\n  requests:\n    cpu: 1\n', 'resources'],
  ['limits of other resources', 'resources:\n  limits:\n    cpu: 1\n', 'resources:\n  limits:\n    memory: 1\n'],
  ['other annotations', 'annotations:\n  a: one\n', 'annotations:\n  b: two\n'],
  ['other data', 'data:\n  a: one\n', 'data:\n  b: two\n'],
  [
    'a field, and a field inside of another one',
    'context:\n  a: 1\n  user:\n    id: 1\n',
    'context:\n  user:\n    id: 1\n    group: 2\n',
    'context',
  ],
  [
    'fields of a map inside, which is the smallest one',
    'context:\n  a: 1\n  user:\n    id: 1\n',
    'context:\n  a: 1\n  user:\n    group: 2\n',
    'context.user',
  ],
];

function pod(map: string): string {
  const container = map.replaceAll(/^/gm, '    ').trimEnd();
  return `apiVersion: v1\nkind: Pod\nmetadata:\n  name: p\nspec:\n  containers:\n  - name: c\n    image: c:1\n${container}\n`;
}

describe('a map that both sides add', () => {
  for (const [title, ours, theirs, field] of ROWS)
    for (const [local, other, order] of [
      [ours, theirs, ''],
      [theirs, ours, ', swapped'],
    ] as const) {
      it(`is ${field === undefined ? 'clean' : 'a conflict'} in git: ${title}${order}`, () => {
        const names = { local: 'ours', theirs: 'theirs' };
        const [base, mine, their] = ['', local, other].map(pod) as [string, string, string];
        const file = { path: 'p.yaml', base, ours: mine, theirs: their, markersOf: () => ({ size: 7, names }) };
        const { conflicts } = mergeForDriver(file);
        const wanted = field === undefined ? [] : [['add/add', `spec.containers[0].${field}`]];
        assert.deepEqual(
          conflicts.map((each) => [each.kind, each.field]),
          wanted,
        );
      });

      it(`has the fields of both in a package, ${field === undefined ? 'silently' : 'with a warning'}: ${title}${order}`, () => {
        const [base, mine, their] = ['', local, other].map((map) => new Map([['p.yaml', pod(map)]]));
        assert.ok(base && mine && their);
        const { conflicts, results } = mergePackages({ base, theirs: their, local: mine });
        assert.deepEqual(conflicts, []);
        const message = 'both sides added it with different fields: it gets the fields of both';
        const wanted = field === undefined ? [] : [[message, `spec.containers[0].${field}`]];
        assert.deepEqual(
          results.map((result) => [result.message, result.field?.path]),
          wanted,
        );
      });
    }
});
