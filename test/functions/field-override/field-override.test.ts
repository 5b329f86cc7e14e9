import assert from 'node:assert/strict';
import fieldOverride from '../../../functions/field-override/index.ts';
import { loaded } from '../../support/probe.ts';
import { keptAt, resource, resourceList } from '../../support/resource-list.ts';
import { noticesOf, runList, type Ran } from '../../support/run-list.ts';

const fn = loaded(fieldOverride);

const run = (list: string): Promise<Ran> => runList(fn, list);

const own = (spec: string): string =>
  `${resource('krm-variants.dev/v1alpha1', 'FieldOverride', 'edge')}spec: ${spec}\n`;
const policy = (spec: string, kind = 'OverridePolicy', metadata = ''): string =>
  `${resource('policy.karmada.io/v1alpha1', kind, 'edge', '', metadata)}spec: ${spec}\n`;
const block = (text: string): string => text.replaceAll(/^(?=.)/gm, '    ');
const configMap = (text: string, metadata = ''): string =>
  resource('v1', 'ConfigMap', 'c', `data:\n  f: |\n${block(text)}`, metadata + keptAt('c.yaml'));
const entry = (rest: string, selector = 'apiVersion: v1, kind: ConfigMap, name: c'): string =>
  own(`{resourceSelectors: [{${selector}}], fieldOverrider: [{fieldPath: /data/f, ${rest}}]}`);

/** Text of a map with more keys than are searched one by one. */
const WIDE_TEXT = Array.from({ length: 17 }, (_, index) => `k${index}: ${index}\n`).join('');

