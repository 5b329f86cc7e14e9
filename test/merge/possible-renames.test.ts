import assert from 'node:assert/strict';
import fc from 'fast-check';
import { mergePackages } from '../../src/merge/index.ts';
import type { MergeRow } from './merge-row.ts';
import { propertyRuns } from '../support/property-runs.ts';

const RUNS = propertyRuns(50);

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

const env = (...names: readonly string[]): string =>
  pod(`${APP}    env:\n${names.map((name) => `    - name: ${name}\n      value: ${variable(name)}\n`).join('')}`);

const variable = (name: string): string => (name.startsWith('L') ? 'debug' : `of-${name.charAt(0)}`);

const volumesNamed = (...names: readonly string[]): string =>
  volumes(...names.map((name) => `name: ${name}\n    emptyDir: { sizeLimit: ${name.charCodeAt(0)} }`));

const fileOf = (text: string): ReadonlyMap<string, string> => new Map([['a.yaml', text]]);

const ports = (...numbers: readonly number[]): string =>
  pod(`${APP}    ports:\n${numbers.map((number) => `    - containerPort: ${number}\n`).join('')}`);

const volumes = (...each: readonly string[]): string =>
  pod(APP, `  volumes:\n${each.map((volume) => `  - ${volume}\n`).join('')}`);

const pipeline = (...images: readonly string[]): string =>
  `apiVersion: kpt.dev/v1\nkind: Kptfile\nmetadata:\n  name: k\npipeline:\n  mutators:\n${images
    .map((image) => `  - image: ${image}\n    configMap: { a: of-${image.charAt(0)} }\n`)
    .join('')}`;

