import assert from 'node:assert/strict';
import editPipeline from '../../../functions/edit-pipeline/index.ts';
import { loaded } from '../../support/probe.ts';
import { keptAt, resource, resourceList } from '../../support/resource-list.ts';
import { noticesOf, runList } from '../../support/run-list.ts';

const fn = loaded(editPipeline);

const variant = (pipeline: string, name = 'my-pv'): string =>
  `${resource('config.porch.kpt.dev/v1alpha1', 'PackageVariant', name)}spec:${pipeline === '' ? ' {}\n' : `\n  pipeline:\n${pipeline}`}`;
const own = (spec: string): string =>
  `${resource('krm-variants.dev/v1alpha1', 'PipelineEdit', 'e')}spec: ${spec.trimEnd()}\n`;
const kptfile = (rest: string, path = 'Kptfile', packagePath?: string): string =>
  resource('kpt.dev/v1', 'Kptfile', 'shop', rest, keptAt(path, packagePath));

const TWO = variant(`    mutators:
    - image: gcr.io/kpt-fn/set-namespace:v0.1
      configMap:
        namespace: my-ns
      name: my-func
    - image: gcr.io/kpt-fn/set-labels:v0.1
      configMap:
        app: foo
`);
const TWO_LINES = `  - image: gcr.io/kpt-fn/set-namespace:v0.1
    configMap:
      namespace: my-ns
    name: PackageVariant.my-pv.my-func.0
  - image: gcr.io/kpt-fn/set-labels:v0.1
    configMap:
      app: foo
    name: PackageVariant.my-pv..1
`;
const OTHERS = `  # ours
  - name: "upstream"   # beside
    image: 'u:1'
    weight: 1.10

  # more

  - {image: b, configMap: {no: "012"}} # flow
`;
const MUTATORS = `pipeline:\n  mutators:\n`;

const wanted = (list: string, count: number): string =>
  `info pipeline.${list}: functions of PackageVariant "my-pv" as configured: ${count}`;
const IDLE = 'info -: PackageVariant "my-pv" configures no functions, and the pipeline has none of its functions';
const changes = (list: string, added: number, changed: number, removed: number, unchanged: number): string =>
  `pipeline.${list}: functions of PackageVariant "my-pv": ${added} added, ${changed} changed, ${removed} removed, ${unchanged} unchanged`;

