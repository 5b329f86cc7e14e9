import type { Value } from '../yaml/index.ts';
import type { ResourceRef, Result } from './result.ts';

type ResultValue = Readonly<Record<string, Value>>;

/** Returns a result as plain data, with its keys in the order of kpt's own functions. */
export function resultValue({ message, severity, resourceRef, field, file, tags }: Result): ResultValue {
  return {
    message,
    severity,
    ...(resourceRef && { resourceRef: present(resourceRef) }),
    ...(field && { field: { ...field } }),
    ...(file && { file: { ...file } }),
    ...(tags && { tags: { ...tags } }),
  };
}

/** Returns a result as kpt lists it: without the index if it is the first document of a file. */
export function listedResult(result: Result): ResultValue {
  const value = resultValue(result);
  return result.file?.index === 0 ? { ...value, file: { path: result.file.path } } : value;
}

/** Returns the non-empty fields of a reference: third-party functions may leave some empty. */
function present(reference: ResourceRef): Value {
  return Object.fromEntries(Object.entries(reference).filter(([, part]) => part !== ''));
}
