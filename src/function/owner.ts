import type { Resource } from '../krm/resource.ts';
import type { Problems } from './problems.ts';

/** Returns the name by which a resource owns its output; a missing name is a problem. */
export function readOwner(resource: Resource, problems: Problems): string {
  const field = ['metadata', 'name'];
  const name = resource.document.value(field) ?? null;
  if (name === null || name === '') problems.add({ field, message: 'must be set' });
  else if (typeof name !== 'string') problems.add({ field, message: 'must be a string' });
  return resource.name;
}
