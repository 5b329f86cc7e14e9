import { groupBy } from '../../group-by.ts';
import type { Resource } from '../../krm/resource.ts';
import type { Result } from '../../krm/result.ts';
import { makeResult } from '../../krm/results.ts';
import { formatFieldPath, formatSegment } from '../../krm/field-path.ts';
import { canonicalText } from '../../pairing/align-equal.ts';
import { areAlike } from '../../pairing/likeness.ts';
import { isList, isMap, type Path, type Value } from '../../yaml/index.ts';
import { elementOfList, possibleMove } from '../messages/names.ts';
import { mapSides, type MergedSide, type Sides } from '../sides.ts';

/** An element of a list anywhere in a document. */
interface FoundElement {
  readonly path: Path;
  readonly value: Value;
  /** Path of its list, with the names of elements in place of their indexes. */
  readonly list: string;
  /** Its name or, without one, its data: an element that moves keeps it. */
  readonly id: string;
}

/** Elements of a document by their ids. */
type Elements = ReadonlyMap<string, readonly FoundElement[]>;

/** Fewest equal values of an element that moved. */
const LEAST_EQUAL = 2;

/** Maximum number of elements with the same name to compare. Above it, only equal ones are taken to have moved. */
const MAX_SAME_NAME = 100;

/**
 * Returns a warning for each element that both sides removed from a list while one of them added it, or a similar one
 * of the same name, to another list: it may have moved there, and the other side has deleted it.
 */
export function movedElements(sides: Sides<Value>, result: Value, resource: Resource): readonly Result[] {
  const { base, theirs, local } = mapSides(sides, elementsOf);
  if (base === undefined || theirs === undefined || local === undefined) return [];
  const merged = elementsOf(result);
  return [...base].flatMap(([id, before]) => {
    const isThere = (elements: Elements, { list }: FoundElement): boolean =>
      elements.get(id)?.some((each) => each.list === list) === true;
    const removed = before.filter((each) => !isThere(theirs, each) && !isThere(local, each));
    const [one] = removed;
    if (one === undefined || !areAlike(one.value, one.value, [], LEAST_EQUAL)) return [];
    const areMany = before.length > MAX_SAME_NAME;
    const text = areMany ? canonicalText(one.value) : '';
    const isLike = ({ value }: FoundElement): boolean =>
      areMany ? canonicalText(value) === text : areAlike(one.value, value, [], LEAST_EQUAL);
    const likeOnes = (elements: Elements): readonly FoundElement[] => (elements.get(id) ?? []).filter(isLike);
    const left = likeOnes(base).length - removed.filter(isLike).length;
    const [n, l, m] = [theirs, local, merged].map((elements) => likeOnes(elements).length - left) as [
      number,
      number,
      number,
    ];
    const known = new Set(before.map(({ list }) => list));
    const warningOf = (side: Elements, adding: MergedSide): readonly Result[] => {
      const lists = new Set(likeOnes(side).map(({ list }) => list));
      const found = likeOnes(merged).findLast(({ list }) => !known.has(list) && lists.has(list));
      const message = possibleMove(adding, elementOfList(formatFieldPath(one.path.slice(0, -1))));
      if (found === undefined) return [];
      return [makeResult('warning', message, { code: 'possible-move', resource, field: found.path })];
    };
    return [
      ...(n > 0 && m > l ? warningOf(theirs, 'theirs') : []),
      ...(l > 0 && m > n ? warningOf(local, 'local') : []),
    ];
  });
}

function elementsOf(value: Value): Elements {
  return groupBy(elementsIn(value, [], ''), ({ id }) => id);
}

function elementsIn(value: Value, path: Path, label: string): readonly FoundElement[] {
  if (isMap(value))
    return Object.entries(value).flatMap(([key, each]) =>
      typeof each === 'object' ? elementsIn(each, [...path, key], `${label}${formatSegment(key)}`) : [],
    );
  if (!isList(value)) return [];
  return value.flatMap((each, index) => {
    if (!isMap(each)) return elementsIn(each, [...path, index], `${label}[${index}]`);
    const name = each['name'];
    const isNamed = typeof name === 'string';
    const inside = elementsIn(each, [...path, index], `${label}[${isNamed ? JSON.stringify(name) : index}]`);
    return [
      { path: [...path, index], value: each, list: label, id: isNamed ? `name ${name}` : canonicalText(each) },
      ...inside,
    ];
  });
}