/** An edit; `want` is the expected text after the metadata of the Kptfile. */
const edits: readonly {
  readonly name: string;
  readonly config?: string;
  readonly rest: string;
  readonly want: string;
  readonly results: readonly string[];
  readonly notices: readonly string[];
}[] = [
  {
    name: 'applies the example of the design: named by PackageVariant, its name, the name of the function if present, and its position',
    rest: '',
    want: `${MUTATORS}${TWO_LINES}`,
    results: [wanted('mutators', 2)],
    notices: [changes('mutators', 2, 0, 0, 0)],
  },
  {
    name: 'inserts at the beginning; others keep order, comments, quotes, blank lines and unknown fields',
    rest: `${MUTATORS}${OTHERS}info: {}\n`,
    want: `${MUTATORS}${TWO_LINES}${OTHERS}info: {}\n`,
    results: [wanted('mutators', 2)],
    notices: [changes('mutators', 2, 0, 0, 0)],
  },
  {
    name: 'inserts both mutators and validators, each with its own index',
    config: variant('    validators:\n    - image: v\n      name: b\n    mutators:\n    - image: m\n      name: a\n'),
    rest: 'pipeline:\n  validators:\n  - image: old\n',
    want: 'pipeline:\n  validators:\n  - image: v\n    name: PackageVariant.my-pv.b.0\n  - image: old\n  mutators:\n  - image: m\n    name: PackageVariant.my-pv.a.0\n',
    results: [wanted('mutators', 1), wanted('validators', 1)],
    notices: [changes('mutators', 1, 0, 0, 0), changes('validators', 1, 0, 0, 0)],
  },
  {
    name: 'removes its functions and adds the current ones, so that only their lines change',
    rest: `${MUTATORS}  # first\n  - image: gcr.io/kpt-fn/set-namespace:v0.1 # theirs\n    configMap:\n      namespace: my-ns\n    name: PackageVariant.my-pv.my-func.0\n  - image: old\n    name: PackageVariant.my-pv..1\n  - image: older\n    name: PackageVariant.my-pv.third.2\n${OTHERS}`,
    want: `${MUTATORS}  # first\n  - image: gcr.io/kpt-fn/set-namespace:v0.1 # theirs\n    configMap:\n      namespace: my-ns\n    name: PackageVariant.my-pv.my-func.0\n${TWO_LINES.slice(TWO_LINES.indexOf('  - image: gcr.io/kpt-fn/set-labels'))}${OTHERS}`,
    results: [wanted('mutators', 2)],
    notices: [changes('mutators', 0, 1, 1, 1)],
  },
  {
    name: 'moves its functions before others, and removes duplicates',
    rest: `${MUTATORS}  - image: x # mine\n${TWO_LINES}  - image: gcr.io/kpt-fn/set-labels:v0.1\n    name: PackageVariant.my-pv..1\n`,
    want: `${MUTATORS}${TWO_LINES}  - image: x # mine\n`,
    results: [wanted('mutators', 2)],
    notices: [changes('mutators', 0, 2, 1, 0)],
  },
  {
    name: 'restores the order of the PackageVariant',
    rest: `${MUTATORS}  - image: gcr.io/kpt-fn/set-labels:v0.1\n    configMap:\n      app: foo\n    name: PackageVariant.my-pv..1\n  - image: gcr.io/kpt-fn/set-namespace:v0.1\n    configMap:\n      namespace: my-ns\n    name: PackageVariant.my-pv.my-func.0\n`,
    want: `${MUTATORS}${TWO_LINES}`,
    results: [wanted('mutators', 2)],
    notices: [changes('mutators', 0, 1, 0, 1)],
  },
  {
    name: 'removes its functions without a pipeline, and the lists and the pipeline that become empty',
    config: variant(''),
    rest: `info: {a: b}\npipeline:\n  mutators:\n${TWO_LINES}  validators:\n  - image: v\n    name: PackageVariant.my-pv..0\nstatus: {}\n`,
    want: 'info: {a: b}\nstatus: {}\n',
    results: [IDLE],
    notices: [changes('mutators', 0, 0, 2, 0), changes('validators', 0, 0, 1, 0)],
  },
  {
    name: 'removes a list that becomes empty, and keeps the other list and other keys of the pipeline',
    config: variant(''),
    rest: `pipeline:\n  mutators:\n${TWO_LINES}  validators: []\n  future: 1.0 # kept\n`,
    want: `pipeline:\n  validators: []\n  future: 1.0 # kept\n`,
    results: [IDLE],
    notices: [changes('mutators', 0, 0, 2, 0)],
  },
  {
    name: 'keeps lists that were already empty',
    config: variant(''),
    rest: 'pipeline:\n  mutators: []\n',
    want: 'pipeline:\n  mutators: []\n',
    results: [IDLE],
    notices: [],
  },
  {
    name: 'fills an empty pipeline, an empty list and null',
    rest: 'pipeline: {}\ninfo: {}\n',
    want: `${MUTATORS}${TWO_LINES}info: {}\n`,
    results: [wanted('mutators', 2)],
    notices: [changes('mutators', 2, 0, 0, 0)],
  },
  {
    name: 'fills an empty list in block style',
    rest: 'pipeline:\n  mutators: [] # all\n',
    want: `pipeline:\n  mutators: # all\n${TWO_LINES}`,
    results: [wanted('mutators', 2)],
    notices: [changes('mutators', 2, 0, 0, 0)],
  },
  {
    name: 'fills a null list',
    rest: 'pipeline:\n  mutators:\n  validators: ~\n',
    want: `${MUTATORS}${TWO_LINES}  validators: ~\n`,
    results: [wanted('mutators', 2)],
    notices: [changes('mutators', 2, 0, 0, 0)],
  },
  {
    name: 'keeps an empty pipeline if no function is wanted',
    config: variant(''),
    rest: 'pipeline: {}\n',
    want: 'pipeline: {}\n',
    results: [IDLE],
    notices: [],
  },
  {
    name: 'keeps a null list if no function is wanted',
    config: variant(''),
    rest: 'pipeline:\n  mutators:\n  validators: ~\n',
    want: 'pipeline:\n  mutators:\n  validators: ~\n',
    results: [IDLE],
    notices: [],
  },
  {
    name: 'keeps a function whose name is empty, null or not a string',
    config: variant('    mutators:\n    - image: a\n      name: ""\n'),
    rest: `${MUTATORS}  - {image: x, name: ""}\n  - {image: y, name: ~}\n  - {image: z, name: 3}\n`,
    want: `${MUTATORS}  - image: a\n    name: "PackageVariant.my-pv..0"\n  - {image: x, name: ""}\n  - {image: y, name: ~}\n  - {image: z, name: 3}\n`,
    results: [wanted('mutators', 1)],
    notices: [changes('mutators', 1, 0, 0, 0)],
  },
  {
    name: 'keeps a list in flow style',
    config: variant('    mutators:\n    - image: a\n      configMap: {b: "1"}\n'),
    rest: 'pipeline: {mutators: [{image: x}, {image: y, name: PackageVariant.my-pv.z.0}]}\n',
    want: 'pipeline: {mutators: [{image: a, configMap: {b: "1"}, name: PackageVariant.my-pv..0}, {image: x}]}\n',
    results: [wanted('mutators', 1)],
    notices: [changes('mutators', 1, 0, 1, 0)],
  },
  {
    name: 'copies lines with comments, quotes, numbers and unknown fields',
    config: own(
      '\n  owner: my-pv\n  allowUnknownFields: true\n  mutators:\n  # stays there\n  - image: "a" # why\n    configMap:\n      # above\n      k: \'012\'\n    name: "f" # short\n    retries: 1.50\n    exclude:\n    - {kind: Job}\n',
    ),
    rest: '',
    want: `${MUTATORS}  - image: "a" # why\n    configMap:\n      # above\n      k: '012'\n    name: "PackageVariant.my-pv.f.0" # short\n    retries: 1.50\n    exclude:\n    - {kind: Job}\n`,
    results: ['warning spec.mutators[0].retries: unknown function field: copied unchanged', wanted('mutators', 1)],
    notices: [changes('mutators', 1, 0, 0, 0)],
  },
  {
    name: "writes JSON and flow style as lines, in the order of kpt's type",
    config: own(
      '{"owner": "my-pv", "allowUnknownFields": true, "mutators": [{"zeta": 1.50, "selectors": [{"kind": "Job"}], "name": "n", "configMap": {"b": "x", "a": "1"}, "image": "i", "alpha": {}}]}',
    ),
    rest: '',
    want: `${MUTATORS}  - image: i\n    configMap:\n      a: "1"\n      b: x\n    name: PackageVariant.my-pv.n.0\n    selectors:\n    - kind: Job\n    alpha: {}\n    zeta: 1.50\n`,
    results: [
      'warning spec.mutators[0].alpha: unknown function field: copied unchanged',
      'warning spec.mutators[0].zeta: unknown function field: copied unchanged',
      wanted('mutators', 1),
    ],
    notices: [changes('mutators', 1, 0, 0, 0)],
  },
  {
    name: 'copies fields of newer kpt versions, with an info that names the version',
    config: variant(
      "    mutators:\n    - image: i\n      tag: '~0.4'\n      when: 'true'\n      configRef: {kind: ConfigMap, name: c}\n",
    ),
    rest: '',
    want: `${MUTATORS}  - image: i\n    tag: '~0.4'\n    when: 'true'\n    configRef: {kind: ConfigMap, name: c}\n    name: PackageVariant.my-pv..0\n`,
    results: [
      'info spec.pipeline.mutators[0].configRef: this function field requires kpt v1.0.0 or later: older versions reject the Kptfile',
      'info spec.pipeline.mutators[0].tag: this function field requires kpt v1.0.0-beta.61.1 or later: older versions reject the Kptfile',
      'info spec.pipeline.mutators[0].when: this function field requires kpt v1.0.0 or later: older versions reject the Kptfile',
      wanted('mutators', 1),
    ],
    notices: [changes('mutators', 1, 0, 0, 0)],
  },
  {
    name: 'expands anchors of the configuration',
    config: own(
      '\n  owner: my-pv\n  mutators:\n  - &f\n    image: a\n    configMap: &c {k: v}\n  - image: b\n    configMap: *c\n',
    ),
    rest: '',
    want: `${MUTATORS}  - image: a\n    configMap: {k: v}\n    name: PackageVariant.my-pv..0\n  - image: b\n    configMap: {k: v}\n    name: PackageVariant.my-pv..1\n`,
    results: [wanted('mutators', 2)],
    notices: [changes('mutators', 2, 0, 0, 0)],
  },
  {
    name: 'replaces an alias of an edited list of the Kptfile by a copy of the old list',
    config: variant('    mutators:\n    - image: a\n'),
    rest: 'pipeline:\n  mutators: &m\n  - image: x\n  validators: *m\n',
    want: 'pipeline:\n  mutators: &m\n  - image: a\n    name: PackageVariant.my-pv..0\n  - image: x\n  validators:\n  - image: x\n',
    results: [wanted('mutators', 1)],
    notices: [
      '-: the value of anchor "m" was edited: 1 alias of it replaced by copies of the old value',
      changes('mutators', 1, 0, 0, 0),
    ],
  },
  {
    name: 'keeps the function itself in place among the others',
    rest: `${MUTATORS}  - image: a\n  - exec: edit-pipeline # itself\n    configPath: pv.yaml\n`,
    want: `${MUTATORS}${TWO_LINES}  - image: a\n  - exec: edit-pipeline # itself\n    configPath: pv.yaml\n`,
    results: [wanted('mutators', 2)],
    notices: [changes('mutators', 2, 0, 0, 0)],
  },
  {
    name: 'changes nothing if nothing differs',
    rest: `${MUTATORS}${TWO_LINES.replaceAll('image: ', 'image:   ')}  - image: x\n`,
    want: `${MUTATORS}${TWO_LINES.replaceAll('image: ', 'image:   ')}  - image: x\n`,
    results: [wanted('mutators', 2)],
    notices: [],
  },
  {
    name: 'does nothing if no function is wanted and none exists',
    config: variant(''),
    rest: `${MUTATORS}${OTHERS}`,
    want: `${MUTATORS}${OTHERS}`,
    results: [IDLE],
    notices: [],
  },
  {
    name: 'treats null fields of the configuration as absent',
    config: variant('    mutators: ~\n    validators:\n    - image: a\n      name:\n'),
    rest: '',
    want: 'pipeline:\n  validators:\n  - image: a\n    name: PackageVariant.my-pv..0\n',
    results: [wanted('validators', 1)],
    notices: [changes('validators', 1, 0, 0, 0)],
  },
];

