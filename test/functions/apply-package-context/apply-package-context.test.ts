import assert from 'node:assert/strict';
import applyPackageContext from '../../../functions/apply-package-context/index.ts';
import { loaded } from '../../support/probe.ts';
import { keptAt, resource, resourceList } from '../../support/resource-list.ts';
import { noticesOf, runList, type Ran } from '../../support/run-list.ts';

const fn = loaded(applyPackageContext);

const run = (list: string): Promise<Ran> => runList(fn, list);

const own = (spec: string): string =>
  `${resource('krm-variants.dev/v1alpha1', 'PackageContext', 'edge')}spec: ${spec}\n`;
const variant = (spec: string): string =>
  `${resource('config.porch.kpt.dev/v1alpha1', 'PackageVariant', 'edge')}spec: ${spec}\n`;
const configMap = (data: string): string => `${resource('v1', 'ConfigMap', 'function-input')}data: ${data}\n`;
const context = (rest: string, path = 'package-context.yaml', packagePath?: string): string =>
  resource('v1', 'ConfigMap', 'kptfile.kpt.dev', rest, keptAt(path, packagePath));

const KPTFILE = resource('kpt.dev/v1', 'Kptfile', 'shop', '', keptAt('Kptfile'));
const DATA = 'data:\n  name: shop # set by kpt\n  tier: gold # ours\n  port: 3\n';

const edits: readonly {
  readonly name: string;
  readonly config: string;
  readonly data?: string;
  /** Expected data. */
  readonly want: string;
  readonly results: readonly string[];
  readonly notices: readonly string[];
}[] = [
  {
    name: 'sets, keeps and adds keys, new ones in byte order',
    config: own('{data: {b: "1", tier: gold, a: x, B: z}}'),
    want: `${DATA}  B: z\n  a: x\n  b: "1"\n`,
    results: ['info data: set as configured: "B", "a", "b", "tier"'],
    notices: ['data: set "B", "a", "b"'],
  },
  {
    name: 'replaces a value and keeps its comment',
    config: own('{data: {tier: silver}}'),
    want: DATA.replace('gold', 'silver'),
    results: ['info data: set as configured: "tier"'],
    notices: ['data: set "tier"'],
  },
  {
    name: 'turns an equal number into a string',
    config: own('{data: {port: "3"}}'),
    want: DATA.replace('port: 3', 'port: "3"'),
    results: ['info data: set as configured: "port"'],
    notices: ['data: set "port"'],
  },
  {
    name: 'removes keys and reports them as absent, whether or not they existed',
    config: own('{removeKeys: [tier, teir, port, port]}'),
    want: 'data:\n  name: shop # set by kpt\n',
    results: ['info data: absent as configured: "port", "teir", "tier"'],
    notices: ['data: removed "port", "tier"'],
  },
  {
    name: 'sets first, then removes',
    config: own('{data: {tier: x, new: x, z: z}, removeKeys: [tier, new]}'),
    want: 'data:\n  name: shop # set by kpt\n  port: 3\n  z: z\n',
    results: [
      'warning data.new: is in both `data` and `removeKeys`, and is removed',
      'warning data.tier: is in both `data` and `removeKeys`, and is removed',
      'info data: absent as configured: "new", "tier"',
      'info data: set as configured: "z"',
    ],
    notices: ['data: removed "tier"', 'data: set "z"'],
  },
  {
    name: 'reads packageContext of a PackageVariant and ignores its other fields',
    config: variant(
      '{upstream: {repo: r, package: p, revision: v1}, downstream: {repo: e, package: q}, injectors: [{name: a}], packageContext: {data: {tier: x}}, pipeline: {mutators: [{image: i, configMap: {a: b}}]}}\nstatus: {conditions: [{type: Ready}]}',
    ),
    want: DATA.replace('gold', 'x'),
    results: ['info data: set as configured: "tier"'],
    notices: ['data: set "tier"'],
  },
  {
    name: 'treats null fields of a PackageVariant as absent',
    config: variant('{labels: null, pipeline: {mutators: null}, packageContext: {data: {tier: x}, removeKeys: null}}'),
    want: DATA.replace('gold', 'x'),
    results: ['info data: set as configured: "tier"'],
    notices: ['data: set "tier"'],
  },
  {
    name: 'reads unquoted YAML 1.1 words of a ConfigMap as strings, since kpt drops the quotes of the Kptfile',
    config: configMap('{no: oslo, y: n, flag: yes, on: Off}'),
    want: `${DATA}  flag: "yes"\n  "no": oslo\n  "on": "Off"\n  "y": "n"\n`,
    results: ['info data: set as configured: "flag", "no", "on", "y"'],
    notices: ['data: set "flag", "no", "on", "y"'],
  },
  {
    name: 'reads the data of a ConfigMap',
    config: configMap('{tier: x}'),
    want: DATA.replace('gold', 'x'),
    results: ['info data: set as configured: "tier"'],
    notices: ['data: set "tier"'],
  },
  {
    name: 'sets keys named like built-in properties',
    config: own('{data: {__proto__: a, constructor: b}}'),
    want: `${DATA}  __proto__: a\n  constructor: b\n`,
    results: ['info data: set as configured: "__proto__", "constructor"'],
    notices: ['data: set "__proto__", "constructor"'],
  },
  {
    name: 'fills empty data',
    config: own('{data: {a: b}, removeKeys: [c]}'),
    data: 'data: {}\n',
    want: 'data:\n  a: b\n',
    results: ['info data: absent as configured: "c"', 'info data: set as configured: "a"'],
    notices: ['data: set "a"'],
  },
  ...[own('{}'), own('{data: {}, removeKeys: []}'), variant('{}'), variant('{packageContext: {}}')].map((config) => ({
    name: `has nothing to do for ${config.split('\n').at(-2)}`,
    config,
    want: DATA,
    results: ['info -: nothing to set and nothing to remove'],
    notices: [],
  })),
];

