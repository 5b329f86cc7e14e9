import assert from 'node:assert/strict';
import { mergePackages } from '../../src/merge/index.ts';

const container = (name: string, image: string): string =>
  `  - name: ${name}\n    image: ${image}\n    args: [--port, "80"]\n    workingDir: /srv\n`;

const pod = (...containers: readonly string[]): string =>
  `apiVersion: v1\nkind: Pod\nmetadata:\n  name: p\nspec:\n  containers:\n${containers.join('')}`;

const custom = (...entries: readonly string[]): string =>
  `apiVersion: example.com/v1\nkind: Custom\nmetadata:\n  name: c\nspec:\n${entries.join('')}`;

const secret = (...entries: readonly string[]): string =>
  `apiVersion: v1\nkind: Secret\nmetadata:\n  name: s\nstringData:\n${entries.join('')}`;

const APP = container('app', 'app:1');
const SIDE = container('side', 'side:1');
const PROXY = container('proxy', 'side:2');
const CACHE = '  cache: { size: 1, ttl: 60, path: /tmp }\n';
const STORE = '  store: { size: 1, ttl: 60, path: /tmp }\n';
const DEPOT = '  depot: { size: 2, ttl: 60, path: /tmp }\n';
const OTHER = '  other: { a: b }\n';
const RENAMED = 'with another key, which';
const MAP_REF = '    - configMapRef: { name: settings }\n';
const SECRET_REF = '    - secretRef: { name: creds }\n';
const NEW_REF = '    - secretRef: { name: creds-2 }\n';
const from = (...refs: readonly string[]): string => pod(`${APP}    envFrom:\n${refs.join('')}`);
const ADVICE = 'removed: remove it, too, if it is the same';
const SIDE_TEXT = 'the element with `name` "side"';

/** Base, new and local, the merged text, and what is reported. */
const ROWS: readonly (readonly [
  title: string,
  base: string,
  theirs: string,
  local: string,
  want: string,
  results: readonly string[],
])[] = [
  [
    'warns of an element that local removed and new renamed',
    pod(APP, SIDE),
    pod(APP, PROXY),
    pod(APP),
    pod(APP, PROXY),
    [`spec.containers[1]: is added by new, but may be ${SIDE_TEXT} ${RENAMED} local ${ADVICE}`],
  ],
  [
    'warns of an element that new removed and local renamed',
    pod(APP, SIDE),
    pod(APP),
    pod(APP, PROXY),
    pod(APP, PROXY),
    [`spec.containers[1]: is added by local, but may be ${SIDE_TEXT} ${RENAMED} new ${ADVICE}`],
  ],
  [
    'is silent about an element that both renamed equally',
    pod(APP, SIDE),
    pod(APP, PROXY),
    pod(APP, PROXY),
    pod(APP, PROXY),
    [],
  ],
  [
    'is silent about an added element that is not like the removed one',
    pod(APP, SIDE),
    pod(APP, '  - name: log\n    image: log:1\n    tty: true\n'),
    pod(APP),
    pod(APP, '  - name: log\n    image: log:1\n    tty: true\n'),
    [],
  ],
  [
    'warns of an entry that local removed and new renamed',
    custom(OTHER, CACHE),
    custom(OTHER, STORE),
    custom(OTHER),
    custom(OTHER, STORE),
    [`spec.store: is added by new, but may be \`cache\` ${RENAMED} local ${ADVICE}`],
  ],
  [
    'warns of an entry to which the sides gave different keys',
    custom(OTHER, CACHE),
    custom(OTHER, STORE),
    custom(OTHER, DEPOT),
    custom(OTHER, STORE, DEPOT),
    [
      `spec.store: is added by new, but may be \`cache\` ${RENAMED} local ${ADVICE}`,
      `spec.depot: is added by local, but may be \`cache\` ${RENAMED} new ${ADVICE}`,
    ],
  ],
  [
    'warns of an element without a key in the place of one that the other side removed',
    from(MAP_REF, SECRET_REF),
    from(MAP_REF, NEW_REF),
    from(MAP_REF),
    from(MAP_REF, NEW_REF),
    [
      `spec.containers[0].envFrom[1]: is added by new, but may be the element {"secretRef":{"name":"creds"}} with another value, which local ${ADVICE}`,
    ],
  ],
  [
    'is silent about an element without a key in another place',
    from(MAP_REF, SECRET_REF),
    from(NEW_REF, MAP_REF),
    from(MAP_REF),
    from(NEW_REF, MAP_REF),
    [],
  ],
  [
    'is silent about labels and other scalars, which say too little',
    custom(OTHER, '  a: same\n'),
    custom(OTHER, '  b: same\n'),
    custom(OTHER),
    custom(OTHER, '  b: same\n'),
    [],
  ],
  [
    'names no value of a Secret',
    secret('  a: x\n', '  key: |\n    hunter1\n    hunter2\n'),
    secret('  a: x\n', '  new-key: |\n    hunter1\n    hunter2\n'),
    secret('  a: x\n'),
    secret('  a: x\n', '  new-key: |\n    hunter1\n    hunter2\n'),
    [`stringData.new-key: is added by new, but may be \`key\` ${RENAMED} local ${ADVICE}`],
  ],
];

describe('merging what one side may have renamed and the other removed', () => {
  for (const [title, base, theirs, local, want, results] of ROWS)
    it(title, () => {
      const files = (text: string): ReadonlyMap<string, string> => new Map([['a.yaml', text]]);
      const merged = mergePackages({ base: files(base), theirs: files(theirs), local: files(local) });
      assert.deepEqual([...merged.files], [...files(want)]);
      assert.deepEqual(merged.conflicts, []);
      assert.deepEqual(
        merged.results.map(({ severity, field, message }) => `${severity} ${field?.path}: ${message}`),
        results.map((each) => `warning ${each}`),
      );
    });

  it('merges what one side renamed and the other edited once more, without a change', () => {
    const files = (text: string): ReadonlyMap<string, string> => new Map([['a.yaml', text]]);
    const [renamed, edited] = [container('proxy', 'side:1'), SIDE.replace('/srv', '/mine')];
    const base = files(pod(APP, SIDE));
    const want = files(pod(APP, renamed.replace('/srv', '/mine')));
    for (const [one, other] of [
      [renamed, edited],
      [edited, renamed],
    ] as const) {
      const theirs = files(pod(APP, one));
      const merged = mergePackages({ base, theirs, local: files(pod(APP, other)) });
      assert.deepEqual([merged.files, merged.conflicts], [want, []]);
      const again = mergePackages({ base, theirs, local: merged.files });
      assert.deepEqual([again.files, again.conflicts], [want, []]);
    }
  });

  it('is silent about the same merge a second time', () => {
    const files = (text: string): ReadonlyMap<string, string> => new Map([['a.yaml', text]]);
    const packages = { base: files(pod(APP, SIDE)), theirs: files(pod(APP, PROXY)), local: files(pod(APP)) };
    const merged = mergePackages(packages);
    assert.deepEqual(mergePackages({ ...packages, local: merged.files }).results, []);
  });
});