describe('edit-pipeline: edits', () => {
  for (const { name, config = TWO, rest, want, results, notices } of edits) {
    it(name, async () => {
      const list = resourceList([kptfile(rest)], config);
      const ran = await runList(fn, list);
      assert.equal(ran.list, resourceList([kptfile(want)], config));
      assert.deepEqual(ran.results, results);
      assert.equal(ran.stderr, '');
      assert.deepEqual(await runList(fn, ran.list), ran, 'a second run changes nothing');
      assert.deepEqual(await noticesOf(fn, list), notices);
      assert.deepEqual(await noticesOf(fn, ran.list), []);
    });
  }
});

/** Names of functions in the Kptfile, and `isOwn` if they belong to the PackageVariant. */
const names: readonly (readonly [name: string, variant: string, isOwn: boolean])[] = [
  ['PackageVariant.my-pv.fn.0', 'my-pv', true],
  ['PackageVariant.my-pv..0', 'my-pv', true],
  ['PackageVariant.my-pv.fn.9223372036854775807', 'my-pv', true],
  ['PackageVariant.my-pv.fn.9223372036854775808', 'my-pv', false],
  ['PackageVariant.my-pv.fn.99999999999999999999', 'my-pv', false],
  ['PackageVariant.my-pv.fn.0000000000000000000000007', 'my-pv', true],
  ['PackageVariant.my-pv.fn.07', 'my-pv', true],
  ['PackageVariant.my-pv.fn.+7', 'my-pv', false],
  ['PackageVariant.my-pv.fn.-1', 'my-pv', false],
  ['PackageVariant.my-pv.fn.1e3', 'my-pv', false],
  ['PackageVariant.my-pv.fn.', 'my-pv', false],
  ['PackageVariant.my-pv.0', 'my-pv', false],
  ['PackageVariant.my-pv', 'my-pv', false],
  ['packageVariant.my-pv.fn.0', 'my-pv', false],
  [' PackageVariant.my-pv.fn.0', 'my-pv', false],
  ['PackageVariant.my-pv.fn.0 ', 'my-pv', false],
  ['PackageVariant.my-pv-2.fn.0', 'my-pv', false],
  ['PackageVariant.my.fn.0', 'my-pv', false],
  ['PackageVariant.a.b.fn.0', 'a', false],
  ['PackageVariant.a.b.fn.0', 'a.b', true],
  ['PackageVariant.a.b..0', 'a.b', true],
  ['PackageVariant.a.b.0', 'a.b', false],
  ['PackageVariant.a.b.0', 'a', true],
  ['PackageVariant.1.0.0', '1', true],
  ['PackageVariant.a.b.c.d.e.0', 'a.b.c.d', true],
  ['PackageVariant.PackageVariant.x.0', 'PackageVariant', true],
  ['PackageVariant.a+b.x.0', 'a+b', true],
];

