import {
  objectMeta,
  objectStatus,
  readOwner,
  typeMeta,
  type Fitting,
  type Problems,
  type Resource,
  type Schema,
  type Value,
} from '../../../src/index.ts';
import { readRepositoryContext, repositoryContextSchema } from '../repository-context-field.ts';

/** A Context that is valid. */
export interface Context {
  readonly resource: Resource;
  /** That of references that have none of their own; undefined where it is unset. */
  readonly repositoryContext: Value | undefined;
  /** Name of a ComponentVersionOverwrites in its namespace; undefined where it is unset. */
  readonly overwrites: string | undefined;
}

const unread = { type: 'object', description: 'Not read.' } as const satisfies Schema;

/** A Context of Landscaper; its fields are at its top, and there is no `spec`. */
export const context = {
  apiVersion: 'landscaper.gardener.cloud/v1alpha1',
  kind: 'Context',
  // Most kinds have one.
  instead: { spec: 'its fields at the top' },
  schema: {
    type: 'object',
    description: 'What the Installations of a namespace have in common that name it (Landscaper).',
    additionalProperties: false,
    required: ['apiVersion', 'kind'],
    properties: {
      ...typeMeta('landscaper.gardener.cloud/v1alpha1', 'Context'),
      metadata: objectMeta,
      repositoryContext: { ...repositoryContextSchema, description: 'That of references that have none of their own.' },
      componentVersionOverwrites: {
        type: 'string',
        description: 'Name of a ComponentVersionOverwrites in the same namespace. None if not set.',
      },
      useOCM: { type: 'boolean', description: 'Not read.' },
      ocmConfig: unread,
      registryPullSecrets: { type: 'array', description: 'Not read.', items: unread },
      configurations: unread,
      verificationSignatures: unread,
      status: objectStatus,
    },
  },
} as const;

/** Reads a Context. */
export function readContext(
  { componentVersionOverwrites: overwrites = '' }: Fitting<typeof context.schema>,
  problems: Problems,
  resource: Resource,
): Context {
  readOwner(resource, problems);
  return {
    resource,
    repositoryContext: readRepositoryContext(resource, ['repositoryContext']),
    overwrites: overwrites === '' ? undefined : overwrites,
  };
}