const edits: readonly (readonly [name: string, entry: string, text: string, want: string, notice: string])[] = [
  ['replaces', 'yaml: [{subPath: /a, operator: replace, value: 2}]', 'a: 1 # x\n', 'a: 2 # x\n', 'applied 1'],
  [
    'keeps equal values as written',
    'yaml: [{subPath: /a, operator: replace, value: 31}]',
    'a: 0x1F\n',
    'a: 0x1F\n',
    '',
  ],
  [
    'keeps the white space at the ends of lines',
    'yaml: [{subPath: /a, operator: replace, value: 2}, {subPath: /l, operator: replace, value: [x]}]',
    'a: 1  \nl: 1  \nz: 1  \n',
    'a: 2  \nl:\n- x\nz: 1  \n',
    'applied 2',
  ],
  ['adds a key', 'yaml: [{subPath: /b, operator: add, value: x}]', 'a: 1\n', 'a: 1\nb: x\n', 'applied 1'],
  [
    'edits a key of a wide map that an earlier operation added',
    'yaml: [{subPath: /new, operator: add, value: x}, {subPath: /new, operator: replace, value: z}]',
    WIDE_TEXT,
    `${WIDE_TEXT}new: z\n`,
    'applied 2',
  ],
  ['appends', 'yaml: [{subPath: /l/-, operator: add, value: x}]', 'l: [a]\n', 'l: [a, x]\n', 'applied 1'],
  [
    'appends no element that is there',
    'yaml: [{subPath: /l/-, operator: add, value: a}]',
    'l: [a, b]\n',
    'l: [a, b]\n',
    '',
  ],
  [
    'inserts two, once each',
    'yaml: [{subPath: /l/0, operator: add, value: x}, {subPath: /l/0, operator: add, value: z}]',
    'l: [a]\n',
    'l: [z, x, a]\n',
    'applied 2',
  ],
  ['removes', 'yaml: [{subPath: /b, operator: remove}]', 'a: 1\nb: 2\n', 'a: 1\n', 'applied 1'],
  ['removes the last element', 'yaml: [{subPath: /l/1, operator: remove}]', 'l: [a, b]\n', 'l: [a]\n', 'applied 1'],
  ['renames', 'yaml: [{from: /a, subPath: /b, operator: move}]', 'a: 1 # x\n', 'b: 1 # x\n', 'applied 1'],
  ['copies', 'yaml: [{from: /l/0, subPath: /l/-, operator: copy}]', 'l: [a]\n', 'l: [a]\n', ''],
  [
    'removes an element that a test makes sure of',
    'yaml: [{subPath: /l/0, operator: test, value: a}, {subPath: /l/0, operator: remove}]',
    'l: [a, b]\n',
    'l: [b]\n',
    'applied 1',
  ],
  [
    'edits a later document',
    'document: 1, yaml: [{subPath: /a, operator: add, value: 2}]',
    'a: 1\n---\na: 1\n',
    'a: 1\n---\na: 2\n',
    'applied 1',
  ],
  [
    'edits JSON',
    'json: [{subPath: /a, operator: replace, value: [x]}]',
    '{"b": "<",\n "a": 1}\n',
    '{"b": "<",\n "a": ["x"]}\n',
    'applied 1',
  ],
  [
    'keeps .inf and .nan',
    'yaml: [{subPath: /a, operator: replace, value: 2}]',
    'a: 1\nb: [.inf, -.Inf, .nan]\n',
    'a: 2\nb: [.inf, -.Inf, .nan]\n',
    'applied 1',
  ],
  [
    'keeps null and complex keys',
    'yaml: [{subPath: /a, operator: replace, value: 2}]',
    '~: 1\n? [x, y]\n: 1\na: 1\n',
    '~: 1\n? [x, y]\n: 1\na: 2\n',
    'applied 1',
  ],
  [
    'replaces the value of the key null',
    'yaml: [{subPath: /null, operator: replace, value: 2}]',
    '~: 1\n',
    '~: 2\n',
    'applied 1',
  ],
  [
    'replaces a document that is a scalar',
    'yaml: [{subPath: "", operator: replace, value: bye}]',
    'hello # x\n',
    'bye # x\n',
    'applied 1',
  ],
  [
    'reaches the empty key by an empty token',
    'yaml: [{subPath: /a//b, operator: replace, value: 2}]',
    'a: {"": {b: 1}}\n',
    'a: {"": {b: 2}}\n',
    'applied 1',
  ],
  [
    'edits beside a duplicate key',
    'yaml: [{subPath: /b, operator: replace, value: 2}]',
    'a: 1\na: 2\nb: 1\n',
    'a: 1\na: 2\nb: 2\n',
    'applied 1',
  ],
  [
    'merges maps, replaces lists, removes what is null',
    'yaml: [], mergeValue: {a: {c: 3, d: null}, l: [1], o: null, m: {x: null, z: 1}}',
    'a: {b: 1, d: 2}\nl: [0]\no: 1\n',
    'a: {b: 1, c: 3}\nl: [1]\nm:\n  z: 1\n',
    'applied 1',
  ],
  [
    'merges a raw text last',
    'json: [], mergeValue: {a: 1}, mergeRawValue: \'{"a": 2}\'',
    '{}\n',
    '{"a": 2}\n',
    'applied 2',
  ],
  [
    'copies from a raw text as it is written',
    'yaml: [], mergeRawValue: "b:\\n  # why\\n  c: 0x1F # hex\\nd: 1.50\\n"',
    'a: 1\nd: 1\n',
    'a: 1\nd: 1.50\nb:\n  # why\n  c: 0x1F # hex\n',
    'applied 1',
  ],
];

