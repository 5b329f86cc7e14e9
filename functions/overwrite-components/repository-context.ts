import { isMap, type Value } from '../../src/index.ts';
import { canonicalJson } from './canonical-json.ts';

/** Whether two repository contexts are the same to Landscaper: as JSON, with nothing filled in. */
export function sameRepositoryContext(a: Value | undefined, b: Value | undefined): boolean {
  return a === b || textOf(a ?? null) === textOf(b ?? null);
}

const textOf = remembered(canonicalJson);
const meaningOf = remembered((context) => canonicalJson(meant(context)));

/** Writes each value once: those of a list of overwrites are compared with many references. */
function remembered(write: (value: Value) => string): (value: Value) => string {
  const texts = new WeakMap<object, string>();
  return (value) => {
    if (typeof value !== 'object' || value === null) return write(value);
    const text = texts.get(value) ?? write(value);
    texts.set(value, text);
    return text;
  };
}

/** A field that can be written in more than one way. */
interface Spelling {
  readonly field: string;
  /** One value for all that mean the same; undefined where the field may be absent as well. */
  readonly meaning: (value: Value | undefined) => Value | undefined;
  /** What two that mean the same differ in. */
  readonly reason: string;
}

/** The mapping that there is where none is set, and what counts for unset. */
const DEFAULT_MAPPINGS: readonly Value[] = ['urlPath', '', null];

const SPELLINGS: readonly Spelling[] = [
  { field: 'type', meaning: typeMeant, reason: 'by names of one `type`' },
  {
    field: 'baseUrl',
    meaning: (url) => (typeof url === 'string' ? withoutSlash(url) : url),
    reason: 'by a slash at the end of `baseUrl`',
  },
  {
    field: 'componentNameMapping',
    meaning: (mapping) => (mapping === undefined || DEFAULT_MAPPINGS.includes(mapping) ? undefined : mapping),
    reason: 'in how `componentNameMapping` says its default, `urlPath`',
  },
];

/** Says in what two repository contexts differ that are not the same to Landscaper and yet mean the same; else undefined. */
export function nearlySame(a: Value | undefined, b: Value | undefined): string | undefined {
  if (!isMap(a) || !isMap(b) || textOf(a) === textOf(b) || meaningOf(a) !== meaningOf(b)) return undefined;
  const differing = SPELLINGS.filter(({ field }) => !isEqual(a[field], b[field]));
  return `its repository context means the same, and differs ${differing.map(({ reason }) => reason).join(' and ')}`;
}

/** Unlike of a whole repository context, null is not the same as none. */
function isEqual(a: Value | undefined, b: Value | undefined): boolean {
  return a === undefined || b === undefined ? a === b : textOf(a) === textOf(b);
}

/** A repository context with each field as what it means. */
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

/** Names of the type of OCI registries, beside `OCIRegistry`. */
const OCI_ALIASES = ['ociRegistry', 'oci'];

/** OCM takes a type without a version for its version 1. */
function typeMeant(type: Value | undefined): Value | undefined {
  if (typeof type !== 'string') return type;
  const name = type.endsWith('/v1') ? type.slice(0, -'/v1'.length) : type;
  return OCI_ALIASES.includes(name) ? 'OCIRegistry' : name;
}

function withoutSlash(url: string): string {
  return url.endsWith('/') ? url.slice(0, -1) : url;
}
