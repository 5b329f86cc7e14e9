import type { OriginalInput } from '../../support/record-original.ts';
import { LABELLED_ITEMS } from '../../support/labelled-items.ts';
import type { Value } from '../../../src/yaml/index.ts';
import { generatedInput } from './generated-input.ts';

const setLabels = (labels: Value, fields: Readonly<Record<string, Value>> = {}): Value => ({
  apiVersion: 'fn.kpt.dev/v1alpha1',
  kind: 'SetLabels',
  metadata: { name: 'config' },
  labels,
  ...fields,
});
const configMap = (data: Value): Value => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'c' }, data });
const SERVICE: Value = { apiVersion: 'v1', kind: 'Service', metadata: { name: 'web' }, spec: {} };

const CONFIGS: readonly (readonly [name: string, config: Value])[] = [
  ['a ConfigMap as config', configMap({ color: 'orange', a: 'b' })],
  ['two labels', setLabels({ fruit: 'apple', color: 'orange' })],
  ['no labels', setLabels({})],
  ['labels of null', setLabels(null)],
  ['a label without value', setLabels({ color: '' })],
  ['a number as label', setLabels({ color: 5 })],
  ['a number in a ConfigMap', configMap({ color: 5 })],
  ['texts of numbers', setLabels({ color: '5', other: '1.10', third: 'true' })],
  ['a value that needs quotes', setLabels({ color: 'yes' })],
  ['a key that needs quotes', setLabels({ on: 'orange' })],
  ['a value in two lines', setLabels({ color: 'a\nb' })],
  ['additional fields', setLabels({ color: 'orange' }, { additionalLabelFields: [{ path: 'spec/a', create: true }] })],
  ['the former name of the kind', { apiVersion: 'fn.kpt.dev/v1alpha1', kind: 'SetLabelConfig', labels: { a: 'b' } }],
  ['another kind', { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'a' }, data: { a: 'b' } }],
];

/** Generated inputs, without entries that need quotes: the original writes them without. */
const GENERATED = Array.from({ length: 60 }, (_, seed) => generatedInput(seed, { faulty: 0 }))
  .filter(({ config }) => !/"(?:on|y|n|yes)"/.test(JSON.stringify(config)))
  .map(({ name, config, items }): OriginalInput => ({ name, config, items }));

/** Inputs whose outcome is recorded: written ones, then generated ones. */
export const inputs: readonly OriginalInput[] = [
  ...LABELLED_ITEMS.map(([name, ...items]) => ({ name, config: setLabels({ color: 'orange' }), items })),
  ...CONFIGS.map(([name, config]) => ({ name, config, items: [SERVICE] })),
  ...GENERATED,
];
