import type { Value } from '../yaml/index.ts';
import type { ResourceRef, Result } from './result.ts';

/** Returns a result as plain data, with its keys in the order in which kpt's own functions write them. */
export function resultValue({ message, severity, resourceRef, field, file, tags }: Result): Value {
  return {
    message,
    severity,
    ...(resourceRef && { resourceRef: present(resourceRef) }),
    ...(field && { field: { ...field } }),
    ...(file && { file: { ...file } }),
    ...(tags && { tags: { ...tags } }),
  };
}

/** Returns the parts of a reference that are not empty: those of other functions may be. */
function present(reference: ResourceRef): Value {
  return Object.fromEntries(Object.entries(reference).filter(([, part]) => part !== ''));
}