describe('field-override: edits', () => {
  for (const [name, rest, text, want, notice] of edits) {
    it(name, async () => {
      const list = resourceList([configMap(text)], entry(rest));
      const ran = await run(list);
      assert.equal(ran.list, resourceList([configMap(want)], entry(rest)));
      const notices = (await noticesOf(fn, list)).join('\n');
      assert.match(notices, notice === '' ? /^$/ : new RegExp(`^-: /data/f.*: ${notice} operations? in 1 resource$`));
      const again = await run(ran.list);
      assert.deepEqual([again.list, again.report], [ran.list, ran.report], 'a second run changes nothing');
      assert.equal(again.stderr, '');
    });
  }

  it('keeps U+0085 in a text, escaped, since YAML 1.1 takes it for a line break', async () => {
    const config = entry('yaml: [{subPath: /a, operator: replace, value: 2}]');
    const item = configMap('').replace(/f:.*/, `f: ${JSON.stringify('a: 1\nb: "x\u0085y"\n')}`);
    const { list } = await run(resourceList([item], config));
    assert.ok(list.includes(String.raw`f: "a: 2\nb: \"x\x85y\"\n"`), list);
  });

  for (const text of ['a: 1\n', 'a: 1\nb: 2\n']) {
    it(`names absent targets of a removal in every run: ${JSON.stringify(text)}`, async () => {
      const config = entry('yaml: [{subPath: /b, operator: remove}, {subPath: /c/d, operator: remove}]');
      const { results } = await run(resourceList([configMap(text)], config));
      assert.deepEqual(results, [
        'info -: /data/f: as configured in 1 resource: ConfigMap c; absent as configured: "/b", "/c/d"',
      ]);
    });
  }

  it('does not name as absent what a later operation restores', async () => {
    const config = entry('yaml: [{subPath: /b, operator: remove}, {subPath: /b, operator: add, value: 1}]');
    const ran = await run(resourceList([configMap('a: 1\n')], config));
    assert.deepEqual(ran.results, ['info -: /data/f: as configured in 1 resource: ConfigMap c']);
    assert.deepEqual(await run(ran.list), ran);
  });

  it('gives notice of copies of anchors', async () => {
    const config = entry('yaml: [{subPath: /a/x, operator: replace, value: 2}]');
    const input = resourceList([configMap('a: &k {x: 1}\nb: *k\n')], config);
    const { list, results } = await run(input);
    assert.ok(list.includes('b: {x: 1}'), list);
    assert.deepEqual(results, ['info -: /data/f: as configured in 1 resource: ConfigMap c']);
    const [, alias] = await noticesOf(fn, input);
    assert.match(alias ?? '', /^data.f: the value of anchor "k"/);
  });
});

const blocks: readonly (readonly [name: string, field: string, want: string])[] = [
  ['keeps a literal block of one line', '|- # settings\n    {"a": 1}\n', '|- # settings\n    {"a": 2}\n'],
  ['keeps a literal block that begins with blanks', '|4\n        \n      a: 1\n', '|4\n        \n      a: 2\n'],
  ['writes a folded block as a literal block', '>-\n    a: 1\n\n    b: 2\n', '|-\n    a: 2\n    b: 2\n'],
];

describe('field-override: block scalars', () => {
  for (const [name, field, want] of blocks) {
    it(name, async () => {
      const config = entry('yaml: [{subPath: /a, operator: replace, value: 2}]');
      const holder = (text: string): string => resource('v1', 'ConfigMap', 'c', `data:\n  f: ${text}`);
      const { list, stderr } = await run(resourceList([holder(field)], config));
      assert.equal(stderr, '');
      assert.equal(list, resourceList([holder(want)], config));
    });
  }
});

describe('field-override: rules for all clusters', () => {
  const all: readonly string[] = [
    '{}',
    '{labelSelector: {}}',
    '{labelSelector: {matchLabels: {}, matchExpressions: []}}',
    '{fieldSelector: {}}',
    '{fieldSelector: {matchExpressions: []}}',
    '{clusterNames: [], exclude: []}',
  ];
  for (const targetCluster of all) {
    it(`applies a rule with targetCluster ${targetCluster}, which matches every cluster`, async () => {
      const config = policy(
        `{overrideRules: [{targetCluster: ${targetCluster}, overriders: {fieldOverrider: [{fieldPath: /data/f, yaml: [{subPath: /a, operator: replace, value: 2}]}]}}]}`,
      );
      const { list, stderr } = await run(resourceList([configMap('a: 1\n')], config));
      assert.equal(stderr, '');
      assert.equal(list, resourceList([configMap('a: 2\n')], config));
    });
  }
});

