import type { Resource } from './resource.ts';
import type { Path, Value } from './yaml/index.ts';

/** What is shown for a value that nobody is to see. */
export const REDACTED = '(redacted)';

/** The value, or `(redacted)` where the field is, holds or is part of a Secret's `data` or `stringData`. */
export function redact(value: Value, field: Path, resource: Resource | undefined): Value {
  return resource !== undefined && isSecretField(resource, field) ? REDACTED : value;
}

/** Whether the field is, holds or is part of a Secret's `data` or `stringData`. */
export function isSecretField(resource: Resource, field: Path): boolean {
  if (resource.kind !== 'Secret' || resource.group !== '') return false;
  const [top] = field;
  return top === undefined || top === 'data' || top === 'stringData';
}
