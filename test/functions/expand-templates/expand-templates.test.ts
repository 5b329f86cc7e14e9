import assert from 'node:assert/strict';
import fc from 'fast-check';
import { parse } from 'yaml';
import expandTemplates from '../../../functions/expand-templates/index.ts';
import { loaded } from '../../support/probe.ts';
import { keptAt, resource, resourceList } from '../../support/resource-list.ts';
import { noticesOf, runList, type Ran } from '../../support/run-list.ts';
import { propertyRuns } from '../../support/property-runs.ts';

const RUNS = propertyRuns(200);
const fn = loaded(expandTemplates);
const EXPAND = 'control.kubestellar.io/expand-templates';
const ASKING = `  annotations:\n    ${EXPAND}: "true"\n    x: y\n`;
const ASKED = '  annotations:\n    x: y\n';

const own = (spec: string): string =>
  `${resource('krm-variants.dev/v1alpha1', 'TemplateExpansion', 'e')}spec: ${spec}\n`;
const configMap = (data: string): string => `${resource('v1', 'ConfigMap', 'function-input')}data: ${data}\n`;
const holder = (data: string, metadata = ASKING): string => resource('v1', 'ConfigMap', 'c', data, metadata);
const cluster = (name: string, metadata = ''): string =>
  resource('cluster.open-cluster-management.io/v1', 'ManagedCluster', name, '', metadata);
const properties = (name: string, rest: string): string =>
  resource('v1', 'ConfigMap', name, rest, '  namespace: customization-properties\n');

async function run(items: readonly string[], config?: string): Promise<Ran> {
  return await runList(fn, resourceList(items, config));
}

const OSLO = configMap('{clusterName: oslo, region: north}');

const rows: readonly (readonly [name: string, before: string, after: string])[] = [
  ['in double quotes, hidden by an escape', 'k: "{\\u007B.clusterName}}" # c\n', 'k: "oslo" # c\n'],
  ['in single quotes', "k: '{{.region}}'\n", "k: 'north'\n"],
  [
    'in a literal block',
    'k: |\n  # {{.region}}\n\n  b: {{.clusterName}}\nl: 1\n',
    'k: |\n  # north\n\n  b: oslo\nl: 1\n',
  ],
  ['in a literal block of one line', 'k: |- # c\n  {{.region}}: [x]\n', 'k: |- # c\n  north: [x]\n'],
  ['in a literal block with a blank first line', 'k: |4\n      \n     {{.region}}\n', 'k: |4\n      \n     north\n'],
  ['in a folded block of one line', 'k: >-\n  to\n  {{.region}}\n', 'k: to north\n'],
  ['in a folded block of several lines', 'k: >\n  to\n  {{.region}}\n\n  b\n', 'k: |\n  to north\n  b\n'],
  ['in a list in flow style', 'k: ["{{.region}}", 1 ,2]\n', 'k: ["north", 1 ,2]\n'],
  ['in a plain scalar', 'k: to {{.region}} # c\n', 'k: to north # c\n'],
  ['that becomes a number', 'k: "{{len .region}}"\n', 'k: "5"\n'],
  ['that becomes empty', 'k: "{{if false}}x{{end}}"\n', 'k: ""\n'],
  ['that is an alias', 'a: &a "{{.region}}"\nb: *a\n', 'a: &a "north"\nb: "north"\n'],
  ['and no key', '"{{.region}}": "{{.region}}"\n', '"{{.region}}": "north"\n'],
  [
    'and nothing else',
    'k: a }} b\nn: 012\nd: 2001-12-14\nt: "{{.region}}"\n',
    'k: a }} b\nn: 012\nd: 2001-12-14\nt: "north"\n',
  ],
];

const NO_OBJECT = `info -: no object has the annotation ${EXPAND}: "true"`;

