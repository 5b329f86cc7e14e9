import assert from 'node:assert/strict';
import injectConfig from '../../../functions/inject-config/index.ts';
import { loaded } from '../../support/probe.ts';
import { resourceList } from '../../support/resource-list.ts';
import { runList, runNoticed, type Noticed } from '../../support/run-list.ts';
import { condition, kptfile, locate, objectOf, pointOf, textOf, type Item } from './items.ts';

const fn = loaded(injectConfig);

const variant = (injectors: string, namespace = 'infra'): string =>
  `apiVersion: config.porch.kpt.dev/v1alpha1
kind: PackageVariant
metadata:
  name: v
  namespace: ${namespace}
spec:
  injectors: ${injectors}
`;
const own = (spec: string): string =>
  `apiVersion: krm-variants.dev/v1alpha1\nkind: ConfigInjection\nmetadata:\n  name: c\nspec:\n${spec}`;

const run = (items: readonly string[], config: string): Promise<Noticed> => runNoticed(fn, resourceList(items, config));

interface Row {
  readonly name: string;
  /** A list in flow style. */
  readonly injectors: string;
  readonly namespace?: string;
  readonly points: readonly Item[];
  readonly objects?: readonly Item[];
  /** Injected object and resulting text after the metadata for each point; undefined if the point is unchanged. */
  readonly want: readonly (readonly [source: string, rest: string] | undefined)[];
  /** Messages of the conditions, in the order of the points. */
  readonly messages: readonly string[];
  readonly results: readonly string[];
}

const injected = (source: string): string => `injected resource "${source}" from cluster`;
const NO_MATCH = 'no resource matched any injection selector for this injection point';
const LAMP = { apiVersion: 'example.com/v1', kind: 'Lamp' };
const lamp = pointOf({ ...LAMP, name: 'lamp', rest: 'spec:\n  watts: 1\n' });
const bright = objectOf({ ...LAMP, name: 'bright', rest: 'spec:\n  watts: 100 # much\n' });
const dim = objectOf({ ...LAMP, name: 'dim', rest: 'spec:\n  watts: 5\n' });

