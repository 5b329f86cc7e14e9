import { labelSelectorSchema } from '../function/label-selector.ts';
import { resourceSelectorsSchema } from './resource-selector.ts';
import { anyValue, objectMeta, objectStatus, stringMap, typeMeta, type Schema } from '../function/schema.ts';

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

const operatorSchema = {
  type: 'string',
  enum: ['add', 'remove', 'replace'],
  description: 'Operation.',
} as const satisfies Schema;

const containerOverriderSchema = {
  type: 'array',
  description: 'Edits of a command line.',
  items: {
    type: 'object',
    description: 'One edit.',
    additionalProperties: false,
    required: ['containerName', 'operator'],
    properties: {
      containerName: { type: 'string', description: 'Name of the container.' },
      operator: { ...operatorSchema, enum: ['add', 'remove'] },
      value: { type: 'array', description: 'Words.', items: { type: 'string', description: 'A word.' } },
    },
  },
} as const satisfies Schema;

const mapOverriderSchema = {
  type: 'array',
  description: 'Edits of labels or annotations.',
  items: {
    type: 'object',
    description: 'One edit.',
    additionalProperties: false,
    required: ['operator'],
    properties: { operator: operatorSchema, value: { ...stringMap, description: 'Keys and values.' } },
  },
} as const satisfies Schema;

const patchSchema = {
  type: 'array',
  description: 'Operations, in their order.',
  items: {
    type: 'object',
    description: 'One operation.',
    additionalProperties: false,
    required: ['subPath', 'operator'],
    properties: {
      subPath: { type: 'string', description: 'JSON pointer into the text.' },
      operator: operatorSchema,
      value: { ...anyValue, description: 'New value, for `add` and `replace`.' },
    },
  },
} as const satisfies Schema;

/** `overriders` of a rule. */
export const overridersSchema = {
  type: 'object',
  description: 'Edits of resources.',
  additionalProperties: false,
  properties: {
    plaintext: {
      type: 'array',
      description: 'Edits of fields.',
      items: {
        type: 'object',
        description: 'One edit.',
        additionalProperties: false,
        required: ['path', 'operator'],
        properties: {
          path: { type: 'string', description: 'JSON pointer.' },
          operator: operatorSchema,
          value: { ...anyValue, description: 'New value.' },
        },
      },
    },
    imageOverrider: {
      type: 'array',
      description: 'Edits of images.',
      items: {
        type: 'object',
        description: 'One edit.',
        additionalProperties: false,
        required: ['component', 'operator'],
        properties: {
          predicate: {
            type: 'object',
            description: 'Location of the image.',
            additionalProperties: false,
            required: ['path'],
            properties: { path: { type: 'string', description: 'JSON pointer.' } },
          },
          component: { type: 'string', enum: ['Registry', 'Repository', 'Tag'], description: 'Part of the image.' },
          operator: operatorSchema,
          value: { type: 'string', description: 'Text.' },
        },
      },
    },
    commandOverrider: containerOverriderSchema,
    argsOverrider: containerOverriderSchema,
    labelsOverrider: mapOverriderSchema,
    annotationsOverrider: mapOverriderSchema,
    fieldOverrider: {
      type: 'array',
      description: 'Edits of texts in fields.',
      items: {
        type: 'object',
        description: 'The edits of one text.',
        additionalProperties: false,
        required: ['fieldPath'],
        properties: {
          fieldPath: { type: 'string', description: 'JSON pointer to the field.' },
          json: patchSchema,
          yaml: patchSchema,
        },
      },
    },
  },
} as const satisfies Schema;

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
