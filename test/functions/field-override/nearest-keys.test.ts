import assert from 'node:assert/strict';
import applyOverridePolicy from '../../../functions/apply-override-policy/index.ts';
import fieldOverride from '../../../functions/field-override/index.ts';
import { loaded } from '../../support/probe.ts';
import { resource, resourceList } from '../../support/resource-list.ts';
import { runList } from '../../support/run-list.ts';

const application = resource('krm-variants.dev/v1alpha1', 'OverridePolicyApplication', 'a');
const SET = 'operator: replace, value: 2';

/** Functions and the configuration that holds an overrider, for every resource of a kind. */
const forms = {
  field: {
    fn: loaded(fieldOverride),
    config: (kind: string, entry: string): string =>
      `${resource('krm-variants.dev/v1alpha1', 'FieldOverride', 'f')}spec:
  resourceSelectors: [{apiVersion: v1, kind: ${kind}}]
  fieldOverrider: [${entry}]
`,
  },
  all: {
    fn: loaded(fieldOverride),
    config: (_: string, entry: string): string =>
      `${resource('krm-variants.dev/v1alpha1', 'FieldOverride', 'f')}spec: {fieldOverrider: [${entry}]}\n`,
  },
  policy: {
    fn: loaded(applyOverridePolicy),
    config: (kind: string, entry: string): string => `${application}spec:
  resourceSelectors: [{apiVersion: v1, kind: ${kind}}]
  overrideRules: [{overriders: {${entry}}}]
`,
  },
};

const configMap = (text: string): string =>
  resource('v1', 'ConfigMap', 'c', `data:\n  config.yaml: |\n${text.replaceAll(/^(?=.)/gm, '    ')}`);
const secret = (data: string): string => resource('v1', 'Secret', 's', data);
const base64 = (text: string): string => Buffer.from(text).toString('base64');

const EMBEDDED_SECRET = 'kind: Secret\ndata:\n  password: {hunter: 1}\n';

interface Row {
  readonly name: string;
  readonly form: keyof typeof forms;
  readonly item: string;
  readonly entry: string;
  /** End of a message. */
  readonly want: string;
}