/** Cases in which a second run does not find all that the first did. */
const settling: readonly (readonly [
  name: string,
  items: readonly string[],
  config: string,
  want: readonly string[],
])[] = [
  [
    'of one object with templates and one without',
    [holder('k: "{{.region}}"\n'), holder('k: v\n')],
    OSLO,
    ['warning -: is annotated for template expansion but has no template'],
  ],
  [
    'where the annotation is kept',
    [holder('k: "{{.region}}"\n'), holder('k: v\n')],
    own('{clusterName: oslo, properties: {region: north}, keepAnnotation: true}'),
    [`info -: no template is left in 2 objects with the annotation ${EXPAND}: "true": ConfigMap c, ConfigMap c`],
  ],
  [
    'of properties that no template can use',
    [properties('oslo', 'data: {a-b: x}\n'), holder('k: "{{.clusterName}}"\n')],
    own('{clusterName: oslo}'),
    ['warning data.a-b: not a property: the key must be a Go identifier', NO_OBJECT],
  ],
  ['of nothing to expand', [holder('k: "{{.region}}"\n', '')], OSLO, [NO_OBJECT]],
];

describe('expand-templates: results', () => {
  for (const [name, items, config, want] of settling) {
    it(`are the same in each run ${name}`, async () => {
      const ran = await run(items, config);
      assert.deepEqual(ran.results, want);
      assert.deepEqual(await runList(fn, ran.list), ran);
      assert.deepEqual(await noticesOf(fn, ran.list), []);
    });
  }
});

describe('expand-templates', () => {
  for (const [name, before, after] of rows) {
    it(`expands a string ${name}`, async () => {
      const { list, stderr } = await run([holder(before)], OSLO);
      assert.equal(stderr, '');
      assert.equal(list, resourceList([holder(after, ASKED)], OSLO));
    });
  }

  it('leaves objects without the exact annotation unchanged', async () => {
    const items = ['True', '"false"', '" true"'].map((value) =>
      holder('k: "{{.region}}"\n', `  annotations:\n    ${EXPAND}: ${value}\n`),
    );
    const { list, results } = await run(items.slice(1), OSLO);
    assert.equal(list, resourceList(items.slice(1), OSLO));
    assert.deepEqual(results, [
      `warning metadata.annotations["${EXPAND}"]: must be "true" to expand templates`,
      NO_OBJECT,
    ]);
  });

  it('warns of an annotation whose key is misspelled', async () => {
    const key = EXPAND.slice(0, -1);
    const item = holder('k: "{{.region}}"\n', `  annotations:\n    ${key}: "true"\n`);
    const { list, results } = await run([item], OSLO);
    assert.equal(list, resourceList([item], OSLO));
    assert.deepEqual(results, [
      `warning metadata.annotations["${key}"]: unknown annotation: it is ignored; did you mean "${EXPAND}"?`,
      NO_OBJECT,
    ]);
  });

  it('removes the map of annotations with its last entry, and counts', async () => {
    const items = [holder('a: "{{.region}}"\nb: "{{.region}}"\n', `  annotations:\n    ${EXPAND}: "true"\n`)];
    const { list, results } = await run(items, OSLO);
    assert.equal(list, resourceList([holder('a: "north"\nb: "north"\n', '')], OSLO));
    assert.deepEqual(results, [NO_OBJECT]);
    assert.deepEqual(await noticesOf(fn, resourceList(items, OSLO)), ['-: expanded 2 strings in 1 object']);
  });

  it('changes nothing in a second run', async () => {
    const { list, report } = await run([holder('k: "{{.region}}"\n')], OSLO);
    const again = await runList(fn, list);
    assert.deepEqual([again.list, again.report], [list, report]);
  });

  it('warns of an object without templates', async () => {
    const { list, results } = await run([holder('k: v\n')], OSLO);
    assert.equal(list, resourceList([holder('k: v\n')], OSLO));
    assert.deepEqual(results, ['warning -: is annotated for template expansion but has no template']);
  });
});