describe('field-override: all or nothing', () => {
  const two = (first: string, second: string): string =>
    own(
      `{resourceSelectors: [{apiVersion: v1, kind: ConfigMap}], fieldOverrider: [{fieldPath: /data/a, ${first}}, {fieldPath: /data/b, ${second}}]}`,
    );
  const map = (a: string, b: string): string =>
    resource('v1', 'ConfigMap', 'c', `data:\n  a: '${a}'\n  b: '${b}'\n`, keptAt('c.yaml'));

  const UNMET =
    'info data.b: nothing to do, since a `test` does not hold: `yaml[0]` (test "/x"): testing value /x failed: test failed';

  it('leaves a resource unchanged if a test does not hold', async () => {
    const config = two(
      'yaml: [{subPath: /x, operator: replace, value: 2}]',
      'yaml: [{subPath: /x, operator: test, value: 3}]',
    );
    const { list, results } = await run(resourceList([map('x: 1', 'x: 1')], config));
    assert.equal(list, resourceList([map('x: 1', 'x: 1')], config));
    assert.deepEqual(results, [UNMET]);
  });

  it('reports a test in the same words if it fails because of the edit', async () => {
    const config = two(
      'yaml: [{subPath: /x, operator: replace, value: 2}]',
      'yaml: [{subPath: /x, operator: test, value: 1}, {subPath: /x, operator: replace, value: 2}]',
    );
    const ran = await run(resourceList([map('x: 1', 'x: 1')], config));
    assert.equal(ran.list, resourceList([map('x: 2', 'x: 2')], config));
    assert.deepEqual(ran.results, [UNMET]);
    assert.deepEqual(await run(ran.list), ran);
  });

  it('lets entries of one text see the edits of earlier ones', async () => {
    const config = own(
      '{resourceSelectors: [{apiVersion: v1, kind: ConfigMap}], fieldOverrider: [{fieldPath: /data/f, yaml: [{subPath: /a, operator: add, value: {}}]}, {fieldPath: /data/f, yaml: [{subPath: /a/b, operator: add, value: 1}]}]}',
    );
    const input = resourceList([configMap('c: 1\n')], config);
    const { list, report } = await run(input);
    assert.ok(list.includes('f: |\n      c: 1\n'), list);
    assert.match((await noticesOf(fn, input)).join('\n'), /applied 1 operation in 1 resource/);
    const again = await run(list);
    assert.deepEqual([again.list, again.report], [list, report]);
  });
});

