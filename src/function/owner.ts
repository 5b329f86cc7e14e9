import type { Resource } from '../krm/resource.ts';
import type { Problems } from './problems.ts';

/** Returns the name by which a resource owns its output; a missing name is a problem. */
export function readOwner(resource: Resource, problems: Problems): string {
  const field = ['metadata', 'name'];
  if ((resource.document.value(field) ?? '') === '')
    problems.add({ code: 'missing-field', field, message: 'must be set' });
  return resource.name;
}
