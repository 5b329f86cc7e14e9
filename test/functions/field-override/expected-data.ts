import { isDeepStrictEqual } from 'node:util';
import { parsePointer, type Operation } from '../../../src/patch/index.ts';
import { isList, isMap, type Value } from '../../../src/yaml/index.ts';
import { oracle } from '../../patch/oracle.ts';
import { plain } from '../../patch/plain.ts';

/** Result of operations on data, or the index of the first one that does not apply. */
export type Expected = { readonly data: Value } | { readonly failed: number };

/**
 * Returns the expected data: that of strict fast-json-patch, except that an operation already done is skipped (README,
 * "An operation adds what is not there yet").
 */
export function expectedData(data: Value, operations: readonly Operation[]): Expected {
  let now = plain(data);
  for (const [index, operation] of operations.entries()) {
    if (isDone(now, operation)) continue;
    const next = oracle(now, operation);
    if (next === undefined) return { failed: index };
    now = next;
  }
  return { data: now };
}

function isDone(data: Value, { op, path, from = '', value = null }: Operation): boolean {
  if (op === 'remove') return isAbsent(data, path);
  if (op === 'move') return isAbsent(data, from) && find(data, path) !== undefined;
  if (op === 'add') return isListed(data, path, value);
  const source = op === 'copy' ? find(data, from) : undefined;
  return source !== undefined && isListed(data, path, source);
}

/** Reports whether the list to which a pointer adds an element has an equal one. */
function isListed(data: Value, pointer: string, value: Value): boolean {
  const tokens = parsePointer(pointer);
  const token = tokens.at(-1);
  const list = tokens.slice(0, -1).reduce<Value | undefined>(inner, data);
  if (token === undefined || !(token === '-' || isIndex(token)) || !isList(list)) return false;
  return list.some((item) => isDeepStrictEqual(plain(item), plain(value)));
}

/** Reports whether a pointer leads to nothing, but could: in a list it must be an index. */
function isAbsent(data: Value, pointer: string): boolean {
  let holder = data;
  for (const token of parsePointer(pointer)) {
    const next = inner(holder, token);
    if (next === undefined) return !isList(holder) || isIndex(token);
    holder = next;
  }
  return false;
}

function find(data: Value, pointer: string): Value | undefined {
  return parsePointer(pointer).reduce<Value | undefined>(inner, data);
}

function inner(holder: Value | undefined, token: string): Value | undefined {
  if (isList(holder)) return isIndex(token) ? holder[Number(token)] : undefined;
  return isMap(holder) && Object.hasOwn(holder, token) ? holder[token] : undefined;
}

function isIndex(token: string): boolean {
  return /^(?:0|[1-9]\d*)$/.test(token);
}
