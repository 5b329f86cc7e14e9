import { objectMeta, objectStatus, typeMeta, type Fitting, type Schema } from '../../../src/index.ts';
import { repositoryContextSchema } from '../repository-context-field.ts';

const reference = {
  type: 'object',
  description: 'Attributes of a reference to a component version.',
  additionalProperties: false,
  properties: {
    repositoryContext: repositoryContextSchema,
    componentName: { type: 'string', description: 'Name of the component. Empty means unset.' },
    version: { type: 'string', description: 'Version of the component. Empty means unset.' },
  },
} as const satisfies Schema;

/** Attributes that an overwrite matches or sets. */
export type ReferenceFields = Fitting<typeof reference>;

const overwrites = {
  type: 'array',
  description: 'Overwrites: earlier ones take precedence.',
  items: {
    type: 'object',
    description: 'An overwrite, applied as a whole or not at all.',
    additionalProperties: false,
    required: ['source', 'substitution'],
    properties: {
      source: { ...reference, description: 'References to match. An unset attribute matches any value.' },
      substitution: { ...reference, description: 'New values. An unset attribute stays unchanged.' },
    },
  },
} as const satisfies Schema;

/** One of its overwrites. */
export type OverwriteFields = Fitting<typeof overwrites.items>;

/** A ComponentVersionOverwrites of Landscaper. Its overwrites are at the top level; it has no `spec`. */
export const componentVersionOverwrites = {
  apiVersion: 'landscaper.gardener.cloud/v1alpha1',
  kind: 'ComponentVersionOverwrites',
  // Most kinds have a `spec`.
  instead: { spec: '`overwrites` at the top' },
  schema: {
    type: 'object',
    description: 'Overwrites references to component versions (Landscaper).',
    additionalProperties: false,
    required: ['apiVersion', 'kind'],
    properties: {
      ...typeMeta('landscaper.gardener.cloud/v1alpha1', 'ComponentVersionOverwrites'),
      metadata: objectMeta,
      overwrites,
      status: objectStatus,
    },
  },
} as const;
