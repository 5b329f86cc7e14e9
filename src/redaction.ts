import type { Path, Value } from './yaml/index.ts';

/** What is shown for a value that nobody is to see. */
export const REDACTED = '(redacted)';

interface Kind {
  readonly kind: string;
  readonly group: string;
}

/** The value, or `(redacted)` where the field is, holds or is part of a Secret's `data` or `stringData`. */
export function redact(value: Value, field: Path, resource: Kind | undefined): Value {
  return resource !== undefined && isSecretField(resource, field) ? REDACTED : value;
}

/** Whether the field is, holds or is part of a Secret's `data` or `stringData`. */
export function isSecretField({ kind, group }: Kind, field: Path): boolean {
  if (kind !== 'Secret' || group !== '') return false;
  const [top] = field;
  return top === undefined || top === 'data' || top === 'stringData';
}
