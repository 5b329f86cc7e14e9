import { objectMeta, objectStatus, typeMeta, type Fitting, type Schema } from '../../../src/index.ts';
import { repositoryContextSchema } from '../repository-context-field.ts';

const reference = {
  type: 'object',
  description: 'What of a reference to a component version.',
  additionalProperties: false,
  properties: {
    repositoryContext: repositoryContextSchema,
    componentName: { type: 'string', description: 'Name of the component. An empty one is none.' },
    version: { type: 'string', description: 'Version of the component. An empty one is none.' },
  },
} as const satisfies Schema;

/** What an overwrite matches, or sets. */
export type ReferenceFields = Fitting<typeof reference>;

const overwrites = {
  type: 'array',
  description: 'Overwrites: earlier ones go before later ones.',
  items: {
    type: 'object',
    description: 'An overwrite: it counts whole, or not at all.',
    additionalProperties: false,
    required: ['source', 'substitution'],
    properties: {
      source: { ...reference, description: 'The references that it is for. What is not set matches any.' },
      substitution: { ...reference, description: 'What they become. What is not set stays.' },
    },
  },
} as const satisfies Schema;

/** One of its overwrites. */
export type OverwriteFields = Fitting<typeof overwrites.items>;

/** A ComponentVersionOverwrites of Landscaper; its overwrites are at its top, and there is no `spec`. */
export const componentVersionOverwrites = {
  apiVersion: 'landscaper.gardener.cloud/v1alpha1',
  kind: 'ComponentVersionOverwrites',
  // Most kinds have one.
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
