import assert from 'node:assert/strict';
import fieldOverride from '../../../functions/field-override/index.ts';
import { loaded } from '../../support/probe.ts';
import { keptAt, resource, resourceList } from '../../support/resource-list.ts';
import { runList, type Ran } from '../../support/run-list.ts';

const fn = loaded(fieldOverride);

const own = (spec: string): string =>
  `${resource('krm-variants.dev/v1alpha1', 'FieldOverride', 'edge')}spec: ${spec}\n`;
const policy = (spec: string): string =>
  `${resource('policy.karmada.io/v1alpha1', 'ClusterOverridePolicy', 'edge')}spec: ${spec}\n`;

const MAPS = 'apiVersion: v1, kind: ConfigMap';
const TEXT = '    l:\n    - name: a # kept\n      v: 1\n    - name: b\n';
const map = (name: string, metadata = '', text = TEXT): string =>
  resource('v1', 'ConfigMap', name, `data:\n  f: |\n${text}`, metadata + keptAt(`${name}.yaml`));
const SET = '{subPath: "/l/[name=a]/v", operator: replace, value: 2}';
const edited = (item: string): string => item.replace('v: 1', 'v: 2');

interface Row {
  readonly name: string;
  readonly config: string;
  readonly items: readonly string[];
  /** Defaults to the items, as after an error. */
  readonly want?: readonly string[];
  readonly results: readonly string[];
}

const BARE = resource('v1', 'ConfigMap', 'bare', '', keptAt('bare.yaml'));
const SECRET = `data:\n  f: ${Buffer.from('l: [{name: hidden}]\n').toString('base64')}\n`;

const context = (data: string): string =>
  resource('v1', 'ConfigMap', 'kptfile.kpt.dev', `data: ${data}\n`, keptAt('package-context.yaml'));
const all = (rest: string): string => own(`{resourceSelectors: [{${MAPS}}], fieldOverrider: [${rest}]}`);