describe('edit-pipeline: ownership of functions', () => {
  for (const [name, owner, isOwn] of names) {
    it(`${JSON.stringify(name)} ${isOwn ? 'belongs' : 'does not belong'} to ${owner}`, async () => {
      const item = kptfile(`${MUTATORS}  - image: a\n    name: '${name}'\n`);
      const { list } = await runList(fn, resourceList([item], own(`{owner: '${owner}'}`)));
      assert.equal(list.includes('pipeline:'), !isOwn);
    });
  }

  it('ignores a name that is not a string', async () => {
    const list = resourceList([kptfile(`${MUTATORS}  - name: 5\n  - a\n  - [b]\n  -\n`)], variant(''));
    assert.equal((await runList(fn, list)).list, list);
  });

  it('edits only the functions of one PackageVariant in a chain of two, in any order', async () => {
    const first = variant('    mutators:\n    - image: a\n', 'first');
    const second = variant('    mutators:\n    - image: b\n', 'first.second');
    const apply = async (rest: string, config: string): Promise<string> => {
      const { list } = await runList(fn, resourceList([kptfile(rest)], config));
      return list.slice(list.indexOf('  pipeline:'), list.indexOf('functionConfig:')).replaceAll(/^ {2}/gm, '');
    };
    const [a, b] = ['first..0', 'first.second..0'].map(
      (name, index) => `  - image: ${'ab'[index] ?? ''}\n    name: PackageVariant.${name}\n`,
    ) as [string, string];
    const once = await apply(await apply('', first), second);
    assert.equal(once, `${MUTATORS}${b}${a}`);
    assert.equal(await apply(once, first), `${MUTATORS}${a}${b}`);
    assert.equal(await apply(await apply(once, variant('', 'first')), variant('', 'first')), `${MUTATORS}${b}`);
  });
});

