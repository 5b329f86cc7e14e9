import { configForm, defineFunction, objectMeta, stringMap, typeMeta } from '../src/function/index.ts';
import type { Resource } from '../src/krm/index.ts';

interface Annotating {
  readonly annotation: string;
  readonly value: string;
  /** The only resource to edit. Without a name, all resources are edited. */
  readonly kind: string;
  readonly name: string;
}

const fromConfigMap = configForm({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  schema: {
    type: 'object',
    description: 'Sets an annotation.',
    additionalProperties: false,
    required: ['apiVersion', 'kind', 'data'],
    properties: {
      ...typeMeta('v1', 'ConfigMap'),
      metadata: objectMeta,
      data: { ...stringMap, description: 'The `annotation`, its `value`, and the `kind` and `name` of one resource.' },
    },
  },
  read: ({ data: { annotation = '', value = '', kind = '', name = '' } }): Annotating => ({
    annotation,
    value,
    kind,
    name,
  }),
});

/** Minimal function for benchmarks only: sets an annotation on every resource or on one. */
export default defineFunction({
  name: 'annotate',
  summary: 'Sets an annotation on every resource, or on one.',
  origin: 'benchmark',
  configs: [fromConfigMap],
  run({ config, resources, results }) {
    const selected = [...resources].filter((resource) => isSelected(config, resource));
    for (const { document } of selected) document.set(['metadata', 'annotations', config.annotation], config.value);
    results.info(`annotated: ${selected.length}`, { code: 'rule-applied' });
  },
});

function isSelected({ kind, name }: Annotating, resource: Resource): boolean {
  return name === '' || (resource.name === name && resource.kind === kind);
}