describe('apply-package-context: edits', () => {
  for (const { name, config, data = DATA, want, results, notices } of edits) {
    it(name, async () => {
      const list = resourceList([KPTFILE, context(data)], config);
      const ran = await run(list);
      assert.equal(ran.list, resourceList([KPTFILE, context(want)], config));
      assert.deepEqual(ran.results, results);
      assert.equal(ran.stderr, '');
      assert.deepEqual(await run(ran.list), ran, 'a second run changes nothing');
      assert.deepEqual(await noticesOf(fn, list), notices);
      assert.deepEqual(await noticesOf(fn, ran.list), []);
    });
  }
});

const SET = own('{data: {a: b}}');

const errors: readonly (readonly [name: string, config: string, items: readonly string[], want: readonly string[]])[] =
  [
    [
      'a package without a context',
      SET,
      [KPTFILE],
      ['error -: the root package must have a ConfigMap `kptfile.kpt.dev`, usually in `package-context.yaml`'],
    ],
    [
      'a package with a context in a subpackage only',
      SET,
      [
        KPTFILE,
        resource('kpt.dev/v1', 'Kptfile', 'sub', '', keptAt('sub/Kptfile')),
        context(DATA, 'sub/package-context.yaml'),
      ],
      ['error -: the root package must have a ConfigMap `kptfile.kpt.dev`, usually in `package-context.yaml`'],
    ],
    [
      'two contexts',
      SET,
      [KPTFILE, context(DATA), context(DATA, 'more.yaml')],
      [
        'error -: the root package must have one ConfigMap `kptfile.kpt.dev`, not several: `package-context.yaml` (document 0), `more.yaml` (document 0)',
      ],
    ],
    ['a context without data', SET, [KPTFILE, context('')], ['error data: PackageContext no data field found']],
    [
      'null as data',
      SET,
      [KPTFILE, context('data:\n')],
      [
        'error data: PackageContext invalid data field: must be a map, not null; without a value after the colon, write `data: {}`',
      ],
    ],
    [
      'a list as data',
      SET,
      [KPTFILE, context('data: [a]\n')],
      ['error data: PackageContext invalid data field: must be a map'],
    ],
    [
      'reserved keys',
      own('{data: {package-path: p, name: x, a: b}, removeKeys: [name, a]}'),
      [KPTFILE, context(DATA)],
      [
        'error spec.data: Invalid value: {"a":"b","name":"x","package-path":"p"}: must not contain the key "name"',
        'error spec.data: Invalid value: {"a":"b","name":"x","package-path":"p"}: must not contain the key "package-path"',
        'error spec.removeKeys: Invalid value: ["name","a"]: must not contain the key "name"',
      ],
    ],
    [
      'a reserved key in a PackageVariant',
      variant('{packageContext: {data: {name: x}}}'),
      [],
      ['error spec.packageContext.data: Invalid value: {"name":"x"}: must not contain the key "name"'],
    ],
    [
      'a reserved key in a ConfigMap',
      configMap('{name: x}'),
      [],
      ['error data: Invalid value: {"name":"x"}: must not contain the key "name"'],
    ],
    [
      'a number as a value, together with a typo and a reserved key',
      variant('{packageContext: {data: {port: 3}, removekeys: [], removeKeys: [name]}}'),
      [],
      [
        'error spec.packageContext.data.port: must be a string, not a number',
        'error spec.packageContext.removeKeys: Invalid value: ["name"]: must not contain the key "name"',
        'error spec.packageContext.removekeys: unknown field; did you mean `removeKeys`?',
      ],
    ],
    ['null as a value', configMap('{a: null}'), [], ['error data.a: must be a string, not null']],
    [
      'a misspelled `data` of a ConfigMap',
      resource('v1', 'ConfigMap', 'c', 'dta: {a: b}\n'),
      [],
      ['error dta: unknown field; did you mean `data`?'],
    ],
    [
      'an unknown field of a PackageVariant',
      variant('{upstrem: {}}'),
      [],
      ['error spec.upstrem: unknown field; did you mean `upstream`?'],
    ],
    [
      'a function config of another kind',
      resource('v1', 'Secret', 's'),
      [],
      [
        'error kind: the function config must be PackageVariant (config.porch.kpt.dev/v1alpha1), PackageContext (krm-variants.dev/v1alpha1) or ConfigMap (v1) with data',
      ],
    ],
  ];