const errors: readonly (readonly [name: string, config: string, items: readonly string[], want: readonly string[]])[] =
  [
    ['a package without a Kptfile', TWO, [], ['error -: "Kptfile" not found: the root package must have one']],
    [
      'all function names with dots',
      variant('    mutators:\n    - name: a.b\n    - name: c\n    - name: .\n    validators:\n    - name: d.\n'),
      [kptfile('')],
      [
        "error spec.pipeline.mutators[0].name: must not contain '.'",
        "error spec.pipeline.mutators[2].name: must not contain '.'",
        "error spec.pipeline.validators[0].name: must not contain '.'",
      ],
    ],
    [
      'function fields unknown to every kpt',
      variant("    mutators:\n    - image: i\n      condition: 'true'\n    validators:\n    - imagee: i\n"),
      [kptfile('')],
      [
        'error spec.pipeline.mutators[0].condition: unknown function field: every kpt version rejects the Kptfile; remove the field, or use a PipelineEdit with `allowUnknownFields: true`',
        'error spec.pipeline.validators[0].imagee: unknown function field: every kpt version rejects the Kptfile; did you mean `image`?',
      ],
    ],
    [
      'an unknown field in a PipelineEdit that does not allow it',
      own('{owner: o, allowUnknownFields: false, mutators: [{image: i, retries: 1}]}'),
      [kptfile('')],
      [
        'error spec.mutators[0].retries: unknown function field: every kpt version rejects the Kptfile; remove the field, or use a PipelineEdit with `allowUnknownFields: true`',
      ],
    ],
    [
      'a PackageVariant without a name, together with other problems',
      'apiVersion: config.porch.kpt.dev/v1alpha1\nkind: PackageVariant\nspec: {pipeline: {mutators: [{name: a.b, image: 1}], validater: []}}\n',
      [kptfile('')],
      [
        'error metadata.name: must be set',
        'error spec.pipeline.mutators[0].image: must be a string, not a number',
        "error spec.pipeline.mutators[0].name: must not contain '.'",
        'error spec.pipeline.validater: unknown field; did you mean `validators`?',
      ],
    ],
    [
      'a PackageVariant whose name is a number',
      'apiVersion: config.porch.kpt.dev/v1alpha1\nkind: PackageVariant\nmetadata: {name: 5}\nspec: {}\n',
      [kptfile('')],
      ['error metadata.name: must be a string, not a number'],
    ],
    ['a missing owner', own('{mutators: [{image: a}]}'), [kptfile('')], ['error spec.owner: must be set']],
    ['an empty owner', own("{owner: ''}"), [kptfile('')], ['error spec.owner: must not be empty']],
    [
      'values that are not functions',
      own('{owner: o, mutators: [a], validators: {}}'),
      [kptfile('')],
      ['error spec.mutators[0]: must be a map, not a string', 'error spec.validators: must be a list, not a map'],
    ],
    [
      'a ConfigMap as function config',
      resource('v1', 'ConfigMap', 'c', 'data: {a: b}\n'),
      [kptfile('')],
      [
        'error kind: the function config must be PackageVariant (config.porch.kpt.dev/v1alpha1) or PipelineEdit (krm-variants.dev/v1alpha1)',
      ],
    ],
    ['a pipeline that is not a map', TWO, [kptfile('pipeline: [a]\n')], ['error pipeline: must be a map']],
    [
      'lists that are not lists',
      TWO,
      [kptfile('pipeline: {mutators: {}, validators: a}\n')],
      ['error pipeline.mutators: must be a list', 'error pipeline.validators: must be a list'],
    ],
    [
      'a duplicate key',
      TWO,
      [kptfile('pipeline:\n  mutators: []\n  mutators: []\n')],
      [/^error pipeline\.mutators.*: duplicate key "mutators" in lines/.source],
    ],
  ];

