import type { Functions } from './command.ts';
import { isOwnKind, jsonSchema } from './kind-schema.ts';
import { findKinds, kindsOf } from './kinds.ts';
import { UsageError } from './usage-error.ts';

/** Returns the JSON Schema of an own kind. Throws a `UsageError` for any other name. */
export function schemaText(name: string, functions: Functions): string {
  const found = findKinds(name, kindsOf(functions)).map(({ form }) => form);
  const own = found.find(isOwnKind);
  if (own !== undefined) return `${JSON.stringify(jsonSchema(own), undefined, 2)}\n`;
  const versions = found.map(({ apiVersion }) => apiVersion);
  throw new UsageError(
    `${found[0]?.kind} (${[...new Set(versions)].join(', ')}) must be a kind of the group krm-variants.dev: only those have a JSON Schema here; krm-variants explain lists the fields of any`,
  );
}
