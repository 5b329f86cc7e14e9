import { byteOrder } from '../../src/byte-order.ts';
import { anyValue, type Schema } from '../../src/function/index.ts';
import type { Resource } from '../../src/krm/index.ts';
import { isList, isMap, type Path, type Value } from '../../src/yaml/index.ts';

/** Schema of a repository context, the location of components. Its fields depend on its type, so any are accepted. */
export const repositoryContextSchema = {
  ...anyValue,
  type: 'object',
  description: 'Location of components.',
  required: ['type'],
  properties: { type: { type: 'string', minLength: 1, description: 'Type, such as `ociRegistry`.' } },
} as const satisfies Schema;

/** Returns the repository context at a path as it is written: numbers keep their digits. Undefined if unset. */
export function readRepositoryContext({ document }: Resource, path: Path): Value | undefined {
  return document.value(path) ?? undefined;
}

/** Reports whether two repository contexts are equal to Landscaper: as JSON, without defaults. */
export function sameRepositoryContext(a: Value | undefined, b: Value | undefined): boolean {
  return a === b || textOf(a ?? null) === textOf(b ?? null);
}

/** Returns JSON without spaces, keys sorted by their bytes. A large integer becomes the nearest double, as in Go. */
export function canonicalJson(value: Value): string {
  if (isList(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (!isMap(value)) return JSON.stringify(typeof value === 'bigint' ? Number(value) : value);
  const keys = Object.keys(value).toSorted(byteOrder);
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key] ?? null)}`).join(',')}}`;
}

const textOf = remembered(canonicalJson);
const meaningOf = remembered((context) => canonicalJson(meant(context)));

/** Caches the text of each value: those of a list of overwrites are compared with many references. */
function remembered(write: (value: Value) => string): (value: Value) => string {
  const texts = new WeakMap<object, string>();
  return (value) => {
    if (typeof value !== 'object' || value === null) return write(value);
    const text = texts.get(value) ?? write(value);
    texts.set(value, text);
    return text;
  };
}

/** A field with several spellings of the same meaning. */
interface Spelling {
  readonly field: string;
  /** Returns one value for all with the same meaning; undefined if that is also the meaning of an absent field. */
  readonly meaning: (value: Value | undefined) => Value | undefined;
  /** Difference between two spellings, for messages. */
  readonly reason: string;
}

/** The default mapping, and values that count as unset. */
const DEFAULT_MAPPINGS: readonly Value[] = ['urlPath', '', null];

const SPELLINGS: readonly Spelling[] = [
  { field: 'type', meaning: typeMeant, reason: 'by aliases of one `type`' },
  {
    field: 'baseUrl',
    meaning: (url) => (typeof url === 'string' ? withoutSlash(url) : url),
    reason: 'by a slash at the end of `baseUrl`',
  },
  {
    field: 'componentNameMapping',
    meaning: (mapping) => (mapping === undefined || DEFAULT_MAPPINGS.includes(mapping) ? undefined : mapping),
    reason: 'by spellings of the default `componentNameMapping`',
  },
];

/**
 * Describes the difference of two repository contexts that mean the same, but are not equal to Landscaper; otherwise
 * undefined.
 */
export function nearlySame(a: Value | undefined, b: Value | undefined): string | undefined {
  if (!isMap(a) || !isMap(b) || textOf(a) === textOf(b) || meaningOf(a) !== meaningOf(b)) return undefined;
  const differing = SPELLINGS.filter(({ field }) => !isEqual(a[field], b[field]));
  return `the repository contexts are equivalent, but must be equal: they differ ${differing.map(({ reason }) => reason).join(' and ')}`;
}

/** Reports whether two values are equal. Unlike in a whole repository context, null differs from an absent value. */
function isEqual(a: Value | undefined, b: Value | undefined): boolean {
  return a === undefined || b === undefined ? a === b : textOf(a) === textOf(b);
}

/** Returns a repository context with each field replaced by its meaning. */
function meant(context: Value): Value {
  if (!isMap(context)) return context;
  const fields = new Map(Object.entries(context));
  for (const { field, meaning } of SPELLINGS) {
    const value = meaning(context[field]);
    if (value === undefined) fields.delete(field);
    else fields.set(field, value);
  }
  return Object.fromEntries(fields);
}

/** Aliases of the type `OCIRegistry`. */
const OCI_ALIASES = ['ociRegistry', 'oci'];

/** Returns the meaning of a type. To OCM a type without a version is version 1. */
function typeMeant(type: Value | undefined): Value | undefined {
  if (typeof type !== 'string') return type;
  const name = type.endsWith('/v1') ? type.slice(0, -'/v1'.length) : type;
  return OCI_ALIASES.includes(name) ? 'OCIRegistry' : name;
}

function withoutSlash(url: string): string {
  return url.endsWith('/') ? url.slice(0, -1) : url;
}
