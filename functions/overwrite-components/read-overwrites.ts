import { readOwner, type Path, type Problems, type Resource } from '../../src/index.ts';
import type { OverwriteFields, ReferenceFields } from './kinds/component-version-overwrites.ts';
import type { Overwrite, OverwriteList } from './overwrite.ts';
import type { Reference } from './reference.ts';
import { readRepositoryContext } from './repository-context-field.ts';

/** Reads the overwrites of a ComponentVersionOverwrites. */
export function readOverwrites(
  overwrites: readonly OverwriteFields[],
  resource: Resource,
  problems: Problems,
): OverwriteList {
  readOwner(resource, problems);
  return { resource, overwrites: overwrites.map((fields, index) => readOverwrite(fields, index, resource)) };
}

function readOverwrite({ source, substitution }: OverwriteFields, index: number, resource: Resource): Overwrite {
  const field = ['overwrites', index];
  return {
    source: readAttributes(source, resource, [...field, 'source']),
    substitution: readAttributes(substitution, resource, [...field, 'substitution']),
    field,
  };
}

/** Reads the attributes that are set. Landscaper also treats '' as unset. */
function readAttributes(
  { componentName = '', version = '' }: ReferenceFields,
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