const errors: readonly (readonly [name: string, entry: string, text: string, want: string])[] = [
  [
    'a missing path',
    'yaml: [{subPath: /b, operator: replace, value: 2}]',
    'a: 1\n',
    '`yaml[0]` (replace "/b"): replace operation does not apply: doc is missing key: /b: missing value; the map at the top has no key "b"',
  ],
  [
    'an inherited name',
    'yaml: [{subPath: /toString, operator: replace, value: 2}]',
    'a: 1\n',
    'doc is missing key: /toString',
  ],
  ['no proper index', 'yaml: [{subPath: /l/01, operator: remove}]', 'l: [a, b]\n', "not a proper array index: '01'"],
  [
    'a duplicate key',
    'yaml: [{subPath: /a, operator: replace, value: 3}]',
    'a: 1\na: 2\n',
    'duplicate key "a" in lines 1 and 2: a key must be unique',
  ],
  [
    'a path into a document that is a scalar',
    'yaml: [{subPath: /a, operator: add, value: 1}]',
    'hello\n',
    'the value at the top is not a map',
  ],
  [
    'a path into a file of settings',
    'yaml: [{subPath: /port, operator: replace, value: 1}]',
    '# Settings.\nport = 80\nhost = "a"\n',
    'the text is neither a map nor a list of YAML or JSON, so it may be in another format, such as TOML or INI',
  ],
  [
    'a file of settings with sections',
    'yaml: [{subPath: /server/port, operator: replace, value: 1}]',
    '[server]\nport = 80\n',
    'the text is not YAML or JSON, and other formats, such as TOML, cannot be edited: unexpected text at 2:1',
  ],
  [
    'a file of settings that is taken for JSON',
    'json: [{subPath: /server/port, operator: replace, value: 1}]',
    '[server]\nport = 80\n',
    'the text is not YAML or JSON, and other formats, such as TOML, cannot be edited: not valid JSON',
  ],
  ['text that is no YAML', 'yaml: [{subPath: /a, operator: remove}]', 'a: [1\nb: 2\n', ' at 2:'],
  ['text that is no JSON', 'json: [{subPath: /a, operator: remove}]', 'a: 1\n', 'not valid JSON'],
  [
    'a document that is not there',
    'document: 2, yaml: [{subPath: /a, operator: remove}]',
    'a: 1\n',
    'document 2 does not exist: the text has 1 document, numbered from 0',
  ],
  [
    'an element that a second run would lose, too',
    'yaml: [{subPath: /l/0, operator: remove}]',
    'l: [a, b]\n',
    'edits must be repeatable: a second run would change this text again',
  ],
  [
    'a copy of what is then removed',
    'yaml: [{from: /a, subPath: /b, operator: copy}, {subPath: /a, operator: remove}]',
    'a: 1\n',
    'edits must be repeatable: a second run would fail',
  ],
];

describe('field-override: errors', () => {
  for (const [name, rest, text, want] of errors) {
    it(name, async () => {
      const list = resourceList([configMap(text)], entry(rest));
      const ran = await run(list);
      assert.equal(ran.list, list);
      assert.equal(ran.results.length, 1);
      assert.match(ran.results[0] ?? '', /^error data\.f: /);
      assert.ok(ran.results[0]?.includes(want), ran.results[0]);
      assert.ok(ran.stderr.startsWith('[error] c.yaml v1/ConfigMap/c data.f: '), ran.stderr);
    });
  }

  it('rejects a field that is not a string', async () => {
    const item = resource('v1', 'ConfigMap', 'c', 'data:\n  f: 3\n');
    const { results } = await run(resourceList([item], entry('yaml: [{subPath: /a, operator: remove}]')));
    assert.deepEqual(results, ['error data.f: must be a string that holds JSON or YAML']);
  });
});

