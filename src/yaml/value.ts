/**
 * Plain data of a YAML or JSON value. A number without a fraction that a JavaScript number cannot hold exactly is a
 * `bigint`. Objects that the library returns have no prototype, so `__proto__` is a key like any other.
 */
export type Value = null | boolean | number | bigint | string | readonly Value[] | { readonly [key: string]: Value };

/** The way to a value from the top of its document: keys of maps, zero-based indexes of sequences. */
export type Path = readonly (string | number)[];
