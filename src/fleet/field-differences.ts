import { byteOrder } from '../byte-order.ts';
import { groupBy } from '../group-by.ts';
import { formatFieldPath } from '../krm/field-path.ts';
import { listKeys, type ResourceType } from '../pairing/list-keys.ts';
import { pairLists } from '../pairing/pair-lists.ts';
import type { FieldValue } from '../where/index.ts';
import { equalValues, isList, isMap, type Path, type Value } from '../yaml/index.ts';

/** A field of one version of a resource. */
export interface FieldAt {
  readonly path: Path;
  readonly value: Value;
}

/** A field in which two versions of a resource differ. */
export interface FieldDifference {
  /** Path as people name it: `spec.containers[name=web].image`; '' for the resource. */
  readonly field: string;
  /** The field in each version; undefined where it is absent. */
  readonly sides: readonly [left: FieldAt | undefined, right: FieldAt | undefined];
}

type Sides = FieldDifference['sides'];

/**
 * Returns the fields in which two versions of a resource differ, the smallest ones, in the order of the second version.
 * Elements of lists are paired as in a merge. A list whose elements have no keys, or another order, differs as a whole.
 */
export function fieldDifferences(type: ResourceType, left: Value, right: Value): readonly FieldDifference[] {
  return [
    ...differences(type, '', [
      { path: [], value: left },
      { path: [], value: right },
    ]),
  ];
}

function* differences(
  type: ResourceType,
  field: string,
  sides: readonly [FieldAt, FieldAt],
): Iterable<FieldDifference> {
  const [left, right] = sides;
  if (equalValues(left.value, right.value)) return;
  if (isMap(left.value) && isMap(right.value)) {
    for (const key of new Set([...Object.keys(right.value), ...Object.keys(left.value)]))
      yield* below(type, joined(field, formatFieldPath([key])), [childOf(left, key), childOf(right, key)]);
    return;
  }
  const pairs =
    isList(left.value) && isList(right.value) ? pairsOf(type, left.path, left.value, right.value) : undefined;
  if (pairs === undefined) yield { field, sides };
  for (const [from, to] of pairs ?? []) {
    const both: Sides = [elementOf(left, from), elementOf(right, to)];
    yield* below(type, `${field}${stepOf(both)}`, both);
  }
}

function* below(type: ResourceType, field: string, sides: Sides): Iterable<FieldDifference> {
  const [left, right] = sides;
  if (left !== undefined && right !== undefined) yield* differences(type, field, [left, right]);
  else yield { field, sides };
}

/** Returns the pairs of the elements of two lists; undefined if the lists are to be compared as a whole. */
function pairsOf(
  type: ResourceType,
  path: Path,
  left: readonly Value[],
  right: readonly Value[],
): readonly (readonly [number | undefined, number | undefined])[] | undefined {
  if (![...left, ...right].every(isMap)) return undefined;
  const { pairs } = pairLists(left, right, listKeys(type, path));
  const known = pairs.filter((from) => from !== undefined);
  const isInOrder = known.every((from, index) => index === 0 || (known[index - 1] ?? 0) < from);
  if (!isInOrder) return undefined;
  const taken = new Set(known);
  return [
    ...pairs.map((from, to) => [from, to] as const),
    ...[...left.keys()].filter((from) => !taken.has(from)).map((from) => [from, undefined] as const),
  ];
}

function childOf({ path, value }: FieldAt, key: string): FieldAt | undefined {
  const child = isMap(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  return child === undefined ? undefined : { path: [...path, key], value: child };
}

function elementOf({ path, value }: FieldAt, index: number | undefined): FieldAt | undefined {
  const element = index === undefined || !isList(value) ? undefined : value[index];
  return index === undefined || element === undefined ? undefined : { path: [...path, index], value: element };
}

/** Names an element by its name if it has one. */
function stepOf(sides: Sides): string {
  const [named] = sides.flatMap((side) => {
    const name = isMap(side?.value) ? side.value['name'] : undefined;
    return typeof name === 'string' ? [name] : [];
  });
  if (named !== undefined) return `[name=${named}]`;
  return formatFieldPath([Number(sides[1]?.path.at(-1) ?? sides[0]?.path.at(-1) ?? 0)]);
}

function joined(field: string, step: string): string {
  return field === '' || step.startsWith('[') ? `${field}${step}` : `${field}.${step}`;
}

/** Values of the fields of one variant. */
export interface ValueRow {
  readonly folder: string;
  /** For each field its values, none if no resource has it. */
  readonly values: readonly (readonly FieldValue[])[];
}

/** Variants with equal values. */
export interface ValueGroup {
  /** For each field its values as text. Those of Secrets are numbered: `secret 1`. */
  readonly values: readonly (readonly string[])[];
  /** Folders, in their order. */
  readonly folders: readonly string[];
}

/** Groups variants by the values of their fields: the largest group first. */
export function groupByValues(rows: readonly ValueRow[]): readonly ValueGroup[] {
  const sorted = rows.toSorted((a, b) => byteOrder(a.folder, b.folder));
  const shown = new Map<string, string>();
  const groups = [...groupBy(sorted, ({ values }) => JSON.stringify(values)).values()].toSorted(
    (a, b) => b.length - a.length,
  );
  return groups.map((group) => ({
    values: (group[0]?.values ?? []).map((values) =>
      values.map((value) => fieldText(value, shown)).toSorted(byteOrder),
    ),
    folders: group.map(({ folder }) => folder),
  }));
}

/** Returns the text of a value; for data of a Secret a number, the same for equal data. */
function fieldText({ text, isSecret }: FieldValue, shown: Map<string, string>): string {
  if (!isSecret) return text;
  const known = shown.get(text) ?? `secret ${shown.size + 1}`;
  shown.set(text, known);
  return known;
}
