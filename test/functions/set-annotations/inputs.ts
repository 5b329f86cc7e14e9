import type { OriginalInput } from '../../support/record-original.ts';
import { LABELLED_ITEMS } from '../../support/labelled-items.ts';
import type { Value } from '../../../src/yaml/index.ts';
import { generatedInput } from './generated-input.ts';

const setAnnotations = (annotations: Value, fields: Readonly<Record<string, Value>> = {}): Value => ({
  apiVersion: 'fn.kpt.dev/v1alpha1',
  kind: 'SetAnnotations',
  metadata: { name: 'config' },
  annotations,
  ...fields,
});
const configMap = (data: Value): Value => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'c' }, data });
const withFields = (...additionalAnnotationFields: readonly Value[]): Value =>
  setAnnotations({ color: 'orange', fruit: 'apple' }, { additionalAnnotationFields });
const GADGET: Value = {
  apiVersion: 'example.com/v1',
  kind: 'Gadget',
  metadata: { name: 'web', annotations: { color: 'blue' } },
  spec: { parts: [{ notes: {} }, { notes: null }, {}, null], empty: null, texts: ['a'], word: 'a' },
};

const CONFIGS: readonly (readonly [name: string, config: Value])[] = [
  ['a ConfigMap as config', configMap({ color: 'orange', a: 'b' })],
  ['two annotations', setAnnotations({ fruit: 'apple', color: 'orange' })],
  ['no annotations', setAnnotations({})],
  ['an annotation without value', setAnnotations({ color: '' })],
  ['an integer as annotation', setAnnotations({ color: 5 })],
  ['a boolean as annotation', setAnnotations({ color: true })],
  ['null as annotation', setAnnotations({ color: null })],
  ['a number in a ConfigMap', configMap({ color: 5 })],
  ['texts of numbers', setAnnotations({ color: '5', other: '1.10', third: 'true' })],
  ['a value that needs quotes', setAnnotations({ fruit: 'yes' })],
  ['a value that needs quotes in place of one without', setAnnotations({ color: 'yes' })],
  ['a key that needs quotes', setAnnotations({ on: 'orange' })],
  ['a key that is a number', setAnnotations({ 5: 'orange' })],
  ['a value in two lines', setAnnotations({ color: 'a\nb' })],
  ['the former name of the kind', { ...(setAnnotations({ a: 'b' }) as object), kind: 'SetAnnotationConfig' }],
  ['another kind', { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'a' }, data: { a: 'b' } }],
  ['both lists of fields', setAnnotations({ a: 'b' }, { fieldSpecs: [], additionalAnnotationFields: [] })],
  ['the former name of the fields', setAnnotations({ a: 'b' }, { fieldSpecs: [{ path: 'spec/a', create: true }] })],
  ['a field that exists not', withFields({ path: 'spec/new/notes' })],
  ['a field that is created', withFields({ path: 'spec/new/notes', create: true })],
  ['a field in a list', withFields({ path: 'spec/parts/notes' })],
  ['a field in a list, created', withFields({ path: 'spec/parts/notes', create: true })],
  ['a field in a list with brackets', withFields({ path: 'spec/parts[]/notes', create: true })],
  ['a list that exists not', withFields({ path: 'spec/others[]/notes', create: true })],
  ['a list below a field that exists not', withFields({ path: 'spec/new/others[]/notes', create: true })],
  ['a list that is null', withFields({ path: 'spec/empty[]/notes' })],
  ['a field that is null', withFields({ path: 'spec/empty' })],
  ['a field that is null, created', withFields({ path: 'spec/empty', create: true })],
  ['a field in texts', withFields({ path: 'spec/texts/notes' })],
  ['a field in a text', withFields({ path: 'spec/word/notes' })],
  ['a field that is a text', withFields({ path: 'spec/word' })],
  ['a key with a slash', withFields({ path: String.raw`spec/example.com\/notes`, create: true })],
  ['spaces in a path', withFields({ path: 'spec/ notes ', create: true })],
  ['an index in a path', withFields({ path: 'spec/0/notes', create: true })],
  ['an empty key in a path', withFields({ path: 'spec//notes', create: true })],
  ['a field of another kind', withFields({ path: 'spec/a', create: true, kind: 'Widget' })],
  ['a field of another group', withFields({ path: 'spec/a', create: true, group: 'example.org' })],
  ['a field of the group', withFields({ path: 'spec/a', create: true, group: 'example.com' })],
  ['a field of another version', withFields({ path: 'spec/a', create: true, version: 'v2' })],
  ['a field of the version', withFields({ path: 'spec/a', create: true, version: 'v1' })],
];

/** Generated inputs, without entries that need quotes: the original writes them without. */
const GENERATED = Array.from({ length: 60 }, (_, seed) => generatedInput(seed, { faulty: 0 }))
  .filter(({ config }) => !/"(?:on|y|n|yes)"/.test(JSON.stringify(config)))
  .map(({ name, config, items }): OriginalInput => ({ name, config, items }));

/** Inputs whose outcome is recorded: written ones, then generated ones. */
export const inputs: readonly OriginalInput[] = [
  ...LABELLED_ITEMS.map(([name, ...items]) => ({ name, config: setAnnotations({ color: 'orange' }), items })),
  ...CONFIGS.map(([name, config]) => ({ name, config, items: [GADGET] })),
  ...GENERATED,
];