const rows: readonly Row[] = [
  {
    name: 'copies the spec of the named resource, regardless of the name of the point',
    injectors: '[{name: bright}]',
    points: [lamp],
    objects: [dim, bright],
    want: [['bright', 'spec:\n  watts: 100 # much\n']],
    messages: [injected('bright')],
    results: ['info -: injectors[0] "bright": injected into 1 resource: Lamp lamp'],
  },
  {
    name: 'takes the first selector that matches',
    injectors: '[{name: none}, {name: dim}, {name: bright}]',
    points: [lamp],
    objects: [bright, dim],
    want: [['dim', 'spec:\n  watts: 5\n']],
    messages: [injected('dim')],
    results: [
      'warning -: injectors[0] "none": matches no cluster object for any injection point',
      'info -: injectors[1] "dim": injected into 1 resource: Lamp lamp',
    ],
  },
  ...(
    [
      ['group: example.com', true],
      ['group: other.com', false],
      ['group: ""', false],
      ['version: v1', true],
      ['version: v2', false],
      ['kind: Lamp', true],
      ['kind: Bulb', false],
      ['group: example.com, version: v1, kind: Lamp', true],
      ['group: example.com, version: v1, kind: Bulb', false],
    ] as const
  ).map(([constraint, isMatch]): Row => {
    const second = 'info -: injectors[1] "dim": injected into 1 resource: Lamp lamp';
    const none = 'warning -: injectors[0] "bright": matches no cluster object for any injection point';
    const first = 'info -: injectors[0] "bright": injected into 1 resource: Lamp lamp';
    return {
      name: `matches all fields of a selector: ${constraint}`,
      injectors: `[{${constraint}, name: bright}, {name: dim}]`,
      points: [lamp],
      objects: [bright, dim],
      want: [isMatch ? ['bright', 'spec:\n  watts: 100 # much\n'] : ['dim', 'spec:\n  watts: 5\n']],
      messages: [injected(isMatch ? 'bright' : 'dim')],
      results: isMatch ? [first] : [none, second],
    };
  }),
  {
    name: 'applies one selector without group, version and kind to points of all kinds',
    injectors: '[{name: bright}]',
    points: [lamp, pointOf({ apiVersion: 'v1', kind: 'ConfigMap', name: 'c', rest: 'data:\n  a: b\n' })],
    objects: [bright, objectOf({ apiVersion: 'v1', kind: 'ConfigMap', name: 'bright', rest: 'data:\n  c: "012"\n' })],
    want: [
      ['bright', 'spec:\n  watts: 100 # much\n'],
      ['bright', 'data:\n  c: "012"\n'],
    ],
    messages: [injected('bright'), injected('bright')],
    results: ['info -: injectors[0] "bright": injected into 2 resources: ConfigMap c, Lamp lamp'],
  },
  {
    name: 'treats an empty group as the core group',
    injectors: '[{group: "", name: bright}]',
    points: [pointOf({ apiVersion: 'v1', kind: 'ConfigMap', name: 'c', rest: 'data:\n  a: b\n' }), lamp],
    objects: [bright, objectOf({ apiVersion: 'v1', kind: 'ConfigMap', name: 'bright', rest: 'data:\n  c: d\n' })],
    want: [['bright', 'data:\n  c: d\n'], undefined],
    messages: [injected('bright'), NO_MATCH],
    results: [`warning -: ${NO_MATCH}`, 'info -: injectors[0] "bright": injected into 1 resource: ConfigMap c'],
  },
  {
    name: 'matches the exact version only',
    injectors: '[{name: bright}]',
    points: [{ ...lamp, apiVersion: 'example.com/v2' }],
    objects: [bright],
    want: [undefined],
    messages: ['no in-cluster resources of type example.com/v2.Lamp'],
    results: [
      'warning -: injectors[0] "bright": matches no cluster object for any injection point',
      'warning -: no in-cluster resources of type example.com/v2.Lamp',
    ],
  },
  {
    name: 'names the nearest object for a misspelled name',
    injectors: '[{name: brigth}]',
    points: [lamp],
    objects: [bright],
    want: [undefined],
    messages: [NO_MATCH],
    results: [
      'warning -: injectors[0] "brigth": matches no cluster object for any injection point; did you mean "bright"?',
      `warning -: ${NO_MATCH}`,
    ],
  },
  {
    name: 'names the nearest kind for a misspelled kind',
    injectors: '[{kind: lamp, name: bright}]',
    points: [lamp],
    objects: [bright],
    want: [undefined],
    messages: [NO_MATCH],
    results: [
      'warning -: injectors[0] "bright": matches no cluster object for any injection point; did you mean kind "Lamp"?',
      `warning -: ${NO_MATCH}`,
    ],
  },
  {
    name: 'reports that the cluster has no object of the kind',
    injectors: '[{name: bright}]',
    points: [pointOf({ apiVersion: 'v1', kind: 'ConfigMap', name: 'c', rest: 'data: {}\n' })],
    objects: [bright],
    want: [undefined],
    messages: ['no in-cluster resources of type v1.ConfigMap'],
    results: [
      'warning -: injectors[0] "bright": matches no cluster object for any injection point',
      'warning -: no in-cluster resources of type v1.ConfigMap',
    ],
  },
  {
    name: 'reports missing injectors',
    injectors: '[]',
    points: [lamp],
    objects: [bright],
    want: [undefined],
    messages: ['no injectors defined'],
    results: ['warning -: no injectors defined'],
  },
  {
    name: 'reports a warning for a required point without a match, an info for an optional one',
    injectors: '[{name: none}]',
    points: [lamp, { ...lamp, name: 'spare', mode: 'optional' }],
    objects: [bright],
    want: [undefined, undefined],
    messages: [NO_MATCH, NO_MATCH],
    results: [
      'warning -: injectors[0] "none": matches no cluster object for any injection point',
      `warning -: ${NO_MATCH}`,
      `info -: ${NO_MATCH}`,
    ],
  },
  {
    name: 'injects into an optional point',
    injectors: '[{name: bright}]',
    points: [{ ...lamp, mode: 'optional' }],
    objects: [bright],
    want: [['bright', 'spec:\n  watts: 100 # much\n']],
    messages: [injected('bright')],
    results: ['info -: injectors[0] "bright": injected into 1 resource: Lamp lamp'],
  },
  {
    name: 'matches only resources of its namespace',
    injectors: '[{name: bright}]',
    points: [lamp],
    objects: [{ ...bright, namespace: 'lab' }, dim],
    want: [undefined],
    messages: [NO_MATCH],
    results: [
      'warning -: injectors[0] "bright": matches no cluster object for any injection point; 1 would match in namespace "lab": give the configuration that namespace instead of "infra"',
      `warning -: ${NO_MATCH}`,
    ],
  },
  {
    name: 'prefers the namespace of the configuration among two',
    injectors: '[{name: bright}]',
    points: [{ ...lamp, namespace: 'shop' }],
    objects: [{ ...bright, namespace: 'lab', rest: 'spec:\n  watts: 1\n' }, bright],
    want: [['bright', 'spec:\n  watts: 100 # much\n']],
    messages: [injected('bright')],
    results: [
      'info -: injectors[0] "bright": injected into 1 resource: Lamp shop/lamp',
      'info metadata.namespace: injectors[0] "bright": would match but for the namespace',
    ],
  },
  {
    name: 'treats an unset namespace as default',
    injectors: '[{name: bright}]',
    namespace: 'default',
    points: [lamp],
    objects: [{ ...bright, namespace: '' }],
    want: [['bright', 'spec:\n  watts: 100 # much\n']],
    messages: [injected('bright')],
    results: ['info -: injectors[0] "bright": injected into 1 resource: Lamp lamp'],
  },
  {
    name: 'tries the next selector after a resource without the field',
    injectors: '[{name: bare}, {name: nought}, {name: dim}]',
    points: [lamp],
    objects: [
      objectOf({ ...LAMP, name: 'bare', rest: '' }),
      objectOf({ ...LAMP, name: 'nought', rest: 'spec:\nstatus: {}\n' }),
      dim,
    ],
    want: [['dim', 'spec:\n  watts: 5\n']],
    messages: [injected('dim')],
    results: [
      'warning -: field "spec" not found in resource "bare"',
      'warning -: field "spec" not found in resource "nought"',
      'info -: injectors[2] "dim": injected into 1 resource: Lamp lamp',
    ],
  },
  {
    name: 'reports all resources without the field if there is no other',
    injectors: '[{name: bare}, {name: bare, kind: Lamp}, {name: bald}]',
    points: [lamp],
    objects: [objectOf({ ...LAMP, name: 'bald', rest: 'data: {}\n' }), objectOf({ ...LAMP, name: 'bare', rest: '' })],
    want: [undefined],
    messages: ['field "spec" not found in resource "bare", field "spec" not found in resource "bald"'],
    results: [
      `warning -: ${NO_MATCH}`,
      'warning -: field "spec" not found in resource "bald"',
      'warning -: field "spec" not found in resource "bare"',
    ],
  },
  {
    name: 'copies only data of a ConfigMap',
    injectors: '[{name: m}]',
    points: [
      pointOf({ apiVersion: 'v1', kind: 'ConfigMap', name: 'c', rest: 'data:\n  a: b\nbinaryData:\n  x: eA==\n' }),
    ],
    objects: [
      objectOf({
        apiVersion: 'v1',
        kind: 'ConfigMap',
        name: 'm',
        rest: 'binaryData:\n  y: eQ==\ndata:\n  t: |\n    one\n    two\n  u: 1.10 # no string\n',
      }),
    ],
    want: [['m', 'data:\n  t: |\n    one\n    two\n  u: 1.10 # no string\nbinaryData:\n  x: eA==\n']],
    messages: [injected('m')],
    results: ['info -: injectors[0] "m": injected into 1 resource: ConfigMap c'],
  },
  {
    name: 'copies the spec of a ConfigMap of another group',
    injectors: '[{name: m}]',
    points: [pointOf({ apiVersion: 'example.com/v1', kind: 'ConfigMap', name: 'c', rest: 'data: {}\nspec: 1\n' })],
    objects: [
      objectOf({ apiVersion: 'example.com/v1', kind: 'ConfigMap', name: 'm', rest: 'data: {a: b}\nspec: 2\n' }),
    ],
    want: [['m', 'data: {}\nspec: 2\n']],
    messages: [injected('m')],
    results: ['info -: injectors[0] "m": injected into 1 resource: ConfigMap c'],
  },
  {
    name: 'copies data and stringData of a Secret',
    injectors: '[{name: s}]',
    points: [pointOf({ apiVersion: 'v1', kind: 'Secret', name: 'c', rest: 'data:\n  a: YQ==\n' })],
    objects: [
      objectOf({ apiVersion: 'v1', kind: 'Secret', name: 's', rest: 'data:\n  b: Yg==\nstringData:\n  c: hunter2\n' }),
    ],
    want: [['s', 'data:\n  b: Yg==\nstringData:\n  c: hunter2\n']],
    messages: [injected('s')],
    results: ['info -: injectors[0] "s": injected into 1 resource: Secret c'],
  },
  {
    name: 'removes the old stringData if the Secret only has data',
    injectors: '[{name: s}]',
    points: [
      pointOf({ apiVersion: 'v1', kind: 'Secret', name: 'c', rest: 'data:\n  a: YQ==\nstringData:\n  c: old\n' }),
    ],
    objects: [objectOf({ apiVersion: 'v1', kind: 'Secret', name: 's', rest: 'data:\n  c: bmV3\n' })],
    want: [['s', 'data:\n  c: bmV3\n']],
    messages: [injected('s')],
    results: ['info -: injectors[0] "s": injected into 1 resource: Secret c'],
  },
  {
    name: 'reports a Secret without data and stringData',
    injectors: '[{name: s}]',
    points: [pointOf({ apiVersion: 'v1', kind: 'Secret', name: 'c', rest: 'data:\n  a: YQ==\n' })],
    objects: [objectOf({ apiVersion: 'v1', kind: 'Secret', name: 's', rest: 'type: Opaque\n' })],
    want: [undefined],
    messages: ['field "data" not found in resource "s"'],
    results: [`warning -: ${NO_MATCH}`, 'warning -: field "data" not found in resource "s"'],
  },
  {
    name: 'copies source text with comments, numbers, quotes and blocks, and keeps none of the old text',
    injectors: '[{name: big}]',
    points: [
      pointOf({ ...LAMP, name: 'lamp', rest: 'spec: # kept: it is beside the key\n  # gone\n  watts: 1 # gone\n' }),
    ],
    objects: [
      objectOf({
        ...LAMP,
        name: 'big',
        rest: `spec:\n  # of the maker\n  watts: 1.50\n  mode: 012 # octal\n  id: 12345678901234567890\n  on: 'yes'\n  list:\n    - a # first\n\n    - b\n`,
      }),
    ],
    want: [
      [
        'big',
        `spec: # kept: it is beside the key\n  # of the maker\n  watts: 1.50\n  mode: 012 # octal\n  id: 12345678901234567890\n  on: 'yes'\n  list:\n    - a # first\n\n    - b\n`,
      ],
    ],
    messages: [injected('big')],
    results: ['info -: injectors[0] "big": injected into 1 resource: Lamp lamp'],
  },
  {
    name: 'keeps the text of equal data',
    injectors: '[{name: bright}]',
    points: [{ ...lamp, rest: 'spec: {watts: 0x64} # as hex\n' }],
    objects: [bright],
    want: [['bright', 'spec: {watts: 0x64} # as hex\n']],
    messages: [injected('bright')],
    results: ['info -: injectors[0] "bright": injected into 1 resource: Lamp lamp'],
  },
  {
    name: 'adds the field to a point without it',
    injectors: '[{name: bright}]',
    points: [{ ...lamp, rest: 'status: {}\n' }],
    objects: [bright],
    want: [['bright', 'status: {}\nspec:\n  watts: 100 # much\n']],
    messages: [injected('bright')],
    results: ['info -: injectors[0] "bright": injected into 1 resource: Lamp lamp'],
  },
];

