import type { StructuralSchema } from './kind-schema.ts';

/** Returns the fields of an object, or of the elements of a list or map, at any depth; none of a scalar. */
export function schemaFieldsOf(schema: StructuralSchema): ReadonlyMap<string, StructuralSchema> {
  return new Map(Object.entries(innermost(schema).properties ?? {}));
}

/** Reports whether a field that `schemaFieldsOf` returns is required. */
export function isRequired(name: string, schema: StructuralSchema): boolean {
  return innermost(schema).required?.includes(name) === true;
}

/** Returns the descriptions of a field and of its elements. */
export function descriptionsOf(schema: StructuralSchema): string[] {
  const elements = elementsOf(schema);
  const own = schema.description === undefined ? [] : [schema.description];
  return [...own, ...(elements === undefined ? [] : descriptionsOf(elements))];
}

/** Returns a type as kubectl writes it: `[]Object`, `map[string]string`. */
export function schemaTypeName(schema: StructuralSchema): string {
  const elements = elementsOf(schema);
  if (elements !== undefined) return `${schema.items === undefined ? 'map[string]' : '[]'}${schemaTypeName(elements)}`;
  const types = [schema.type ?? 'any'].flat();
  return types.map((type) => (type === 'object' ? 'Object' : type)).join(' or ');
}

function innermost(schema: StructuralSchema): StructuralSchema {
  const elements = elementsOf(schema);
  return elements === undefined ? schema : innermost(elements);
}

/** Returns the schema of the elements of a list or map; undefined if it is neither. */
function elementsOf({ items, additionalProperties }: StructuralSchema): StructuralSchema | undefined {
  return items ?? (typeof additionalProperties === 'object' ? additionalProperties : undefined);
}