describe('apply-package-context: errors', () => {
  for (const [name, config, items, want] of errors) {
    it(`rejects ${name}`, async () => {
      const list = resourceList(items, config);
      const ran = await run(list);
      assert.deepEqual(ran.results, want);
      assert.equal(ran.list, list);
      assert.equal(ran.stderr.split('\n').length, want.length + 1);
    });
  }

  it('reports the locations of two contexts, with resource and file of the first', async () => {
    const { stderr } = await run(resourceList([context(DATA), context(DATA, 'more.yaml')], SET));
    assert.ok(stderr.startsWith('[error] package-context.yaml v1/ConfigMap/kptfile.kpt.dev: '), stderr);
  });
});

describe('apply-package-context: packages', () => {
  it('changes only the context of the root package in kpt fn render', async () => {
    const item = (path: string, packagePath: string): string => context(DATA, path, packagePath);
    const kptfile = (packagePath: string): string =>
      resource('kpt.dev/v1', 'Kptfile', 'k', '', keptAt('Kptfile', packagePath));
    const path = 'package-context.yaml';
    const items = ['/p/sub/deep', '/p/sub', '/p'].flatMap((folder) => [kptfile(folder), item(path, folder)]);
    const ran = await run(resourceList(items, own('{data: {tier: x}}')));
    const want = [...items.slice(0, -1), item(path, '/p').replace('gold', 'x')];
    assert.equal(ran.list, resourceList(want, own('{data: {tier: x}}')));
  });

  it('warns if selectors hide the Kptfile of the root package', async () => {
    const { results } = await run(resourceList([context(DATA, 'package-context.yaml', '/p/sub')], SET));
    assert.match(results[0] ?? '', /^warning -: selectors hide the Kptfile of the root package/);
  });

  it('finds the context by kind and name, not by file name', async () => {
    const items = [
      resource('v1', 'ConfigMap', 'other', DATA, keptAt('package-context.yaml')),
      context(DATA, 'more.yaml'),
    ];
    const { list } = await run(resourceList(items, SET));
    assert.equal(list, resourceList([items[0] ?? '', context(`${DATA}  a: b\n`, 'more.yaml')], SET));
  });

  it('needs no context if there is nothing to do', async () => {
    const { results } = await run(resourceList([KPTFILE], own('{}')));
    assert.deepEqual(results, ['info -: nothing to set and nothing to remove']);
  });
});