describe('expand-templates: a package context as the configuration', () => {
  it('supplies its keys as properties, and those that are not identifiers through `index`', async () => {
    const context = resource('v1', 'ConfigMap', 'kptfile.kpt.dev', 'data: {name: shop, package-path: eu/shop}\n');
    const { list, stderr } = await run([holder('k: "{{.name}} in {{index . \\"package-path\\"}}"\n')], context);
    assert.equal(stderr, '');
    assert.match(list, /k: "shop in eu\/shop"/);
  });
});

describe('expand-templates: any text', () => {
  const styles: readonly (readonly [before: string, want: (value: string) => string])[] = [
    ['k: "{{.v}}"\n', (value) => value],
    ["k: '{{.v}}'\n", (value) => value],
    ['k: a {{.v}}\n', (value) => `a ${value}`],
    ['k: |\n  # {{.v}}\n  b\n', (value) => `# ${value}\nb\n`],
    ['k: >-\n  a\n  {{.v}}\n', (value) => `a ${value}`],
    ['k: ["{{.v}}"]\n', (value) => value],
  ];
  for (const [before, want] of styles) {
    it(`is kept in ${JSON.stringify(before)}`, async () => {
      const around = (text: string): string => `x: 012 # one\n${text}y: [a,  b]\n`;
      const expand = async (value: string): Promise<void> => {
        const config = configMap(JSON.stringify({ v: value }));
        const { list, stderr, report } = await run([holder(around(before))], config);
        assert.equal(stderr, '');
        const [item] = (parse(list) as { items: [{ k: string | [string] }] }).items;
        assert.equal(String(item.k), want(value));
        assert.ok(list.includes('  x: 012 # one\n') && list.includes('  y: [a,  b]\n'), list);
        const again = await runList(fn, list);
        assert.deepEqual([again.list, again.report], [list, report]);
      };
      const texts = fc.string({ unit: fc.constantFrom(...'aé😀 \t\n"\'\\:#-{}[],&*!|>%@`0y~=') });
      await fc.assert(fc.asyncProperty(texts, expand), { numRuns: RUNS });
    });
  }
});

describe('expand-templates: properties', () => {
  const sources: readonly (readonly [name: string, items: readonly string[], spec: string, want: string])[] = [
    ['clusterName is predefined', [], '{clusterName: oslo}', 'oslo'],
    ['a label goes before it', [cluster('oslo', '  labels: {clusterName: label}\n')], '{clusterName: oslo}', 'label'],
    [
      'an annotation goes before a label',
      [cluster('oslo', '  labels: {clusterName: label}\n  annotations: {clusterName: note}\n')],
      '{clusterName: oslo}',
      'note',
    ],
    [
      'data goes before an annotation',
      [cluster('oslo', '  annotations: {clusterName: note}\n'), properties('oslo', 'data: {clusterName: data}\n')],
      '{clusterName: oslo}',
      'data',
    ],
    [
      'binaryData goes before data',
      [properties('oslo', 'data: {clusterName: data}\nbinaryData: {clusterName: YmluYXJ5}\n')],
      '{clusterName: oslo}',
      'binary',
    ],
    [
      'the configuration goes before all',
      [properties('oslo', 'data: {clusterName: data}\n')],
      '{clusterName: oslo, properties: {clusterName: own}}',
      'own',
    ],
    ['the one cluster of the inventory', [cluster('kiel')], '{}', 'kiel'],
    [
      'another inventory',
      [resource('a.b/v1', 'Site', 'kiel'), cluster('oslo')],
      '{inventory: {apiVersion: a.b/v1, kind: Site}}',
      'kiel',
    ],
    ['of no other cluster', [properties('kiel', 'data: {clusterName: data}\n')], '{clusterName: oslo}', 'oslo'],
    ['a key that is a keyword is none', [cluster('oslo', '  labels: {func: x}\n')], '{clusterName: oslo}', 'oslo'],
  ];
  for (const [name, items, spec, want] of sources) {
    it(name, async () => {
      const config = own(spec);
      const { list, stderr } = await run([...items, holder('k: "{{.clusterName}}"\n')], config);
      assert.equal(stderr, '');
      assert.equal(list, resourceList([...items, holder(`k: "${want}"\n`, ASKED)], config));
    });
  }

  it('reports keys of the ConfigMap that no template can use', async () => {
    const map = properties('oslo', 'data: {a-b: x}\n');
    const { results } = await run([map, holder('k: "{{.clusterName}}"\n')], own('{clusterName: oslo}'));
    assert.equal(results[0], 'warning data.a-b: not a property: the key must be a Go identifier');
  });

  it('reports an unknown cluster', async () => {
    const items = [holder('k: "{{.clusterName}}"\n')];
    const { list, results } = await run(items);
    assert.equal(list, resourceList(items));
    assert.deepEqual(results, [
      'warning -: the cluster of the package is unknown, so no template is expanded: set `clusterName`',
    ]);
  });

  it('applies missingKey', async () => {
    const config = own('{clusterName: oslo, missingKey: default}');
    const { list } = await run([holder('k: "a{{.x}}b"\n')], config);
    assert.equal(list, resourceList([holder('k: "a<no value>b"\n', ASKED)], config));
  });
});