describe('inject-config', () => {
  for (const { name, injectors, namespace = 'infra', points, objects = [], want, messages, results } of rows) {
    it(name, async () => {
      const located = [...points, ...objects].map(locate);
      const [olds, others] = [located.slice(0, points.length), located.slice(points.length).map(textOf)];
      const config = variant(injectors, namespace);
      const ran = await run([kptfile(), ...olds.map(textOf), ...others], config);
      const conditions = points.map((point, index) =>
        condition(point, want[index] !== undefined, messages[index] ?? ''),
      );
      const gates = points.filter(({ mode }) => mode === 'required');
      const now = olds.map((old, index) => {
        const [source, rest] = want[index] ?? [];
        return textOf({
          ...old,
          ...(source !== undefined && { injected: source }),
          ...(rest !== undefined && { rest }),
        });
      });
      assert.equal(ran.list, resourceList([kptfile(gates, conditions), ...now, ...others], config));
      assert.deepEqual(ran.results, results);
      const isInjected = results.some((line) => line.includes(': injected into '));
      assert.equal(
        ran.notices.some((line) => /injectors\[\d\] ".*": changed [1-9]/.test(line)),
        isInjected,
      );
      const again = await runList(fn, ran.list);
      assert.deepEqual([again.list, again.report], [ran.list, ran.report], 'a second run changes nothing');
    });
  }
});

