import { formatFieldPath } from '../../krm/field-path.ts';
import { equalValues, isList, isMap, type Value } from '../../yaml/index.ts';
import { bySide, otherOf, SIDES, type Side, type Sides } from '../sides.ts';
import type { DroppedChange } from '../messages/conflicts.ts';
import type { Answer } from './conflict.ts';

/** A field that differs, with its value on each side. */
export interface Difference {
  /** Relative to the top value: `spec.containers[name=web].image`; '' for the top value itself. */
  readonly path: string;
  /** Of lists of different lengths, `…` stands for the elements that all of them have. */
  readonly of: Sides<Value>;
}

/** Returns the smallest fields in which the sides differ that have the top value. `path`: of the top value. */
export function differences(
  values: Sides<Value>,
  path = '',
  having: readonly Side[] = SIDES.filter((side) => values[side] !== undefined),
): readonly Difference[] {
  const [first, ...others] = having.map((side) => values[side]);
  if (others.every((each) => isSame(each, first))) return [];
  const parts = partsOf(having.map((side) => values[side]));
  if (parts === undefined) return [{ path, of: withoutCommon(values, having) }];
  const keys = new Set(parts.flatMap((part) => [...part.keys()]));
  return [...keys].flatMap((key) => {
    const of = bySide((side) => parts[having.indexOf(side)]?.get(key));
    return differences(of, `${path}${path === '' || key.startsWith('[') ? '' : '.'}${key}`, having);
  });
}

/**
 * Returns the changes of the other side that a decision for one version drops: the fields that it changed, or the
 * elements that it added to or removed from a list. Empty if either has no map or list.
 */
export function droppedChanges(values: Sides<Value>, taken: Answer): readonly DroppedChange[] {
  const other = otherOf(taken);
  if ([values[other], values[taken]].some((value) => typeof value !== 'object' || value === null)) return [];
  return differences(values).flatMap(({ path, of }): readonly DroppedChange[] => {
    if (isSame(of[other], of.base) || isSame(of[other], of[taken])) return [];
    const elements = path === '' ? changedElements(of.base, of[other]) : undefined;
    if (elements === undefined) return [{ of: 'field', text: path }];
    return [
      ...elements.added.map((each) => ({ of: 'added', text: jsonOf(each) ?? '' }) as const),
      ...elements.removed.map((each) => ({ of: 'removed', text: jsonOf(each) ?? '' }) as const),
    ];
  });
}

/**
 * Returns the elements that a later list has and an earlier one lacks, and the other way round; undefined for other
 * values.
 */
export function changedElements(
  before: Value | undefined,
  after: Value | undefined,
): { readonly added: readonly Value[]; readonly removed: readonly Value[] } | undefined {
  if (before === undefined || after === undefined || !isList(before) || !isList(after)) return undefined;
  const without = (from: readonly Value[], others: readonly Value[]): readonly Value[] =>
    from.filter((element) => element !== '…' && !others.some((each) => equalValues(each, element)));
  return { added: without(after, before), removed: without(before, after) };
}

/** Returns a value as JSON; undefined if it is absent. */
export function jsonOf(value: Value | undefined): string | undefined {
  return value === undefined
    ? undefined
    : JSON.stringify(value, (_, each: unknown) => (typeof each === 'bigint' ? String(each) : each));
}

/**
 * Returns lists of different lengths with `…` in place of the elements that all of them have; other values as they are.
 */
function withoutCommon(values: Sides<Value>, having: readonly Side[]): Sides<Value> {
  const lists = having.map((side) => values[side]).filter((value) => value !== undefined && isList(value));
  if (lists.length < having.length) return values;
  const isCommon = (element: Value): boolean =>
    lists.every((list) => isList(list) && list.some((each) => equalValues(each, element)));
  const shortened = (list: readonly Value[]): Value => {
    const own = list.filter((element) => !isCommon(element));
    return own.length === list.length ? list : ['…', ...own];
  };
  return bySide((side) => {
    const value = values[side];
    return value !== undefined && isList(value) ? shortened(value) : value;
  });
}

function isSame(a: Value | undefined, b: Value | undefined): boolean {
  return a === undefined || b === undefined ? a === b : equalValues(a, b);
}

/**
 * Returns the entries of maps by their keys, or the elements of lists by their names, or else by their indexes if they
 * have as many, and none moved. Undefined for other values.
 */
function partsOf(values: readonly (Value | undefined)[]): readonly ReadonlyMap<string, Value>[] | undefined {
  if (values.every((value) => value !== undefined && isMap(value)))
    return values.map((value) => new Map(Object.entries(value).map(([key, each]) => [keyText(key), each])));
  if (!values.every((value) => value !== undefined && isList(value))) return undefined;
  const lists = values as readonly (readonly Value[])[];
  const named = lists.map((list) => new Map(list.map((each) => [nameOf(each), each] as const)));
  const areNamed = named.every((map, at) => !map.has(undefined) && map.size === lists[at]?.length);
  if (areNamed) return named.map((map) => new Map([...map].map(([name, each]) => [`[name=${name}]`, each])));
  if (new Set(lists.map(({ length }) => length)).size > 1 || haveMoves(lists)) return undefined;
  return lists.map((list) => new Map(list.map((each, index) => [`[${index}]`, each])));
}

/** Reports whether an element of the first list is at another index in another one. */
function haveMoves([first = [], ...others]: readonly (readonly Value[])[]): boolean {
  return others.some((list) =>
    first.some((each, index) => {
      const at = list.findIndex((other) => equalValues(each, other));
      return at !== -1 && at !== index && !equalValues(each, list[index] ?? null);
    }),
  );
}

function keyText(key: string): string {
  return formatFieldPath([key]);
}

function nameOf(element: Value): string | undefined {
  const name = isMap(element) ? element['name'] : undefined;
  return typeof name === 'string' ? name : undefined;
}
