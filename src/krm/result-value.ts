import type { Value } from '../yaml/index.ts';
import type { Result } from './result.ts';

/** Returns a result as plain data, with its keys in the order in which kpt's own functions write them. */
export function resultValue({ message, severity, resourceRef, field, file }: Result): Value {
  return {
    message,
    severity,
    ...(resourceRef && { resourceRef: { ...resourceRef } }),
    ...(field && { field: { ...field } }),
    ...(file && { file: { ...file } }),
  };
}
