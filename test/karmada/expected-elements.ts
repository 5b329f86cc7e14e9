import { parsePointer } from '../../src/patch/index.ts';
import type { Value } from '../../src/yaml/index.ts';
import { plain } from '../patch/plain.ts';

/** An operation whose path may name elements of lists. */
export interface ElementOperation {
  readonly op: 'add' | 'remove' | 'replace';
  readonly path: string;
  readonly value: Value;
  readonly ensurePath: boolean;
}

type Data = null | boolean | number | bigint | string | Data[] | { [key: string]: Data };

/** Returns the expected data, in canonical form; undefined if an operation does not apply. */
export function expectedElements(data: Value, operations: readonly ElementOperation[]): Value | undefined {
  const copy = structuredClone(data) as Data;
  return operations.every((operation) => apply(copy, operation)) ? plain(copy) : undefined;
}

/**
 * Applies an operation in place, a token at a time. Reports whether it applies; what it did before an error is void.
 */
function apply(data: Data, { op, path, value, ensurePath }: ElementOperation): boolean {
  const tokens = parsePointer(path);
  let holder = data;
  for (const [index, token] of tokens.entries()) {
    const key = keyIn(holder, token);
    if (key === 'error') return false;
    if (index === tokens.length - 1) return applyTo(holder, key, { op, value: structuredClone(value) as Data });
    const inner = get(holder, key);
    const isMissing = inner === undefined || inner === null;
    if (isMissing && op === 'remove') return true;
    if (isMissing && !ensurePath) return false;
    holder = isMissing ? create(holder, key, { token, next: tokens[index + 1] ?? '' }) : inner;
    if (typeof holder !== 'object' || holder === null) return op === 'remove';
  }
  return false;
}

/** Returns the key or index of a token; an index that is the length for an element that is to be appended. */
function keyIn(holder: Data, token: string): string | number {
  if (!Array.isArray(holder)) return token;
  const name = nameIn(token);
  if (name === undefined) return /^\d+$/.test(token) ? Number(token) : 'error';
  const found = [...holder.keys()].filter((index) => get(holder[index] ?? null, 'name') === name);
  return found.length > 1 ? 'error' : (found[0] ?? holder.length);
}

function nameIn(token: string): string | undefined {
  return /^\[name=(.*)\]$/.exec(token)?.[1];
}

function get(holder: Data, key: string | number): Data | undefined {
  if (Array.isArray(holder)) return typeof key === 'number' ? holder[key] : undefined;
  return typeof holder === 'object' && holder !== null ? holder[key] : undefined;
}

function create(holder: Data, key: string | number, { token, next }: { token: string; next: string }): Data {
  const name = Array.isArray(holder) ? nameIn(token) : undefined;
  const inner: Data = name === undefined ? (nameIn(next) === undefined ? {} : []) : { name };
  put(holder, key, inner);
  return inner;
}

function put(holder: Data, key: string | number, value: Data): void {
  if (typeof holder === 'object' && holder !== null) (holder as { [key: string | number]: Data })[key] = value;
}

function applyTo(
  holder: Data,
  key: string | number,
  { op, value }: { op: ElementOperation['op']; value: Data },
): boolean {
  const isAbsent = get(holder, key) === undefined;
  if (op === 'remove') {
    if (isAbsent) return true;
    if (Array.isArray(holder)) holder.splice(Number(key), 1);
    else delete (holder as Record<string, Data>)[key];
    return true;
  }
  if (op === 'replace' && isAbsent) return false;
  put(holder, key, value);
  return true;
}