describe('inject-config: location of injection points', () => {
  const at = (name: string, path: string, packagePath?: string): Item => ({
    ...lamp,
    name,
    path,
    ...(packagePath !== undefined && { packagePath }),
  });
  const conditionsOf = (list: string): string[] =>
    [...list.matchAll(/type: (config\.injection\.\S+)/g)].map(([, type = '']) => type);

  it('finds points in any file and subpackage, in the same order with kpt fn eval and kpt fn render', async () => {
    const object = textOf({ ...bright, path: 'z.yaml' });
    const evaluated = [at('c', 'c.yaml'), at('a', 'a/lamp.yaml'), at('b', 'a/b/lamp.yaml'), at('j', 'a.json')];
    const rendered = [
      at('c', 'c.yaml', '/p'),
      at('a', 'lamp.yaml', '/p/a'),
      at('b', 'lamp.yaml', '/p/a/b'),
      at('j', 'a.json', '/p'),
    ];
    const config = variant('[{name: bright}]');
    const sub = (folder: string): string =>
      textOf({
        apiVersion: 'kpt.dev/v1',
        kind: 'Kptfile',
        name: 'sub',
        path: 'Kptfile',
        packagePath: `/p/${folder}`,
        rest: '',
      });
    const first = await run([kptfile(), ...evaluated.map(textOf), object], config);
    const second = await run([sub('a/b'), sub('a'), kptfile([], [], '/p'), ...rendered.map(textOf), object], config);
    const want = ['j', 'b', 'a', 'c'].map((name) => `config.injection.Lamp.${name}`);
    assert.deepEqual(conditionsOf(first.list), want);
    assert.deepEqual(conditionsOf(second.list), want);
    assert.equal(first.list.split('watts: 100 # much').length, 6);
    assert.equal(second.list.split('watts: 100 # much').length, 6);
  });

  it('finds a point in the Kptfile', async () => {
    const root = kptfile().replace('annotations:\n', 'annotations:\n    kpt.dev/config-injection: optional\n');
    const { list, results } = await run([root], variant('[{name: bright}]'));
    assert.deepEqual(conditionsOf(list), ['config.injection.Kptfile.shop']);
    assert.ok(results.includes('info -: no in-cluster resources of type kpt.dev/v1.Kptfile'), results.join('\n'));
  });

  it('finds no point in a cluster object, which does not change', async () => {
    const object = textOf({ ...bright, mode: 'sometimes', injected: 'old', path: 'z.yaml' });
    const { list, results, stderr } = await run([kptfile(), object], variant('[{name: bright}]'));
    assert.equal(stderr, '');
    assert.equal(list, resourceList([kptfile(), object], variant('[{name: bright}]')));
    assert.deepEqual(results, ['warning -: no resource has the annotation kpt.dev/config-injection']);
  });

  it('changes nothing and needs no Kptfile without points', async () => {
    const items = [textOf({ ...lamp, mode: undefined, path: 'a.yaml' })];
    const { list, results } = await run(items, variant('[]'));
    assert.equal(list, resourceList(items, variant('[]')));
    assert.deepEqual(results, ['info -: no resource has the annotation kpt.dev/config-injection']);
  });
});