describe('edit-pipeline: errors', () => {
  for (const [name, config, items, want] of errors) {
    it(`rejects ${name}`, async () => {
      const list = resourceList(items, config);
      const ran = await runList(fn, list);
      if (want[0]?.startsWith('^') === true) assert.match(ran.results.join('\n'), new RegExp(want[0]));
      else assert.deepEqual(ran.results, want);
      assert.equal(ran.list, list);
      assert.notEqual(ran.stderr, '');
    });
  }

  it('ignores a PackageVariant among the items', async () => {
    const items = [
      kptfile(''),
      resource('config.porch.kpt.dev/v1alpha1', 'PackageVariant', 'p', 'spec: {}\n', keptAt('p.yaml')),
    ];
    const { results } = await runList(fn, resourceList(items));
    assert.match(results.join('\n'), /^error -: no function config was given: /);
  });
});

const IDS = "    internal.config.kubernetes.io/id: '1'\n    config.k8s.io/id: '1'\n";
const withIds = (rest: string): string => resource('kpt.dev/v1', 'Kptfile', 'shop', rest, `${keptAt('Kptfile')}${IDS}`);

describe('edit-pipeline: comments that kpt would move', () => {
  it('drops the annotations by which kpt restores comments if a commented function moves, with a notice', async () => {
    const input = resourceList([withIds(`${MUTATORS}  - image: x # c\n`)], TWO);
    const { list, results } = await runList(fn, input);
    assert.equal(list, resourceList([kptfile(`${MUTATORS}${TWO_LINES}  - image: x # c\n`)], TWO));
    assert.deepEqual(results, [wanted('mutators', 2)]);
    const [moved] = await noticesOf(fn, input);
    assert.match(moved ?? '', /^pipeline.mutators: a comment moved with its list element: /);
  });

  it('drops nothing if no comment moves', async () => {
    const input = resourceList([withIds(`# head\n${MUTATORS}  - image: x\n`)], TWO);
    const { list } = await runList(fn, input);
    assert.equal(list, resourceList([withIds(`# head\n${MUTATORS}${TWO_LINES}  - image: x\n`)], TWO));
    assert.deepEqual(await noticesOf(fn, input), [changes('mutators', 2, 0, 0, 0)]);
  });
});

describe('edit-pipeline: packages', () => {
  const others = ['/p/sub/deep', '/p/sub'].map((folder) => kptfile(`${MUTATORS}${TWO_LINES}`, 'Kptfile', folder));

  it('edits only the Kptfile of the root package in kpt fn render', async () => {
    const { list } = await runList(fn, resourceList([...others, kptfile('', 'Kptfile', '/p')], TWO));
    assert.equal(list, resourceList([...others, kptfile(`${MUTATORS}${TWO_LINES}`, 'Kptfile', '/p')], TWO));
  });

  it('leaves Kptfiles of subpackages untouched in kpt fn eval', async () => {
    const sub = kptfile(`${MUTATORS}  - image: y\n`, 'sub/Kptfile');
    const { list } = await runList(fn, resourceList([kptfile(''), sub], TWO));
    assert.equal(list, resourceList([kptfile(`${MUTATORS}${TWO_LINES}`), sub], TWO));
  });
});
