import { objectMeta, typeMeta, type Problems } from '../../../src/function/index.ts';
import {
  OWN_KIND,
  fieldSchemas,
  ownResourceSelectorsSchema,
  readFieldOverrider,
  PackageValues,
  readSelection,
  takeFieldValues,
  type OwnFieldOverrider,
  type ResourceSelector,
} from '../../../src/karmada/index.ts';
import type { Resource, Resources } from '../../../src/krm/index.ts';
import type { FieldOverrides } from '../policy.ts';

/** The kind of this function: overriders as in Karmada's policies, with the alternatives of the design. */
export const fieldOverride = {
  apiVersion: 'krm-variants.dev/v1alpha1',
  kind: 'FieldOverride',
  schema: {
    type: 'object',
    description: 'Edits texts embedded in fields.',
    additionalProperties: false,
    required: ['apiVersion', 'kind', 'spec'],
    properties: {
      ...typeMeta('krm-variants.dev/v1alpha1', 'FieldOverride'),
      metadata: objectMeta,
      spec: {
        type: 'object',
        description: 'Texts to edit, and their edits.',
        additionalProperties: false,
        properties: {
          resourceSelectors: ownResourceSelectorsSchema,
          fieldOverrider: fieldSchemas.ownSchema,
        },
      },
    },
  },
} as const;

interface FieldOverrideSpec {
  readonly resourceSelectors?: readonly ResourceSelector[];
  readonly fieldOverrider?: readonly OwnFieldOverrider[];
}

/** Reads a FieldOverride, which selects in all namespaces. */
export function readFieldOverride(
  { spec: { resourceSelectors: selectors = [], fieldOverrider } }: { readonly spec: FieldOverrideSpec },
  problems: Problems,
  source: Resource,
  items: Resources,
): FieldOverrides {
  const values = new PackageValues(items);
  const field = ['spec', 'fieldOverrider'];
  const entries = takeFieldValues(fieldOverrider, field, { values, problems });
  const selection = { selectors, namespace: undefined, ...OWN_KIND };
  return {
    source,
    selection: readSelection(selection, ['spec', 'resourceSelectors'], problems),
    overriders: entries.flatMap(
      (entry, index) => readFieldOverrider(entry, [...field, index], problems, OWN_KIND) ?? [],
    ),
    checkValues: (results) => values.checkUnedited(source, results),
  };
}