describe('inject-config: errors', () => {
  const errorRows: readonly { name: string; items: readonly string[]; config: string; results: readonly string[] }[] = [
    {
      name: 'all invalid values of the annotation',
      items: [
        kptfile(),
        ...['Required', '', 'true', 'yes please'].map((mode, index) =>
          textOf({ ...lamp, name: `l${index}`, mode, path: `${index}.yaml` }),
        ),
      ],
      config: variant('[]'),
      results: [
        'error metadata.annotations["kpt.dev/config-injection"]: Lamp/l0 has invalid "kpt.dev/config-injection" annotation value of "Required": must be "required" or "optional"',
        'error metadata.annotations["kpt.dev/config-injection"]: Lamp/l1 has invalid "kpt.dev/config-injection" annotation value of "": must be "required" or "optional"',
        'error metadata.annotations["kpt.dev/config-injection"]: Lamp/l2 has invalid "kpt.dev/config-injection" annotation value of "true": must be "required" or "optional"',
        'error metadata.annotations["kpt.dev/config-injection"]: Lamp/l3 has invalid "kpt.dev/config-injection" annotation value of "yes please": must be "required" or "optional"',
      ],
    },
    {
      name: 'condition types shared by several points',
      items: [
        kptfile(),
        textOf({ ...lamp, path: 'a.yaml' }),
        textOf({ ...lamp, path: 'b.yaml', mode: 'optional' }),
        textOf({ ...lamp, path: 'c.yaml', apiVersion: 'other.com/v1' }),
      ],
      config: variant('[]'),
      results: [
        'error -: duplicate injection conditionType "config.injection.Lamp.lamp" (a.yaml and b.yaml)',
        'error -: duplicate injection conditionType "config.injection.Lamp.lamp" (b.yaml and c.yaml)',
      ],
    },
    {
      name: 'a duplicate cluster object',
      items: [kptfile(), textOf({ ...bright, path: 'a.yaml' }), textOf({ ...bright, path: 'b.yaml' })],
      config: variant('[]'),
      results: ['error -: duplicate cluster object: kind, namespace and name must be unique'],
    },
    {
      name: 'a package without a Kptfile',
      items: [textOf({ ...lamp, path: 'a.yaml' })],
      config: variant('[]'),
      results: ['error -: "Kptfile" not found: the root package must have one'],
    },
    {
      name: 'an injector without a name',
      items: [kptfile()],
      config: variant('[{name: a}, {name: ""}]'),
      results: ['error spec.injectors[1].name: must not be empty'],
    },
    {
      name: 'an incomplete object in the configuration',
      items: [kptfile()],
      config: own('  injectors: [{name: ""}]\n  sources: {items: [{kind: Lamp}]}\n'),
      results: [
        'error spec.injectors[0].name: must not be empty',
        'error spec.sources.items[0].apiVersion: must be set',
        'error spec.sources.items[0].metadata.name: must be set',
      ],
    },
    {
      name: 'an unknown source',
      items: [kptfile()],
      config: own('  sources: {item: []}\n'),
      results: ['error spec.sources.item: unknown field; did you mean `items`?'],
    },
  ];

  for (const { name, items, config, results } of errorRows) {
    it(`rejects ${name}`, async () => {
      const ran = await run(items, config);
      assert.deepEqual(
        ran.results.filter((line) => line.startsWith('error')),
        results,
      );
      assert.equal(ran.list, resourceList(items, config));
      assert.equal(ran.stderr.split('\n').length - 1, results.length);
    });
  }
});

