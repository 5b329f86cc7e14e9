import assert from 'node:assert/strict';
import applyOverridePolicy from '../../../functions/apply-override-policy/index.ts';
import { loaded } from '../../support/probe.ts';
import { resource, resourceList } from '../../support/resource-list.ts';
import { runList } from '../../support/run-list.ts';

const fn = loaded(applyOverridePolicy);

const policy = (rest: string): string =>
  resource(
    'policy.karmada.io/v1alpha1',
    'OverridePolicy',
    'p',
    `spec: {resourceSelectors: [{apiVersion: v1, kind: ConfigMap}]${rest}}\n`,
  );
const overriders = (text: string): string => policy(`, overrideRules: [{overriders: ${text}}]`);

const AT = 'warning spec.overrideRules[0].overriders';
const LABELS = '{labelsOverrider: [{operator: add, value: {a: b}}]';

const rows: readonly (readonly [name: string, config: string, want: readonly string[]])[] = [
  ['no rules', policy(', overrideRules: []'), ['warning spec.overrideRules: has no rules, so it edits nothing']],
  ['only selectors', policy(''), ['warning spec.overrideRules: has no rules, so it edits nothing']],
  ['no overriders', overriders('{}'), [`${AT}: has no overrider with entries, so the rule edits nothing`]],
  [
    'no overriders in the deprecated fields',
    policy(', targetCluster: {}'),
    ['warning spec.overriders: has no overrider with entries, so the rule edits nothing'],
  ],
  [
    'no entries',
    overriders('{fieldOverrider: []}'),
    [`${AT}: has no overrider with entries, so the rule edits nothing`],
  ],
  ...['commandOverrider', 'argsOverrider'].map(
    (name) =>
      [
        `no words in ${name}`,
        overriders(`{${name}: [{containerName: c, operator: add}, {containerName: c, operator: remove, value: []}]}`),
        [0, 1].map((index) => `${AT}.${name}[${index}]: has no \`value\`, so it edits nothing`),
      ] as const,
  ),
  ...['labelsOverrider', 'annotationsOverrider'].map(
    (name) =>
      [
        `no keys in ${name}`,
        overriders(`{${name}: [{operator: replace}, {operator: remove, value: {}}]}`),
        [0, 1].map((index) => `${AT}.${name}[${index}]: has no \`value\`, so it edits nothing`),
      ] as const,
  ),
  [
    'no text to add to an image',
    overriders('{imageOverrider: [{component: Registry, operator: add}, {component: Registry, operator: remove}]}'),
    [`${AT}.imageOverrider[0]: has no \`value\`, so it edits nothing`],
  ],
  ['nothing where one overrider has values', overriders(`${LABELS}, plaintext: []}`), []],
];

describe('apply-override-policy: rules that edit nothing', () => {
  for (const [name, config, want] of rows)
    it(`warns of ${name}`, async () => {
      const { results } = await runList(fn, resourceList([resource('v1', 'ConfigMap', 'c')], config));
      const warnings = results.filter((result) => result.startsWith('warning') && result.includes(' so '));
      assert.deepEqual(warnings, want);
    });
});