const rows: readonly Row[] = [
  {
    name: 'edits an element that a field names',
    config: all(`{fieldPath: /data/f, yaml: [${SET}, {subPath: "/l/[name=c]", operator: add, value: {name: c}}]}`),
    items: [map('m')],
    want: [edited(map('m')).replace('- name: b\n', '- name: b\n    - name: c\n')],
    results: ['info -: /data/f: as configured in 1 resource: ConfigMap m'],
  },
  {
    name: 'names an absent element of a removal in every run',
    config: all('{fieldPath: /data/f, yaml: [{subPath: "/l/[name=b]", operator: remove}]}'),
    items: [map('m')],
    want: [map('m').replace('    - name: b\n', '')],
    results: ['info -: /data/f: as configured in 1 resource: ConfigMap m; absent as configured: "/l/[name=b]"'],
  },
  {
    name: 'refuses a name of several elements',
    config: all(`{fieldPath: /data/f, yaml: [${SET}]}`),
    items: [map('m', '', '    l: [{name: a}, {name: a}]\n')],
    results: [
      'error data.f: `yaml[0]` (replace "/l/[name=a]/v"): a token must name one element, but the sequence at "/l" has 2 elements whose "name" is "a"; use an index',
    ],
  },
  {
    name: 'takes values from the package, before any edit',
    config: all(
      '{fieldPath: /data/f, yaml: [{subPath: "/l/[name=a]/v", operator: replace, valueFrom: {packageContext: v, type: integer}}]}',
    ),
    items: [map('m'), context('{name: shop, v: "2"}')],
    want: [edited(map('m')), context('{name: shop, v: "2"}')],
    results: [
      'warning data.f: no such field: nothing to override',
      'info -: /data/f: as configured in 1 resource: ConfigMap m',
    ],
  },
  {
    name: 'refuses a value that the package lacks',
    config: all('{fieldPath: /data/f, yaml: [{subPath: /v, operator: add, valueFrom: {packageContext: v}}]}'),
    items: [map('m'), context('{name: shop}')],
    results: [
      'error spec.fieldOverrider[0].yaml[0].valueFrom: the context of the root package has no key "v": add it, or set `default`',
    ],
  },
  {
    name: 'refuses to take a value from a text that it edits',
    config: all(
      '{fieldPath: /data/f, yaml: [{subPath: /v, operator: add, valueFrom: {resource: {apiVersion: v1, kind: ConfigMap, name: m}, fieldPath: /data/f}}]}',
    ),
    items: [map('m')],
    results: [
      'error spec.fieldOverrider[0].yaml[0].valueFrom: edits must be repeatable: the value is taken from a field that the rules edit, so a second run would take another',
    ],
  },
  {
    name: 'refuses a value that lacks the name',
    config: all('{fieldPath: /data/f, yaml: [{subPath: "/l/[name=c]", operator: add, value: {name: d}}]}'),
    items: [map('m')],
    results: ['error spec.fieldOverrider[0].yaml[0].value: must be a map whose field "name" is "c", as in the path'],
  },
  {
    name: "refuses a name in Karmada's policies, as it is no index",
    config: policy(`{overrideRules: [{overriders: {fieldOverrider: [{fieldPath: /data/f, yaml: [${SET}]}]}}]}`),
    items: [map('m')],
    results: [
      'error data.f: `yaml[0]` (replace "/l/[name=a]/v"): replace operation does not apply: doc is missing path: /l/[name=a]/v: missing value; "[name=a]" must be 0, 1, 2 and so on, or -1, -2 and so on from the end',
    ],
  },
  {
    name: 'shows nothing of a Secret in which a named element is missing',
    config: own(
      `{resourceSelectors: [{apiVersion: v1, kind: Secret}], fieldOverrider: [{fieldPath: /data/f, ifMissing: warn, yaml: [${SET}]}]}`,
    ),
    items: [resource('v1', 'Secret', 's', SECRET, keptAt('s.yaml'))],
    results: [
      'warning data.f: `yaml[0]` (replace "/l/[name=a]/v"): replace operation does not apply: doc is missing path: /l/[name=a]/v: missing value; the sequence at "/l" has no element whose "name" is "a"',
      'info -: /data/f: as configured in 1 resource: Secret s',
    ],
  },
  {
    name: 'selects by patterns and labels',
    config: own(
      `{resourceSelectors: [{${MAPS}, name: "*-m", namespace: "team-*", labelSelector: {matchLabels: {s: edge}}}], fieldOverrider: [{fieldPath: /data/f, yaml: [${SET}]}]}`,
    ),
    items: [
      map('a-m', '  namespace: team-a\n  labels: {s: edge}\n'),
      map('b-m', '  namespace: team-b\n'),
      map('c-n', '  namespace: team-c\n  labels: {s: edge}\n'),
    ],
    want: [
      edited(map('a-m', '  namespace: team-a\n  labels: {s: edge}\n')),
      map('b-m', '  namespace: team-b\n'),
      map('c-n', '  namespace: team-c\n  labels: {s: edge}\n'),
    ],
    results: ['info -: /data/f: as configured in 1 resource: ConfigMap team-a/a-m'],
  },
  {
    name: "takes a pattern literally in Karmada's policies",
    config: policy(
      `{resourceSelectors: [{${MAPS}, name: "*"}], overrideRules: [{overriders: {fieldOverrider: [{fieldPath: /data/f, yaml: [{subPath: /a, operator: remove}]}]}}]}`,
    ),
    items: [map('m')],
    want: [map('m')],
    results: ['warning -: ClusterOverridePolicy "edge": the selector of ConfigMap (v1) "*" matches no resource'],
  },
  ...(['warn', 'ignore'] as const).map((ifMissing) => ({
    name: `edits the others, if a field is missing and that is to ${ifMissing}`,
    config: all(`{fieldPath: /data/f, ifMissing: ${ifMissing}, yaml: [${SET}]}`),
    items: [BARE, map('m')],
    want: [BARE, edited(map('m'))],
    results: [
      ...(ifMissing === 'warn' ? ['warning data.f: no such field: nothing to override'] : []),
      'info -: /data/f: as configured in 1 resource: ConfigMap m',
    ],
  })),
  {
    name: 'edits nothing if a field is missing and that is an error',
    config: own(`{fieldOverrider: [{fieldPath: /data/f, ifMissing: error, yaml: [${SET}]}]}`),
    items: [BARE, map('m')],
    results: ['error data.f: no such field: nothing to override'],
  },
  {
    name: 'reports no field that no resource has, if that is to be ignored',
    config: own(`{fieldOverrider: [{fieldPath: /data/f, ifMissing: ignore, yaml: [${SET}]}]}`),
    items: [BARE],
    want: [BARE],
    results: [],
  },
  {
    name: 'creates missing parents',
    config: all('{fieldPath: /data/f, ensurePath: true, yaml: [{subPath: "/m/[name=x]/v", operator: add, value: 1}]}'),
    items: [map('m')],
    want: [map('m').replace('- name: b\n', '- name: b\n    m:\n    - name: x\n      v: 1\n')],
    results: ['info -: /data/f: as configured in 1 resource: ConfigMap m'],
  },
];

const run = (list: string): Promise<Ran> => runList(fn, list);

describe('field-override: names, patterns and missing parts', () => {
  for (const { name, config, items, want = items, results } of rows) {
    it(name, async () => {
      const first = await run(resourceList([...items], config));
      assert.deepEqual(first.results, results);
      assert.equal(first.list, resourceList([...want], config));
      const again = await run(first.list);
      assert.deepEqual([again.list, again.report], [first.list, first.report], 'a second run');
      assert.doesNotMatch(first.report, /hidden/);
    });
  }
});
