import { labelSelectorSchema } from '../function/label-selector.ts';
import { objectMeta, objectStatus, type Schema, typeMeta } from '../function/schema.ts';
import { countedResources } from '../krm/qualified-name.ts';
import type { Resource } from '../krm/resource.ts';
import { counted } from '../wording.ts';
import { schemasOf } from './overriders.ts';
import { resourceSelectorsSchema } from './resource-selector.ts';

/** `targetCluster` of a rule. */
export const targetClusterSchema = {
  type: 'object',
  description: 'Clusters that a rule applies to. Defaults to all, also if empty.',
  additionalProperties: false,
  properties: {
    labelSelector: labelSelectorSchema,
    fieldSelector: {
      type: 'object',
      description: 'Conditions on provider, region and zone.',
      additionalProperties: false,
      properties: { matchExpressions: labelSelectorSchema.properties.matchExpressions },
    },
    clusterNames: { type: 'array', description: 'Names.', items: { type: 'string', description: 'A name.' } },
    exclude: {
      type: 'array',
      description: 'Names of excluded clusters.',
      items: { type: 'string', description: 'A name.' },
    },
  },
} as const satisfies Schema;

const { plaintext, ...otherOverriders } = schemasOf('schema');

/** `overriders` of a rule. */
export const overridersSchema = {
  type: 'object',
  description: 'Edits of resources.',
  additionalProperties: false,
  // In the order of Karmada's definition.
  properties: { plaintext, ...otherOverriders },
} as const satisfies Schema;

/** `overriders` of a rule in our own kinds. */
export const ownOverridersSchema = {
  ...overridersSchema,
  properties: { ...overridersSchema.properties, ...schemasOf('ownSchema') },
} as const;

const specSchema = {
  type: 'object',
  description: 'Resources to override, and the rules for them.',
  additionalProperties: false,
  properties: {
    resourceSelectors: resourceSelectorsSchema,
    overrideRules: {
      type: 'array',
      description: 'Rules, in their order.',
      items: {
        type: 'object',
        description: 'One rule.',
        additionalProperties: false,
        required: ['overriders'],
        properties: { targetCluster: targetClusterSchema, overriders: overridersSchema },
      },
    },
    targetCluster: targetClusterSchema,
    overriders: overridersSchema,
  },
} as const satisfies Schema;

/** OverridePolicy of Karmada, which is limited to its namespace. */
export const overridePolicy = {
  apiVersion: 'policy.karmada.io/v1alpha1',
  kind: 'OverridePolicy',
  schema: {
    type: 'object',
    description: 'Overrides resources of its namespace for clusters (Karmada).',
    additionalProperties: false,
    required: ['apiVersion', 'kind', 'spec'],
    properties: {
      ...typeMeta('policy.karmada.io/v1alpha1', 'OverridePolicy'),
      metadata: objectMeta,
      spec: specSchema,
      status: objectStatus,
    },
  },
} as const satisfies { readonly apiVersion: string; readonly kind: string; readonly schema: Schema };

/** ClusterOverridePolicy of Karmada, for resources of all namespaces. */
export const clusterOverridePolicy = {
  apiVersion: 'policy.karmada.io/v1alpha1',
  kind: 'ClusterOverridePolicy',
  schema: {
    ...overridePolicy.schema,
    description: 'Overrides resources of all namespaces for clusters (Karmada).',
    properties: {
      ...overridePolicy.schema.properties,
      kind: { type: 'string', enum: ['ClusterOverridePolicy'], description: 'This kind.' },
    },
  },
} as const satisfies { readonly apiVersion: string; readonly kind: string; readonly schema: Schema };

/** Describes the reached state, the same with and without a change: a further run finds removed values absent. */
export function reachedState(
  effects: readonly { readonly resource: Resource; readonly absent: readonly string[] }[],
): string {
  const absent = [...new Set(effects.flatMap((each) => each.absent))].map((name) => JSON.stringify(name));
  const places = `as configured in ${countedResources(effects.map(({ resource }) => resource))}`;
  return absent.length === 0 ? places : `${places}; absent as configured: ${absent.join(', ')}`;
}

/** Describes the changes of one run; undefined if there are none. */
export function changesOf(effects: readonly { readonly changed: number }[]): string | undefined {
  const changed = effects.map((each) => each.changed).filter((count) => count > 0);
  const sum = changed.reduce((total, count) => total + count, 0);
  return sum === 0 ? undefined : `applied ${counted(sum, 'operation')} in ${counted(changed.length, 'resource')}`;
}