const finalizers = (...names: readonly string[]): string =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: c\n  finalizers:\n${names.map((name) => `  - ${name}\n`).join('')}`;

/** Base, new and local, the merged text, and what is reported. */
const ROWS: readonly MergeRow[] = [
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
    'warns of a scalar that local removed and new has under another key in the same place',
    custom(OTHER, '  a: same\n', CACHE),
    custom(OTHER, '  b: same\n', CACHE),
    custom(OTHER, CACHE),
    custom(OTHER, '  b: same\n', CACHE),
    [`spec.b: is added by new, but may be \`a\` ${RENAMED} local ${ADVICE}`],
  ],
  [
    'is silent about an equal scalar in another place',
    custom(OTHER, '  a: same\n', CACHE),
    custom(OTHER, CACHE, '  b: same\n'),
    custom(OTHER, CACHE),
    custom(OTHER, CACHE, '  b: same\n'),
    [],
  ],
  [
    'is silent about booleans, which say too little',
    custom(OTHER, '  a: true\n'),
    custom(OTHER, '  b: true\n'),
    custom(OTHER),
    custom(OTHER, '  b: true\n'),
    [],
  ],
  [
    'warns of a variable that local removed and new renamed',
    env('A', 'LOG', 'Z'),
    env('A', 'LEVEL', 'Z'),
    env('A', 'Z'),
    env('A', 'LEVEL', 'Z'),
    [
      `spec.containers[0].env[1]: is added by new, but may be the element with \`name\` "LOG" ${RENAMED} local ${ADVICE}`,
    ],
  ],
  [
    'warns of a variable that new removed and local renamed and moved',
    env('A', 'LOG', 'Z'),
    env('A', 'Z'),
    env('A', 'Z', 'LEVEL'),
    env('A', 'Z', 'LEVEL'),
    [
      `spec.containers[0].env[2]: is added by local, but may be the element with \`name\` "LOG" ${RENAMED} new ${ADVICE}`,
    ],
  ],
  [
    'warns of an element that has nothing but a key in the same place',
    ports(80, 90, 70),
    ports(80, 91, 70),
    ports(80, 70),
    ports(80, 91, 70),
    [
      `spec.containers[0].ports[1]: is added by new, but may be the element with \`containerPort\` 90 ${RENAMED} local ${ADVICE}`,
    ],
  ],
  [
    'is silent about an element that has nothing but a key in another place',
    ports(80, 90, 70),
    ports(80, 70, 91),
    ports(80, 70),
    ports(80, 70, 91),
    [],
  ],
  [
    'warns of an element that lacks the key of its list',
    volumes('name: a', 'hostPath: { path: /x }', 'name: c'),
    volumes('name: a', 'hostPath: { path: /y }', 'name: c'),
    volumes('name: a', 'name: c'),
    volumes('name: a', 'hostPath: { path: /y }', 'name: c'),
    [
      `spec.volumes[1]: is added by new, but may be the element {"hostPath":{"path":"/x"}} with another value, which local ${ADVICE}`,
    ],
  ],
  [
    'warns of a function of a pipeline with another image',
    pipeline('a', 'b', 'c'),
    pipeline('a', 'bb', 'c'),
    pipeline('a', 'c'),
    pipeline('a', 'bb', 'c'),
    [
      `pipeline.mutators[1]: is added by new, but may be the element with \`image\` "b" with another key, which local ${ADVICE}`,
    ],
  ],
  [
    'warns of a value of a set in the place of another one',
    finalizers('a', 'b', 'c'),
    finalizers('a', 'bb', 'c'),
    finalizers('a', 'c'),
    finalizers('a', 'bb', 'c'),
    [`metadata.finalizers[1]: is added by new, but may be the element "b" with another value, which local ${ADVICE}`],
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
      const merged = mergePackages({ base: fileOf(base), theirs: fileOf(theirs), local: fileOf(local) });
      assert.deepEqual([...merged.files], [...fileOf(want)]);
      assert.deepEqual(merged.conflicts, []);
      assert.deepEqual(
        merged.results.map(({ severity, field, message }) => `${severity} ${field?.path}: ${message}`),
        results.map((each) => `warning ${each}`),
      );
    });

  it('merges what one side renamed and the other edited once more, without a change', () => {
    const [renamed, edited] = [container('proxy', 'side:1'), SIDE.replace('/srv', '/mine')];
    const base = fileOf(pod(APP, SIDE));
    const want = fileOf(pod(APP, renamed.replace('/srv', '/mine')));
    for (const [one, other] of [
      [renamed, edited],
      [edited, renamed],
    ] as const) {
      const theirs = fileOf(pod(APP, one));
      const merged = mergePackages({ base, theirs, local: fileOf(pod(APP, other)) });
      assert.deepEqual([merged.files, merged.conflicts], [want, []]);
      const again = mergePackages({ base, theirs, local: merged.files });
      assert.deepEqual([again.files, again.conflicts], [want, []]);
    }
  });

  it('is never silent about a renamed element, wherever it is and whichever side removed it', () => {
    const renamed = fc.record({
      list: fc.constantFrom(env, volumesNamed, pipeline, finalizers),
      names: fc.uniqueArray(fc.stringMatching(/^[a-k]$/), { minLength: 1, maxLength: 6 }),
      at: fc.nat(),
      isLocal: fc.boolean(),
      options: fc.constantFrom({}, { onDelete: 'conflict', onComment: 'conflict', onAdd: 'conflict' } as const),
    });
    fc.assert(
      fc.property(renamed, ({ list, names, at, isLocal, options }) => {
        const index = at % names.length;
        const changed = names.with(index, `${names[index]}2`);
        const [one, other] = [list(...changed), list(...names.toSpliced(index, 1))].map(fileOf);
        assert.ok(one !== undefined && other !== undefined);
        const [theirs, local] = isLocal ? [other, one] : [one, other];
        const merged = mergePackages({ base: fileOf(list(...names)), theirs, local }, options);
        const warnings = merged.results.filter(({ severity }) => severity === 'warning');
        assert.notEqual(merged.conflicts.length + warnings.length, 0);
      }),
      { numRuns: RUNS },
    );
  });

  it('is silent about the same merge a second time', () => {
    const packages = { base: fileOf(pod(APP, SIDE)), theirs: fileOf(pod(APP, PROXY)), local: fileOf(pod(APP)) };
    const merged = mergePackages(packages);
    assert.deepEqual(mergePackages({ ...packages, local: merged.files }).results, []);
  });
});