describe('inject-config: existing data and conditions', () => {
  const type = 'config.injection.Lamp.lamp';
  const base = (info: string, status: string): string => `${kptfile()}${info}${status}`;
  const ran = (root: string, items: readonly Item[], injectors = '[{name: bright}]'): Promise<Noticed> =>
    run([root, ...items.map(locate).map(textOf)], variant(injectors));
  const rootOf = (list: string): string => list.slice(0, list.indexOf('- apiVersion: example.com/v1'));

  it('keeps positions, comments and keys of conditions and gates, and writes only changes', async () => {
    const info = `info:
  readinessGates:
  - conditionType: z.example.com # ours
  - conditionType: ${type}
    note: kept
  other: 1
`;
    const status = (text: string): string => `status:
  conditions:
  # by hand
  - type: z.example.com # ours
    status: "False"
  - lastTransitionTime: "2024-05-01T10:00:00Z"
    reason: ${text === 'before' ? 'NoResourceSelected # why' : 'ConfigInjected # why'}
    status: ${text === 'before' ? '"False"' : '"True"'} # for now
    type: ${type}
${text === 'before' ? '' : `    message: ${injected('bright')}\n`}  - type: a.example.com
    status: Unknown
`;
    const { list } = await ran(base(info, status('before')), [lamp, bright]);
    assert.equal(rootOf(list), rootOf(resourceList([base(info, status('after')), textOf(lamp)])));
  });

  it('keeps the gate of an optional point that somebody else has set', async () => {
    const info = `info:\n  readinessGates:\n  - conditionType: ${type}\n`;
    const { list } = await ran(base(info, ''), [{ ...lamp, mode: 'optional' }, bright]);
    assert.ok(list.includes(`    - conditionType: ${type}\n`), list);
  });

  it('keeps duplicate gates while their point exists, and removes them with it', async () => {
    const gates = (name: string): string => `  - conditionType: config.injection.Lamp.${name}\n`.repeat(2);
    const status = `status:\n  conditions:\n${CONDITION('gone', 'ConfigInjected')}`;
    const root = base(`info:\n  readinessGates:\n${gates('gone')}${gates('lamp')}`, status);
    const { list } = await ran(root, [lamp, bright]);
    const want = base(`info:\n  readinessGates:\n${gates('lamp')}`, `status:\n  conditions:\n`);
    assert.ok(rootOf(list).startsWith(rootOf(resourceList([want, textOf(lamp)]))), list);
  });

  it('keeps the data of an injected point that no longer matches, with a warning', async () => {
    const was = { ...lamp, mode: 'optional', injected: 'dark' };
    const { list, results } = await ran(kptfile(), [was, bright], '[{name: dark}]');
    assert.ok(list.includes('spec:\n    watts: 1\n'), list);
    assert.ok(list.includes('kpt.dev/injected-resource: dark\n'), list);
    assert.ok(
      list.includes(`      status: "False"\n      message: ${NO_MATCH}\n      reason: NoResourceSelected\n`),
      list,
    );
    assert.ok(results.includes(`warning -: ${NO_MATCH}; kept the data injected from "dark"`), results.join('\n'));
  });

  const CONDITION = (name: string, reason: string): string =>
    `  - type: config.injection.Lamp.${name}\n    status: "True"\n    message: m\n    reason: ${reason}\n`;

  it('removes conditions of removed points, and keeps conditions of others', async () => {
    const info = (gone: string): string =>
      `info:\n  readinessGates:\n${gone}  - conditionType: config.injection.Lamp.audited\n`;
    const status = (gone: string): string => `status:\n  conditions:\n${gone}${CONDITION('audited', 'Audited')}`;
    const root = base(
      info('  - conditionType: config.injection.Lamp.gone\n  - conditionType: config.injection.Lamp.past\n'),
      status(`${CONDITION('gone', 'ConfigInjected')}${CONDITION('past', 'NoResourceSelected')}`),
    );
    const plainLamp = { ...lamp, mode: undefined };
    const { list, results, notices } = await ran(root, [{ ...plainLamp, injected: 'bright' }, bright], '[]');
    const items = [plainLamp, bright].map(locate).map(textOf);
    assert.equal(list, resourceList([base(info(''), status('')), ...items], variant('[]')));
    assert.deepEqual(results, ['info -: no resource has the annotation kpt.dev/config-injection']);
    assert.deepEqual(notices, [
      '-: removed 2 conditions of injection points that no longer exist',
      'metadata.annotations["kpt.dev/injected-resource"]: removed: the resource is no longer an injection point',
    ]);
  });

  it('removes lists that become empty, and their parents', async () => {
    const root = base(
      'info:\n  readinessGates:\n  - conditionType: config.injection.Lamp.gone\n',
      `status:\n  conditions:\n${CONDITION('gone', 'ConfigInjected')}  phase: kept\n`,
    );
    const { list } = await run([root], variant('[]'));
    assert.equal(list, resourceList([base('', 'status:\n  phase: kept\n')], variant('[]')));
  });

  it('removes a comment in a list with its element, on disk, too', async () => {
    const ids = `    internal.config.kubernetes.io/id: '1'\n    config.k8s.io/id: '1'\n`;
    const rootWith = (more: string, conditions: string): string =>
      `${kptfile().replace(/(annotations:\n)/, `$1${more}`)}status:\n  conditions:\n${conditions}`;
    const ours = CONDITION('gone', 'ConfigInjected').replace('gone', 'gone # ours');
    const { list, notices } = await run([rootWith(ids, `${ours}${CONDITION('audited', 'Audited')}`)], variant('[]'));
    assert.equal(list, resourceList([rootWith('', CONDITION('audited', 'Audited'))], variant('[]')));
    assert.ok(
      notices.some((line) => line.startsWith('status.conditions: a comment moved')),
      notices.join('\n'),
    );
  });

  it('removes a comment in an overwritten list, on disk, too', async () => {
    const ids = `    internal.config.kubernetes.io/id: '1'\n    config.k8s.io/id: '1'\n`;
    const list = (text: string): Item => ({ ...lamp, rest: `spec:\n  hours:\n    ${text}\n` });
    const old = textOf(locate(list('- 8 # morning'), 0)).replace(/(annotations:\n)/, `$1${ids}`);
    const source = textOf(locate({ ...bright, rest: 'spec:\n  hours:\n    - 20\n' }, 1));
    const done = await run([kptfile(), old, source], variant('[{name: bright}]'));
    assert.ok(done.list.includes('hours:\n      - 20\n'), done.list);
    assert.ok(!done.list.includes('config.k8s.io/id'), done.list);
    assert.ok(
      done.notices.some((line) => line.startsWith('spec.hours: a comment moved')),
      done.notices.join('\n'),
    );
  });

  it('keeps a comment out of flow style on disk, where kpt would break the YAML', async () => {
    const ids = `    internal.config.kubernetes.io/id: '1'\n`;
    const old = (text: string): string =>
      textOf(locate({ ...lamp, rest: text }, 0)).replace(/(annotations:\n)/, `$1${ids}`);
    const flow = textOf(locate({ ...bright, rest: 'spec: {a: {b: c}} # kept in its file\n' }, 1));
    const done = await run([kptfile(), old('spec:\n  a: 1 # one\n'), flow], variant('[{name: bright}]'));
    assert.ok(done.list.includes('  spec: {a: {b: c}}\n'), done.list);
    assert.ok(!done.list.includes('kubernetes.io/id:'), done.list);
    assert.ok(
      done.notices.some((line) => line.startsWith('spec: a comment moved')),
      done.notices.join('\n'),
    );
    for (const text of ['spec:\n  a: 1\n', 'spec:\n  # one\n  a: {b: c}\n']) {
      const kept = await run([kptfile(), old(text), flow], variant('[{name: bright}]'));
      assert.ok(kept.list.includes('kubernetes.io/id:'), kept.list);
    }
    for (const [rest, isKnown] of [
      ['spec:\n  a:\n    b: {c: d}\n', false],
      ['spec:\n  a:\n    b: {}\n', true],
    ] as const) {
      const source = textOf(locate({ ...bright, rest }, 1));
      const { list } = await run([kptfile(), old('spec:\n  a: 1 # one\n'), source], variant('[{name: bright}]'));
      assert.equal(list.includes('kubernetes.io/id:'), isKnown, list);
    }
  });

  it('keeps conditions if selectors may hide the points', async () => {
    const root = base('', `status:\n  conditions:\n${CONDITION('gone', 'ConfigInjected')}`).replace(
      'annotations:\n',
      `annotations:\n    internal.config.k8s.io/kpt-resource-id: '0'\n`,
    );
    const { list, results } = await run([root], variant('[]'));
    assert.equal(list, resourceList([root], variant('[]')));
    assert.ok(
      results.includes(
        'info -: kept the conditions of injection points that are not among the items: selectors may hide these points',
      ),
      results.join('\n'),
    );
  });
});

