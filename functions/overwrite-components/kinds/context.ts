import {
  objectMeta,
  objectStatus,
  readOwner,
  typeMeta,
  type Fitting,
  type Problems,
  type Schema,
} from '../../../src/function/index.ts';
import type { Resource } from '../../../src/krm/index.ts';
import type { Value } from '../../../src/yaml/index.ts';
import { readRepositoryContext, repositoryContextSchema } from '../repository-context.ts';

/** A valid Context. */
export interface Context {
  readonly resource: Resource;
  /** Default for references without their own; undefined if unset. */
  readonly repositoryContext: Value | undefined;
  /** Name of a ComponentVersionOverwrites in its namespace; undefined if unset. */
  readonly overwrites: string | undefined;
}

const unread = { type: 'object', description: 'Not read.' } as const satisfies Schema;

/** A Context of Landscaper. Its fields are at the top level; it has no `spec`. */
export const context = {
  apiVersion: 'landscaper.gardener.cloud/v1alpha1',
  kind: 'Context',
  // Most kinds have a `spec`.
  instead: { spec: 'its fields at the top level' },
  schema: {
    type: 'object',
    description: 'Settings shared by the Installations in its namespace that name it (Landscaper).',
    additionalProperties: false,
    required: ['apiVersion', 'kind'],
    properties: {
      ...typeMeta('landscaper.gardener.cloud/v1alpha1', 'Context'),
      metadata: objectMeta,
      repositoryContext: { ...repositoryContextSchema, description: 'Default for references without their own.' },
      componentVersionOverwrites: {
        type: 'string',
        description:
          'Name of the list of overwrites. It is a ComponentVersionOverwrites in the same namespace. Default: none.',
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
