import { configForm, configMapSchema, defineFunction } from '../../src/function/index.ts';
import type { Problems } from '../../src/function/index.ts';
import type { Resource } from '../../src/krm/index.ts';
import {
  acceptItems,
  ANNOTATION_FIELDS,
  readFieldSpecs,
  readTexts,
  reportQuotes,
  setEntries,
  textMap,
  warnOfTexts,
  type FieldSpec,
  type Texts,
} from '../../src/kustomize/index.ts';
import { setAnnotationConfig, setAnnotations } from './kinds/set-annotations.ts';

/** Annotations to set, and fields to set them in besides those of Kubernetes. */
interface AnnotationSetting {
  readonly texts: Texts;
  readonly fields: readonly FieldSpec[];
}

/** SetAnnotations as written. */
interface WrittenAnnotations {
  readonly annotations?: Readonly<Record<string, unknown>>;
  readonly additionalAnnotationFields?: readonly FieldSpec[];
  readonly fieldSpecs?: readonly FieldSpec[];
}

const fromSetAnnotations = configForm({ ...setAnnotations, read: readSetAnnotations });
const fromSetAnnotationConfig = configForm({ ...setAnnotationConfig, read: readSetAnnotations });

const fromConfigMap = configForm({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  schema: configMapSchema('Sets annotations on all resources.', {
    ...textMap,
    description: 'Annotations to set, by key.',
  }),
  read: ({ data = {} }, problems, source): AnnotationSetting => ({
    texts: readAnnotations(data, 'data', problems, source),
    fields: [],
  }),
});

function readSetAnnotations(written: WrittenAnnotations, problems: Problems, source: Resource): AnnotationSetting {
  return {
    texts: readAnnotations(written.annotations ?? {}, 'annotations', problems, source),
    fields: readFieldSpecs(written, 'additionalAnnotationFields', problems),
  };
}

function readAnnotations(
  map: Readonly<Record<string, unknown>>,
  field: string,
  problems: Problems,
  source: Resource,
): Texts {
  if (Object.keys(map).length === 0) problems.add({ field: [field], message: 'must have at least one annotation' });
  return readTexts(map, { source, field: [field], problems });
}

/** Sets annotations as the function of the same name in kpt's catalog does. */
export default defineFunction({
  name: 'set-annotations',
  summary: 'Sets annotations on all resources, and on the pods and jobs that they make.',
  origin: 'kpt catalog `set-annotations`',
  configs: [fromConfigMap, fromSetAnnotations, fromSetAnnotationConfig],
  originalTags: ['v0.1', 'v0.1.4'],
  run({ config: { texts, fields }, resources, results }) {
    warnOfTexts(texts, 'annotations', results);
    reportQuotes(texts, results);
    const message = `set annotations: ${JSON.stringify(Object.fromEntries(texts.entries))}`;
    let isIdle = true;
    for (const resource of acceptItems(resources, results)) {
      for (const field of setEntries(resource, [...fields, ...ANNOTATION_FIELDS], texts.entries, results)) {
        results.info(message, { code: 'rule-applied', resource, field });
        isIdle = false;
      }
    }
    if (isIdle) results.info('no annotations applied', { code: 'rule-idle' });
  },
});