describe('expand-templates: errors', () => {
  const errors: readonly (readonly [
    name: string,
    items: readonly string[],
    config: string,
    want: readonly RegExp[],
  ])[] = [
    [
      'every string in error, by its path',
      [holder('data:\n  a.b/c: "{{.x}}"\n  l: [1, "{{if}}"]\n  ok: "{{.region}}"\n')],
      OSLO,
      [
        /error data\.l\[1\]: template: oslo\/ConfigMap\(c\)\.data\.l\[1\]:1: missing value for if$/,
        /error data\["a\.b\/c"\]: template: oslo\/ConfigMap\(c\)\.data\.a\.b\/c:1:2: executing .* map has no entry for key "x"$/,
      ],
    ],
    [
      'of an object with group and namespace',
      [resource('apps/v1', 'Deployment', 'd', 'k: "{{.x}}"\n', `  namespace: shop\n${ASKING}`)],
      OSLO,
      [/error k: template: oslo\/Deployment\.apps\(shop\/d\)\.k:1:2/],
    ],
    [
      'the nearest property',
      [holder('k: "{{.regoin}}"\n')],
      OSLO,
      [/map has no entry for key "regoin"; did you mean "\.region"\?$/],
    ],
    [
      'every template without quotes, as it must be written',
      [holder('k: {{.region}}\nl: [{{ .clusterName }}, b]\nm: {{ "a" }}\n')],
      OSLO,
      [
        /^error k: a template must be a string: .*; quote it: "\{\{\.region\}\}"$/,
        /^error l\[0\]: .*; quote it: "\{\{ \.clusterName \}\}"$/,
        /^error m: .*; quote it: '\{\{ "a" \}\}'$/,
      ],
    ],
    [
      'a template without quotes in a Secret, not its text',
      [resource('v1', 'Secret', 's', 'stringData: {k: {{.x}}}\n', ASKING)],
      OSLO,
      [/^error stringData\.k: a template must be a string: without quotes, YAML reads its braces as maps$/],
    ],
    [
      'a template without quotes where copies are made',
      [holder('k: {{.region}}\n')],
      own('{clusters: [{name: oslo, properties: {region: north}}]}'),
      [/^error k: a template must be a string/],
    ],
    [
      'nothing of a Secret',
      [resource('v1', 'Secret', 's', 'stringData: {k: "hidden {{.x}}"}\n', ASKING)],
      OSLO,
      [/^error stringData\.k: the template in this field of a Secret cannot be expanded$/],
    ],
    [
      'several clusters',
      [cluster('a'), cluster('b'), holder('k: "{{.x}}"\n')],
      own('{}'),
      [/^error -: the cluster of the package is ambiguous/],
    ],
    [
      'a template again, where the annotation is kept',
      [holder('k: "{{.a}}"\n')],
      own('{clusterName: oslo, keepAnnotation: true, properties: {a: "{{"}}'),
      [/^error k: must not expand to another template/],
    ],
    [
      'output that is not UTF-8',
      [holder(String.raw`k: '{{slice "é" 1}}'` + '\n')],
      OSLO,
      [/^error k: template: oslo\/ConfigMap\(c\)\.k: the output is not valid UTF-8$/],
    ],
    [
      'a property that no template can name',
      [holder('')],
      configMap('{a-b: x}'),
      [/error data\.a-b: must be a Go identifier/],
    ],
    [
      'clusters beside a cluster',
      [],
      own('{clusterName: a, keepAnnotation: true, clusters: [{name: a}, {name: a}]}'),
      [
        /error spec\.clusterName: must not be set together/,
        /error spec\.clusters\[1\]\.name: must be unique/,
        /error spec\.keepAnnotation: must not be set together/,
      ],
    ],
  ];
  for (const [name, items, config, want] of errors) {
    it(name, async () => {
      const { list, results } = await run(items, config);
      assert.equal(list, resourceList(items, config));
      const found = results.filter((result) => result.startsWith('error'));
      assert.equal(found.length, want.length, found.join('\n'));
      for (const [index, pattern] of want.entries()) assert.match(found[index] ?? '', pattern);
    });
  }
});

