/** Static type. */
export interface Type {
  /**
   * Name of the type. `list`, `map` and `type` have parameters; the names of type variables, for unification, begin
   * with `VARIABLE`.
   */
  readonly name: string;
  readonly parameters: readonly Type[];
  /** Set if null is a value of it, too: the wrappers of protobuf. */
  readonly isNullable?: boolean;
}

/** First character of the name of a type variable. */
const VARIABLE = '%';

export const BOOL = simple('bool');
export const BYTES = simple('bytes');
export const DOUBLE = simple('double');
export const DURATION = simple('duration');
export const DYN = simple('dyn');
export const INT = simple('int');
export const NULL = simple('null');
export const STRING = simple('string');
export const TIMESTAMP = simple('timestamp');
export const UINT = simple('uint');

export function listOf(element: Type): Type {
  return { name: 'list', parameters: [element] };
}

export function mapOf(key: Type, value: Type): Type {
  return { name: 'map', parameters: [key, value] };
}

/** Returns the type of an optional value. */
export function optionalOf(value: Type): Type {
  return { name: OPTIONAL, parameters: [value] };
}

/** Returns the type of the value in an optional one; undefined for any other type. */
export function typeInOptional({ name, parameters: [value] }: Type): Type | undefined {
  return name === OPTIONAL ? value : undefined;
}

/** Name of the type of optional values. */
export const OPTIONAL = 'optional_type';

/** Returns the type of a type, such as that of `type(1)`. */
export function typeOf(type: Type): Type {
  return { name: 'type', parameters: [type] };
}

/** Returns the type with null among its values. */
export function nullable(type: Type): Type {
  return { ...type, isNullable: true };
}

/** Returns a type that is not known yet. */
export function typeVariable(id: string): Type {
  return simple(VARIABLE + id);
}

export function isVariable({ name }: Type): boolean {
  return name.startsWith(VARIABLE);
}

/** Maximum depth of types in messages. */
const SHOWN_DEPTH = 5;

/** Formats a type for messages. */
export function formatType({ name, parameters }: Type, depth = SHOWN_DEPTH): string {
  if (parameters.length === 0) return name;
  return `${name}(${depth === 0 ? '...' : parameters.map((one) => formatType(one, depth - 1)).join(', ')})`;
}

function simple(name: string): Type {
  return { name, parameters: [] };
}