const problems: readonly (readonly [name: string, config: string, want: readonly string[]])[] = [
  [
    'formats and pointers, in the words of the webhook',
    policy(
      '{overrideRules: [{overriders: {fieldOverrider: [{fieldPath: data/f}, {fieldPath: /data/f, json: [{subPath: a, operator: add}], yaml: [{subPath: /a, operator: remove}]}, {fieldPath: /data/~2, yaml: [{subPath: /a, operator: replace}, {subPath: /a, operator: remove, value: 1}, {subPath: b, operator: add, value: 1}]}]}}]}',
    ),
    [
      'error spec.overrideRules[0].overriders.fieldOverrider[0]: FieldOverrider must have either JSON or YAML set',
      'error spec.overrideRules[0].overriders.fieldOverrider[0].fieldPath: JSON pointer must be empty or start with a "/": "data/f", offset 0',
      'error spec.overrideRules[0].overriders.fieldOverrider[1]: FieldOverrider has both YAML and JSON set. Only one is allowed',
      'error spec.overrideRules[0].overriders.fieldOverrider[2].fieldPath: in a JSON pointer "~" must be followed by 0 or 1: "/data/~2", offset 6',
      'error spec.overrideRules[0].overriders.fieldOverrider[2].yaml[0].value: value is required for add or replace operation',
      'error spec.overrideRules[0].overriders.fieldOverrider[2].yaml[1].value: value is not allowed for remove operation',
      'error spec.overrideRules[0].overriders.fieldOverrider[2].yaml[2].subPath: JSON pointer must be empty or start with a "/": "b", offset 0',
    ],
  ],
  [
    'operations on JSON, and lists without any',
    policy(
      '{overrideRules: [{overriders: {}}, {overriders: {fieldOverrider: [{fieldPath: /a, json: [{subPath: a, operator: remove}, {subPath: /a, operator: add}, {subPath: /a, operator: remove, value: 1}]}, {fieldPath: /a, json: [], yaml: []}]}}]}',
    ),
    [
      'error spec.overrideRules[1].overriders.fieldOverrider[0].json[0].subPath: JSON pointer must be empty or start with a "/": "a", offset 0',
      'error spec.overrideRules[1].overriders.fieldOverrider[0].json[1].value: value is required for add or replace operation',
      'error spec.overrideRules[1].overriders.fieldOverrider[0].json[2].value: value is not allowed for remove operation',
      'error spec.overrideRules[1].overriders.fieldOverrider[1]: FieldOverrider must have either JSON or YAML set',
    ],
  ],
  [
    'clusters and overriders that the function does not support',
    policy(
      '{overrideRules: [{targetCluster: {clusterNames: [a]}, overriders: {plaintext: [{path: /a, operator: remove}], imageOverrider: []}}, {targetCluster: {}, overriders: {}}]}',
    ),
    [
      'error spec.overrideRules[0].overriders.plaintext: only `fieldOverrider` is supported; for other overriders, use the function `apply-override-policy`',
      'error spec.overrideRules[0].targetCluster: a rule must apply to all clusters; for rules that select clusters, use the function `apply-override-policy`',
    ],
  ],
  [
    'conditions on clusters',
    policy(
      '{overrideRules: [{targetCluster: {labelSelector: {matchLabels: {a: ""}}}, overriders: {}}, {targetCluster: {fieldSelector: {matchExpressions: [{key: zone, operator: In, values: [a]}]}}, overriders: {}}, {targetCluster: {exclude: [a]}, overriders: {}}]}',
    ),
    [
      'error spec.overrideRules[0].targetCluster: a rule must apply to all clusters; for rules that select clusters, use the function `apply-override-policy`',
      'error spec.overrideRules[1].targetCluster: a rule must apply to all clusters; for rules that select clusters, use the function `apply-override-policy`',
      'error spec.overrideRules[2].targetCluster: a rule must apply to all clusters; for rules that select clusters, use the function `apply-override-policy`',
    ],
  ],
  [
    'legacy fields beside rules',
    policy(
      '{targetCluster: {clusterNames: [a]}, overriders: {fieldOverrider: [{fieldPath: /a}]}, overrideRules: [{overriders: {}}]}',
    ),
    [
      "error spec.overriders: overrideRules and overriders can't co-exist",
      "error spec.targetCluster: overrideRules and targetCluster can't co-exist",
    ],
  ],
  [
    'legacy fields alone',
    policy('{overriders: {labelsOverrider: [{operator: add, value: {a: b}}]}}'),
    ['error spec.overriders: deprecated in Karmada: use `overrideRules`, or the function `apply-override-policy`'],
  ],
  [
    'a selector of another namespace',
    policy('{resourceSelectors: [{apiVersion: v1, kind: ConfigMap, namespace: far}]}'),
    [
      'error spec.resourceSelectors[0].namespace: namespace of resource selector must be the same as the namespace of the policy',
    ],
  ],
  [
    'annotations of kpt, the whole resource',
    own(
      '{fieldOverrider: [{fieldPath: /metadata/annotations/internal.config.kubernetes.io~1path, yaml: [{subPath: "", operator: replace, value: a}]}, {fieldPath: "", yaml: [{subPath: "", operator: remove}]}]}',
    ),
    [
      'error spec.fieldOverrider[0].fieldPath: must not name an annotation of kpt',
      'error spec.fieldOverrider[1].fieldPath: must name a field of the resource',
      'error spec.fieldOverrider[1].yaml[0].subPath: the whole document cannot be removed',
    ],
  ],
  [
    'fields that an operator takes not, or needs',
    own(
      '{fieldOverrider: [{fieldPath: /a, yaml: [{subPath: /a, operator: move}, {subPath: /a, operator: test}, {subPath: /a, operator: copy, from: a, value: 1}, {subPath: /a, operator: add, value: 1, from: /b}], mergeRawValue: "[1]"}, {fieldPath: /a, json: [], mergeRawValue: "a: 1"}]}',
    ),
    [
      'error spec.fieldOverrider[0].mergeRawValue: must be one map',
      'error spec.fieldOverrider[0].yaml[0].from: from is required for move or copy operation',
      'error spec.fieldOverrider[0].yaml[1].value: value is required for test operation',
      'error spec.fieldOverrider[0].yaml[2].from: JSON pointer must be empty or start with a "/": "a", offset 0',
      'error spec.fieldOverrider[0].yaml[2].value: value is not allowed for copy operation',
      'error spec.fieldOverrider[0].yaml[3].from: from is not allowed for add operation',
      'error spec.fieldOverrider[1].mergeRawValue: not valid JSON: expected a value at 1:1',
    ],
  ],
  [
    'a duplicate key of a text to merge',
    entry('yaml: [], mergeRawValue: "a: 1\\na: 2"'),
    ['error spec.fieldOverrider[0].mergeRawValue: duplicate key "a" in lines 1 and 2: a key must be unique'],
  ],
  [
    'operators that Karmada has not',
    policy(
      '{overrideRules: [{overriders: {fieldOverrider: [{fieldPath: /a, yaml: [{subPath: /a, operator: move}]}]}}]}',
    ),
    ['error spec.overrideRules[0].overriders.fieldOverrider[0].yaml[0].operator: must be "add", "remove" or "replace"'],
  ],
];

