import type { WrittenPlaintext } from '../../../../src/karmada/index.ts';
import { parsePointer } from '../../../../src/patch/index.ts';
import type { Path } from '../../../../src/yaml/index.ts';
import { isDeepStrictEqual } from 'node:util';

/** An edit that does not apply. */
export class RefusedError extends Error {}

/**
 * Edits data in place by RFC 6902, except that what is to be removed may be absent. Returns the path that is named, or
 * that of the list whose elements get other indexes. `isRepeated`: adds no element that a list has. @throws
 * RefusedError
 */
export function editByPointer(data: object, { path, operator, value }: WrittenPlaintext, isRepeated: boolean): Path {
  const tokens = parsePointer(path);
  const parent = tokens.slice(0, -1);
  const last = tokens.at(-1) ?? '';
  const holder = parent.reduce<unknown>(inner, data);
  if (Array.isArray(holder)) editList(holder, { operator, value, path: last }, isRepeated);
  else if (isMap(holder)) editMap(holder, { operator, value, path: last });
  else if (operator !== 'remove') throw new RefusedError(path);
  return (Array.isArray(holder) ? parent : tokens).map((token) => (/^\d+$/.test(token) ? Number(token) : token));
}

function editList(list: unknown[], { operator, value, path }: WrittenPlaintext, isRepeated: boolean): void {
  const isAdded = operator === 'add';
  const index = path === '-' && isAdded ? list.length : Number(path);
  if (isAdded && isRepeated && list.some((element) => isDeepStrictEqual(element, value))) return;
  const isInside = index < list.length + (isAdded ? 1 : 0);
  if (isInside) list.splice(index, isAdded ? 0 : 1, ...(operator === 'remove' ? [] : [structuredClone(value)]));
  else if (operator !== 'remove') throw new RefusedError(path);
}

function editMap(map: Record<string, unknown>, { operator, value, path }: WrittenPlaintext): void {
  if (operator === 'replace' && map[path] === undefined) throw new RefusedError(path);
  if (operator === 'remove') delete map[path];
  else map[path] = structuredClone(value);
}

function inner(holder: unknown, token: string): unknown {
  if (Array.isArray(holder)) return holder[Number(token)];
  return isMap(holder) ? holder[token] : undefined;
}

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
