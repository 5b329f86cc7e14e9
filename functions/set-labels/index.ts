import { configForm, configMapSchema, defineFunction, type Call } from '../../src/function/index.ts';
import type { Problems } from '../../src/function/index.ts';
import { isMarkedLocal, type Resource } from '../../src/krm/index.ts';
import {
  acceptItems,
  LABEL_FIELDS,
  readFieldSpecs,
  readTexts,
  reportLists,
  reportQuotes,
  reportRefusedKeys,
  setEntries,
  textMap,
  warnOfTexts,
  type FieldSpec,
  type Texts,
} from '../../src/kustomize/index.ts';
import { setLabelConfig, setLabelsKind } from './kinds/set-labels.ts';
import { setLabels } from './label-fields.ts';

/** Labels to set, and fields to set them in besides those of Kubernetes. */
interface LabelSetting {
  readonly texts: Texts;
  readonly fields: readonly FieldSpec[];
}

/** SetLabels as written. */
interface WrittenLabels {
  readonly labels?: Readonly<Record<string, string>>;
  readonly additionalLabelFields?: readonly FieldSpec[];
  readonly fieldSpecs?: readonly FieldSpec[];
}

const fromSetLabels = configForm({ ...setLabelsKind, read: readSetLabels });
const fromSetLabelConfig = configForm({ ...setLabelConfig, read: readSetLabels });

const fromConfigMap = configForm({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  schema: configMapSchema('Sets labels on all resources.', { ...textMap, description: 'Labels to set, by key.' }),
  read: ({ data = {} }, problems, source): LabelSetting => ({
    texts: readTexts(data, { source, field: ['data'], problems }),
    fields: [],
  }),
});

function readSetLabels(written: WrittenLabels, problems: Problems, source: Resource): LabelSetting {
  return {
    texts: readTexts(written.labels ?? {}, { source, field: ['labels'], problems }),
    fields: readFieldSpecs(written, 'additionalLabelFields', problems),
  };
}

/** Sets labels as the function of the same name in kpt's catalog does. */
export default defineFunction({
  name: 'set-labels',
  summary: 'Sets labels on all resources, on the pods that they make, and in the selectors of these pods.',
  origin: 'kpt catalog `set-labels`',
  configs: [fromConfigMap, fromSetLabels, fromSetLabelConfig],
  originalTags: ['v0.1', 'v0.1.5', 'v0.2', 'v0.2.0', 'v0.2.1'],
  run(call) {
    const { config, results, inPlaceOf = '' } = call;
    warnOfTexts(config.texts, 'labels', results);
    if (/^v0\.1(?:\.|$)/.test(inPlaceOf)) setByFieldSpecs(call);
    else setByKind(call);
  },
});

/** Sets labels as v0.1 of the original, on local configuration, too. */
function setByFieldSpecs({ config: { texts, fields }, resources, results }: Call<LabelSetting>): void {
  const { source, field } = texts;
  if (texts.entries.size === 0)
    results.error('must have at least one label', { code: 'invalid-value', resource: source, field });
  reportRefusedKeys(texts, results);
  let count = 0;
  for (const resource of acceptItems(resources, results))
    count += texts.entries.size * setEntries(resource, [...fields, ...LABEL_FIELDS], texts.entries, results).length;
  reportCount(count, results);
}

/** Sets labels as v0.2 of the original, without local configuration. */
function setByKind({ config, resources, results }: Call<LabelSetting>): void {
  const { texts, fields } = config;
  const { source, field } = texts;
  if (source.kind === setLabelConfig.kind) {
    const message = 'SetLabelConfig is a kind of v0.1: write `kind: SetLabels`';
    results.error(message, { code: 'unknown-kind', resource: source, field: ['kind'] });
  }
  if (fields.length > 0) {
    const message = 'no effect: only v0.1 of the original reads additional fields';
    results.warning(message, { code: 'ignored-field', resource: source });
  }
  reportLists(resources, results);
  const all = [...resources].filter((resource) => !isMarkedLocal(resource));
  if (all.length === 0) return results.info('no input resources', { code: 'rule-idle' });
  if (texts.entries.size === 0)
    return results.warning('no labels to set', { code: 'rule-idle', resource: source, field });
  reportQuotes(texts, results);
  let count = 0;
  for (const resource of all) count += setLabels(resource, texts.entries, results);
  reportCount(count, results);
}

function reportCount(count: number, results: Call<LabelSetting>['results']): void {
  results.info(`labels set in total: ${count}`, { code: 'rule-applied' });
}