const rows: readonly Row[] = [
  {
    name: 'names the nearest key of a ConfigMap as a whole path',
    form: 'field',
    item: configMap('a: 1\n'),
    entry: `{fieldPath: /data/confg.yaml, yaml: [{subPath: /a, ${SET}}]}`,
    want: 'no such field: nothing to override; did you mean "/data/config.yaml"?',
  },
  {
    name: 'names the whole path if only a key in its middle is wrong',
    form: 'field',
    item: configMap('a: 1\n'),
    entry: `{fieldPath: /dta/config.yaml, yaml: [{subPath: /a, ${SET}}]}`,
    want: 'did you mean "/data/config.yaml"?',
  },
  {
    name: 'names the path up to the key if nothing is below it',
    form: 'field',
    item: configMap('a: 1\n'),
    entry: `{fieldPath: /dta/other, yaml: [{subPath: /a, ${SET}}]}`,
    want: 'did you mean "/data"?',
  },
  {
    name: 'names no key that is not near',
    form: 'field',
    item: configMap('a: 1\n'),
    entry: `{fieldPath: /data/other, yaml: [{subPath: /a, ${SET}}]}`,
    want: 'no such field: nothing to override',
  },
  {
    name: 'names the key of the first resource that has a similar one, where all are selected',
    form: 'all',
    item: configMap('a: 1\n'),
    entry: `{fieldPath: /data/confg.yaml, yaml: [{subPath: /a, ${SET}}]}`,
    want: 'no resource has the field "/data/confg.yaml"; did you mean "/data/config.yaml"?',
  },
  {
    name: 'names the nearest key in an embedded text',
    form: 'field',
    item: configMap('server:\n  port: 1\n'),
    entry: `{fieldPath: /data/config.yaml, yaml: [{subPath: /server/prt, ${SET}}]}`,
    want: 'doc is missing key: /server/prt: missing value; the map at "/server" has no key "prt"; did you mean "/server/port"?',
  },
  {
    name: 'escapes the nearest key as a JSON pointer does',
    form: 'field',
    item: configMap('a/port: 1\n'),
    entry: `{fieldPath: /data/config.yaml, yaml: [{subPath: /a~1prt, ${SET}}]}`,
    want: 'did you mean "/a~1port"?',
  },
  {
    name: 'names the nearest key of a plaintext path',
    form: 'policy',
    item: configMap('a: 1\n'),
    entry: `plaintext: [{path: /data/config.yml, ${SET}}]`,
    want: 'did you mean "/data/config.yaml"?',
  },
  {
    name: 'names the nearest key of a plaintext path in a warning',
    form: 'policy',
    item: configMap('a: 1\n'),
    entry: `plaintext: [{path: /data/config.yml, ${SET}, ifMissing: warn}]`,
    want: 'did you mean "/data/config.yaml"?',
  },
  {
    name: 'names the nearest key of the path of an image',
    form: 'policy',
    item: resource('v1', 'ConfigMap', 'c', 'data:\n  image: reg/app:v1\n'),
    entry: 'imageOverrider: [{predicate: {path: /data/imgae}, component: Tag, operator: replace, value: v2}]',
    want: 'did you mean "/data/image"?',
  },
  {
    name: 'names the nearest field of an override policy',
    form: 'policy',
    item: configMap('a: 1\n'),
    entry: `fieldOverrider: [{fieldPath: /data/confg.yaml, yaml: [{subPath: /a, ${SET}}]}]`,
    want: 'no such field: nothing to override; did you mean "/data/config.yaml"?',
  },
  {
    name: 'names the nearest field of a value from the package',
    form: 'policy',
    item: configMap('a: 1\n'),
    entry:
      'plaintext: [{path: /data/b, operator: add, valueFrom: {resource: {apiVersion: v1, kind: ConfigMap, name: c}, fieldPath: /data/confg.yaml}}]',
    want: 'add it, or set `default`; did you mean "/data/config.yaml"?',
  },
  {
    name: 'names the nearest resource of a value from the package',
    form: 'policy',
    item: resource('v1', 'ConfigMap', 'settings'),
    entry:
      'plaintext: [{path: /data/b, operator: add, valueFrom: {resource: {apiVersion: v1, kind: ConfigMap, name: setings}, fieldPath: /data/a}}]',
    want: 'add it, or set `default`; did you mean ConfigMap "settings"?',
  },
  {
    name: 'names a key of the data of a Secret',
    form: 'field',
    item: secret(`data:\n  config.yaml: ${base64('a: 1\n')}\n`),
    entry: `{fieldPath: /data/confg.yaml, yaml: [{subPath: /a, ${SET}}]}`,
    want: 'did you mean "/data/config.yaml"?',
  },
  {
    name: 'names no key in a text of a Secret',
    form: 'field',
    item: secret(`data:\n  config.yaml: ${base64('hunter: 1\n')}\n`),
    entry: `{fieldPath: /data/config.yaml, yaml: [{subPath: /hunte, ${SET}}]}`,
    want: 'the map at the top has no key "hunte"',
  },
  {
    name: 'names no key in a text of the stringData of a Secret',
    form: 'field',
    item: secret('stringData:\n  config.yaml: "hunter: 1"\n'),
    entry: `{fieldPath: /stringData/config.yaml, yaml: [{subPath: /hunte, ${SET}}]}`,
    want: 'the map at the top has no key "hunte"',
  },
  {
    name: 'names no key in a value of a Secret that is a map',
    form: 'policy',
    item: secret('data: {password: {hunter: 1}}\n'),
    entry: `plaintext: [{path: /data/password/hunte, ${SET}}]`,
    want: 'the map at "/data/password" has no key "hunte"',
  },
  {
    name: 'names a key of a Secret in an embedded text',
    form: 'field',
    item: configMap(EMBEDDED_SECRET),
    entry: `{fieldPath: /data/config.yaml, yaml: [{subPath: /data/pasword, ${SET}}]}`,
    want: 'did you mean "/data/password"?',
  },
  {
    name: 'names no key in a value of a Secret in an embedded text',
    form: 'field',
    item: configMap(EMBEDDED_SECRET),
    entry: `{fieldPath: /data/config.yaml, yaml: [{subPath: /data/password/hunte, ${SET}}]}`,
    want: 'the map at "/data/password" has no key "hunte"',
  },
];

describe('nearest keys of paths', () => {
  for (const { name, form, item, entry, want } of rows) {
    it(name, async () => {
      const { fn, config } = forms[form];
      const kind = item.includes('kind: Secret\nmetadata') ? 'Secret' : 'ConfigMap';
      const { results } = await runList(fn, resourceList([item], config(kind, entry)));
      assert.ok(
        results.some((result) => result.endsWith(want)),
        results.join('\n'),
      );
    });
  }
});