describe('field-override: configuration', () => {
  for (const [name, config, want] of problems) {
    it(name, async () => {
      assert.deepEqual((await run(resourceList([], config))).results, want);
    });
  }

  it('does nothing without rules', async () => {
    const { results } = await run(resourceList([configMap('a: 1\n')], policy('{overriders: {}}')));
    assert.deepEqual(results, ['warning -: nothing to do: no `fieldOverrider` in the function config']);
  });
});

describe('field-override: resources', () => {
  const rules =
    '{overrideRules: [{overriders: {fieldOverrider: [{fieldPath: /data/f, yaml: [{subPath: /a, operator: add, value: 2}]}]}}]';
  const inside = (namespace: string): string => configMap('a: 1\n', `  namespace: ${namespace}\n`);

  it('is limited to the namespace of an OverridePolicy', async () => {
    const config = policy(`${rules}}`, 'OverridePolicy', '  namespace: near\n');
    const { list } = await run(resourceList([inside('near'), inside('far')], config));
    assert.equal(list, resourceList([inside('near').replace('a: 1', 'a: 2'), inside('far')], config));
  });

  it('is not limited in a ClusterOverridePolicy', async () => {
    const config = policy(`${rules}}`, 'ClusterOverridePolicy');
    const { list } = await run(resourceList([inside('near'), inside('far')], config));
    assert.equal(list.match(/a: 2/g)?.length, 2);
  });

  it('selects no Kptfile and no local configuration without selectors', async () => {
    const local = configMap('a: 1\n').replace(
      'annotations:\n',
      'annotations:\n    config.kubernetes.io/local-config: "true"\n',
    );
    const config = policy(`${rules}}`, 'ClusterOverridePolicy');
    const { list, results } = await run(
      resourceList([resource('kpt.dev/v1', 'Kptfile', 'k', 'data: {f: "a: 1"}\n'), local], config),
    );
    assert.equal(list.includes('a: 2'), false);
    assert.deepEqual(results, ['warning -: ClusterOverridePolicy "edge": the policy matches no resource']);
  });

  it('warns once of a field that many selected resources lack, and names the first in each run', async () => {
    const bare = [...'abcdefgh'].map((name) => resource('v1', 'ConfigMap', name, '', keptAt(`${name}.yaml`)));
    const config = policy(`${rules}, resourceSelectors: [{apiVersion: v1, kind: ConfigMap}]}`);
    const ran = await run(resourceList([...bare.toReversed(), configMap('a: 1\n')], config));
    assert.deepEqual(ran.results, [
      'warning data.f: no such field: nothing to override (and 7 more: ConfigMap b, ConfigMap c, ConfigMap d, …)',
      'info -: /data/f: as configured in 1 resource: ConfigMap c',
    ]);
    assert.match(ran.report, /path: a\.yaml/);
    assert.equal((await run(ran.list)).report, ran.report);
  });

  it('names the first of many resources that are as configured', async () => {
    const many = [...'edcba'].map((name) => configMap('a: 1\n').replace('name: c', `name: ${name}`));
    const config = policy(`${rules}, resourceSelectors: [{apiVersion: v1, kind: ConfigMap}]}`);
    const { results } = await run(resourceList(many, config));
    assert.deepEqual(results, [
      'info -: /data/f: as configured in 5 resources: ConfigMap a, ConfigMap b, ConfigMap c and 2 more',
    ]);
  });

  it('warns of each selected resource that has no such field', async () => {
    const bare = resource('v1', 'ConfigMap', 'bare');
    const config = policy(`${rules}, resourceSelectors: [{apiVersion: v1, kind: ConfigMap}]}`);
    const { results } = await run(resourceList([bare, configMap('a: 1\n')], config));
    assert.deepEqual(results, [
      'warning data.f: no such field: nothing to override',
      'info -: /data/f: as configured in 1 resource: ConfigMap c',
    ]);
  });
});

