import assert from 'node:assert/strict';
import { mergePackages } from '../../src/merge/index.ts';
import type { MergeRow } from './merge-row.ts';

const container = (name: string, rest = ''): string =>
  `  - name: ${name}\n    image: ${name}:1\n    args: [--port, "80"]\n${rest}`;

const APP = container('app');
const LAST = container('last');
const SIDE = container('side');
const SIDECAR = container('side', '    restartPolicy: Always\n');
const LOG = '    - name: LOG\n      value: debug\n';
const LEVEL = '    - name: LEVEL\n      value: debug\n';

const withEnv = (text: string, ...variables: readonly string[]): string =>
  variables.length === 0 ? text : `${text}    env:\n${variables.join('')}`;

const pod = (containers: readonly string[], more: readonly string[] = [], others: readonly string[] = []): string =>
  [
    `apiVersion: v1\nkind: Pod\nmetadata:\n  name: p\nspec:\n  containers:\n${containers.join('')}`,
    more.length === 0 ? '' : `  initContainers:\n${more.join('')}`,
    others.length === 0 ? '' : `  ephemeralContainers:\n${others.join('')}`,
  ].join('');

const messageOf = (adding: string, removing: string, list = 'spec.containers'): string =>
  `is added by ${adding}, but may be the element that was in \`${list}\`, which ${removing} removed: remove it, too, if it is the same`;

/** Base, new and local, the merged text, and the warnings. */
const ROWS: readonly MergeRow[] = [
  [
    'warns of an element that new moved and local removed',
    pod([APP, SIDE], [LAST]),
    pod([APP], [LAST, SIDE]),
    pod([APP], [LAST]),
    pod([APP], [LAST, SIDE]),
    [`spec.initContainers[1]: ${messageOf('new', 'local')}`],
  ],
  [
    'warns of an element that local moved and new removed',
    pod([APP, SIDE], [LAST]),
    pod([APP], [LAST]),
    pod([APP], [SIDE, LAST]),
    pod([APP], [SIDE, LAST]),
    [`spec.initContainers[0]: ${messageOf('local', 'new')}`],
  ],
  [
    'warns of an element that is a little different in an added list',
    pod([APP, SIDE]),
    pod([APP], [SIDECAR]),
    pod([APP]),
    pod([APP], [SIDECAR]),
    [`spec.initContainers[0]: ${messageOf('new', 'local')}`],
  ],
  [
    'warns of the only element of a list that both sides removed',
    pod([APP], [SIDE]),
    pod([APP, SIDE]),
    pod([APP]),
    pod([APP, SIDE]),
    [`spec.containers[1]: ${messageOf('new', 'local', 'spec.initContainers')}`],
  ],
  [
    'warns of an element that the sides moved to different lists',
    pod([APP, SIDE]),
    pod([APP], [SIDE]),
    pod([APP], [], [SIDE]),
    pod([APP], [SIDE], [SIDE]),
    [
      `spec.initContainers[0]: ${messageOf('new', 'local')}`,
      `spec.ephemeralContainers[0]: ${messageOf('local', 'new')}`,
    ],
  ],
  [
    'warns of a variable that new moved to another container',
    pod([withEnv(APP, LEVEL, LOG), LAST]),
    pod([withEnv(APP, LEVEL), withEnv(LAST, LOG)]),
    pod([withEnv(APP, LEVEL), LAST]),
    pod([withEnv(APP, LEVEL), withEnv(LAST, LOG)]),
    [`spec.containers[1].env[0]: ${messageOf('new', 'local', 'spec.containers[0].env')}`],
  ],
  [
    'is silent about an element that both sides moved equally',
    pod([APP, SIDE], [LAST]),
    pod([APP], [LAST, SIDE]),
    pod([APP], [LAST, SIDE]),
    pod([APP], [LAST, SIDE]),
    [],
  ],
  [
    'is silent about an equal element that was in another list before',
    pod([withEnv(APP, LEVEL, LOG), withEnv(LAST, LOG)]),
    pod([withEnv(APP, LEVEL), withEnv(LAST, LOG), withEnv(SIDE, LEVEL)]),
    pod([withEnv(APP, LEVEL), withEnv(LAST, LOG)]),
    pod([withEnv(APP, LEVEL), withEnv(LAST, LOG), withEnv(SIDE, LEVEL)]),
    [],
  ],
  [
    'is silent about an element with the same name and other values',
    pod([APP, SIDE]),
    pod([APP], ['  - name: side\n    image: other:1\n    tty: true\n']),
    pod([APP]),
    pod([APP], ['  - name: side\n    image: other:1\n    tty: true\n']),
    [],
  ],
];

const files = (text: string): ReadonlyMap<string, string> => new Map([['a.yaml', text]]);

describe('merging what one side may have moved and the other removed', () => {
  for (const [title, base, theirs, local, want, warnings] of ROWS)
    it(title, () => {
      const packages = { base: files(base), theirs: files(theirs), local: files(local) };
      const merged = mergePackages(packages);
      assert.deepEqual([[...merged.files], merged.conflicts], [[...files(want)], []]);
      assert.deepEqual(
        merged.results.map(({ severity, field, message }) => `${severity} ${field?.path}: ${message}`),
        warnings.map((each) => `warning ${each}`),
      );
      const again = mergePackages({ ...packages, local: merged.files });
      assert.deepEqual([again.files, again.conflicts], [merged.files, []]);
    });

  it('compares many elements of the same name only for equality', () => {
    const env = Array.from({ length: 150 }, (_, n) => withEnv(container(`c${n}`), LOG, LEVEL));
    const without = [withEnv(container('c0'), LEVEL), ...env.slice(1)];
    const base = files(pod(env, [withEnv(LAST, LEVEL)]));
    const theirs = files(pod(without, [withEnv(LAST, LEVEL, LOG)]));
    const { results } = mergePackages({ base, theirs, local: files(pod(without, [withEnv(LAST, LEVEL)])) });
    assert.deepEqual(
      results.map(({ field, message }) => `${field?.path}: ${message}`),
      [`spec.initContainers[0].env[1]: ${messageOf('new', 'local', 'spec.containers[0].env')}`],
    );
  });
});