describe('expand-templates: clusters', () => {
  const config = own('{properties: {z: all}, clusters: [{name: oslo}, {name: kiel, properties: {z: mine}}]}');
  const original = holder('k: "{{.clusterName}} {{.z}}" # c\n', keptAt('a/c.yaml').concat(`    ${EXPAND}: "true"\n`));
  const copy = (name: string, k: string): string =>
    holder(
      `k: "${k}" # c\n`,
      `  annotations:\n    internal.config.kubernetes.io/path: ${name}/a/c.yaml\n    internal.config.kubernetes.io/index: "0"\n    krm-variants.dev/expanded-for: ${name}\n`,
    );
  const all = [original, copy('oslo', 'oslo all'), copy('kiel', 'kiel mine')];

  it('get a copy each, and the originals stay', async () => {
    const { list, results, stderr } = await run([original], config);
    assert.equal(stderr, '');
    assert.equal(list, resourceList(all, config));
    assert.deepEqual(results, [
      'info -: kiel: expanded 1 string in copies of 1 object: ConfigMap c',
      'info -: oslo: expanded 1 string in copies of 1 object: ConfigMap c',
    ]);
  });

  it('copies an element of a typed list with the kind that the list states', async () => {
    const element = `items:\n- metadata:\n    name: a\n    annotations: {${EXPAND}: "true"}\n  data: {k: "{{.z}}"}\n`;
    const list = resource('v1', 'ConfigMapList', 'all', element, keptAt('a/c.yaml'));
    const ran = await run([list], own('{properties: {z: all}, clusters: [{name: oslo}]}'));
    assert.match(
      ran.list,
      /\n- metadata:\n {4}name: a\n[^]*\n {2}data: \{k: "all"\}\n {2}apiVersion: v1\n {2}kind: ConfigMap\n/,
    );
    assert.match(ran.list, /internal\.config\.kubernetes\.io\/path: oslo\/a\/c\.yaml\b/);
  });

  it('replaces copies in the next run', async () => {
    assert.equal((await run(all, config)).list, resourceList(all, config));
    const edited = all.map((item) => item.replace('kiel mine', 'by hand'));
    assert.equal((await run(edited, config)).list, resourceList(all, config));
  });

  it('never replaces files that it has not written', async () => {
    const other = holder('', keptAt('oslo/a/c.yaml'));
    const { list, results } = await run([original, other], config);
    assert.equal(list, resourceList([original, other], config));
    assert.match(results[0] ?? '', /^error -: must be in another file: copies for cluster "oslo"/);
  });
});