describe('field-override: secrets', () => {
  const base64 = (text: string): string => Buffer.from(text).toString('base64');
  const secret = (data: string, rest = ''): string =>
    resource('v1', 'Secret', 's', `data:\n  f: ${data}\n${rest}`, keptAt('s.yaml'));
  const config = (operations: string): string => entry(`yaml: [${operations}]`, 'apiVersion: v1, kind: Secret');
  const REPLACE = '{subPath: /a, operator: replace, value: new}';

  it('edits base64 data', async () => {
    const { list } = await run(resourceList([secret(base64('a: old # why\n'))], config(REPLACE)));
    assert.equal(list, resourceList([secret(base64('a: new # why\n'))], config(REPLACE)));
  });

  it('edits binaryData of a ConfigMap', async () => {
    const item = (text: string): string => resource('v1', 'ConfigMap', 'c', `binaryData:\n  f: ${base64(text)}\n`);
    const binary = entry(`yaml: [${REPLACE}]`).replace('/data/f', '/binaryData/f');
    assert.equal((await run(resourceList([item('a: 1')], binary))).list, resourceList([item('a: new')], binary));
  });

  for (const [name, data, operations] of [
    ['no base64', 'hidden!', REPLACE],
    ['no YAML', base64('a: [hidden\nb'), REPLACE],
    ['a key that is given twice', base64('a: hidden\na: hidden\n'), REPLACE],
    ['a tag that does not fit', base64('a: !!int hidden\n'), REPLACE],
    ['a missing path', base64('hidden: hidden\n'), REPLACE],
    ['a failing test', base64('a: hidden\n'), '{subPath: /a, operator: test, value: b}'],
    ['an anchor', base64('a: &hidden 1\nb: *hidden\n'), REPLACE],
  ] as const) {
    it(`shows nothing of ${name}`, async () => {
      const { results, stderr } = await run(resourceList([secret(data)], config(operations)));
      assert.notEqual(results.length, 0);
      for (const text of [...results, stderr]) assert.equal(text.includes('hidden'), false, text);
    });
  }
});
