import {
  objectMeta,
  objectStatus,
  readOwner,
  typeMeta,
  type Fitting,
  type Problems,
  type Schema,
} from '../../../src/function/index.ts';
import type { Origin, Resource } from '../../../src/krm/index.ts';
import type { Path } from '../../../src/yaml/index.ts';
import type { Reference } from '../reference.ts';
import { readRepositoryContext, repositoryContextSchema } from '../repository-context.ts';

/**
 * One entry of a list, with its source and substitution. An attribute that is unset or '' matches any value, and sets
 * none.
 */
export interface Overwrite extends Origin {
  readonly source: Partial<Reference>;
  readonly substitution: Partial<Reference>;
  /** Path in its list, such as `['overwrites', 3]`. */
  readonly field: Path;
}

/** Entries of a ComponentVersionOverwrites, in order: earlier ones take precedence. */
export interface OverwriteList {
  readonly resource: Resource;
  readonly overwrites: readonly Overwrite[];
}

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

/** A ComponentVersionOverwrites of Landscaper. Its overwrites are at the top level; it has no `spec`. */
export const componentVersionOverwrites = {
  apiVersion: 'landscaper.gardener.cloud/v1alpha1',
  kind: 'ComponentVersionOverwrites',
  // Most kinds have a `spec`.
  instead: { spec: '`overwrites` at the top level' },
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

export function readOverwrites(
  { overwrites: list = [] }: Fitting<typeof componentVersionOverwrites.schema>,
  problems: Problems,
  resource: Resource,
): OverwriteList {
  readOwner(resource, problems);
  return { resource, overwrites: list.map((fields, index) => readOverwrite(fields, index, resource)) };
}

function readOverwrite(
  { source, substitution }: Fitting<typeof overwrites.items>,
  index: number,
  resource: Resource,
): Overwrite {
  const field = ['overwrites', index];
  return {
    source: readAttributes(source, resource, [...field, 'source']),
    substitution: readAttributes(substitution, resource, [...field, 'substitution']),
    resource,
    field,
  };
}

/** Reads the attributes that are set. Landscaper also treats '' as unset. */
function readAttributes(
  { componentName = '', version = '' }: Fitting<typeof reference>,
  resource: Resource,
  path: Path,
): Partial<Reference> {
  const repositoryContext = readRepositoryContext(resource, [...path, 'repositoryContext']);
  return {
    ...(repositoryContext !== undefined && { repositoryContext }),
    ...(componentName !== '' && { componentName }),
    ...(version !== '' && { version }),
  };
}