describe('inject-config: ConfigInjection', () => {
  it('reads its inline objects and ignores those among the items', async () => {
    const config = own(`  namespace: infra
  injectors:
    - name: bright
  sources:
    items:
      # ours
      - apiVersion: example.com/v1
        kind: Lamp
        metadata: {name: bright, namespace: infra}
        spec:
          # very
          watts: 012 # here
`);
    const items = [lamp, bright].map(locate).map(textOf);
    const { list } = await run([kptfile(), ...items], config);
    assert.ok(list.includes('spec:\n    # very\n    watts: 012 # here\n'), list);
    assert.ok(list.includes('kpt.dev/injected-resource: bright\n'), list);
  });

  it('injects from JSON as YAML into a YAML resource, with numbers as written', async () => {
    const spec = `{"watts":1.50,"yes":"no","list":[1,{"a":[]},[2,{}]],"none":null}`;
    const object = `{"apiVersion":"example.com/v1","kind":"Lamp","metadata":{"name":"bright"},"spec":${spec}}`;
    const config = `{"apiVersion":"krm-variants.dev/v1alpha1","kind":"ConfigInjection","metadata":{"name":"c"},"spec":{"injectors":[{"name":"bright"}],"sources":{"items":[${object}]}}}\n`;
    const point = { ...lamp, rest: 'spec: # beside\n  # gone\n  a: 1\n' };
    const json = `{"apiVersion":"example.com/v1","kind":"Lamp","metadata":{"name":"json","annotations":{"kpt.dev/config-injection":"optional"}},"spec":{}}\n`;
    const { list, report } = await run([kptfile(), textOf(locate(point, 0)), json], config);
    const want = `  spec: # beside
    watts: 1.50
    "yes": "no"
    list:
    - 1
    - a: []
    - - 2
      - {}
    none: null
`;
    assert.ok(list.includes(want), list);
    assert.ok(list.includes(`"spec":${spec}}\n`), list);
    const again = await runList(fn, list);
    assert.deepEqual([again.list, again.report], [list, report]);
  });

  it('reads objects among the items without sources, in the default namespace if unset', async () => {
    const items = [lamp, { ...bright, namespace: '' }].map(locate).map(textOf);
    const { list } = await run([kptfile(), ...items], own('  injectors: [{name: bright}]\n'));
    assert.equal(list.split('watts: 100 # much').length, 3);
  });

  it('injects nothing with an empty list', async () => {
    const config = own('  namespace: infra\n  injectors: [{name: bright}]\n  sources: {items: []}\n');
    const { results } = await run([kptfile(), ...[lamp, bright].map(locate).map(textOf)], config);
    assert.ok(results.includes('warning -: no in-cluster resources of type example.com/v1.Lamp'), results.join('\n'));
  });

  it('reveals no data of a Secret', async () => {
    const secret = { apiVersion: 'v1', kind: 'Secret' };
    const point = pointOf({ ...secret, name: 'p', rest: 'stringData:\n  p: hunter1\n' });
    const config = own(`  injectors: [{name: s}, {name: bare}]
  sources:
    items:
    - {apiVersion: v1, kind: Secret, metadata: {name: s}, data: {p: aHVudGVyMg==}}
    - {apiVersion: v1, kind: Secret, metadata: {name: bare}}
`);
    const { list, report, stderr } = await run([kptfile(), textOf(locate(point, 0))], config);
    assert.ok(list.includes('p: aHVudGVyMg=='), list);
    assert.ok(!/hunter|aHVu/.test(report + stderr), report);
  });
});
