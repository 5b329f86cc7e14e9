import { jsonSchema } from './kind-schema.ts';
import { findKinds, kindsOf } from './kinds.ts';
import type { Functions } from '../../src/function/index.ts';

/**
 * Returns the JSON Schema of a kind. If functions read the kind differently, or it has several groups, any of its
 * schemas may match. Throws a `UsageError` for an unknown name.
 */
export function schemaText(name: string, functions: Functions): string {
  const [first, ...others] = findKinds(name, kindsOf(functions)).map(({ form }) => jsonSchema(form));
  return `${JSON.stringify(others.length === 0 ? first : { anyOf: [first, ...others] }, undefined, 2)}\n`;
}
