import { canonicalText } from '../../pairing/align-equal.ts';
import { groupBy } from '../../group-by.ts';
import { isList, isMap, type Value } from '../../yaml/index.ts';

/**
 * Reports whether a list in a version has its elements in a different order than in base. Only elements that are unique
 * in both count.
 */
export function hasMoves(base: Value, version: Value): boolean {
  if (isMap(base) && isMap(version))
    return Object.entries(base).some(([key, value]) => {
      const other = Object.hasOwn(version, key) ? version[key] : undefined;
      return other !== undefined && hasMoves(value, other);
    });
  if (!isList(base) || !isList(version)) return false;
  const [before, after] = [base, version].map(placesOf);
  const places = [...(before?.keys() ?? [])].flatMap((text) => after?.get(text) ?? []);
  if (places.some((place, index) => place < (places[index - 1] ?? 0))) return true;
  // Changed elements are compared in their order.
  const changed = version.filter((element) => before?.has(canonicalText(element)) !== true);
  return base
    .filter((element) => after?.has(canonicalText(element)) !== true)
    .some((element, index) => {
      const other = changed[index];
      return other !== undefined && hasMoves(element, other);
    });
}

/** Reports whether each list of a version is in another version, too, with further elements between its own at most. */
export function isWithin(whole: Value, version: Value): boolean {
  if (isMap(whole) && isMap(version))
    return Object.entries(version).every(([key, value]) => {
      const other = Object.hasOwn(whole, key) ? whole[key] : undefined;
      return other === undefined || isWithin(other, value);
    });
  if (!isList(whole) || !isList(version)) return true;
  const texts = version.map(canonicalText);
  let found = 0;
  for (const element of whole) if (canonicalText(element) === texts[found]) found++;
  return found === texts.length;
}

/** Returns the indexes of unique elements by their text. */
function placesOf(list: readonly Value[]): ReadonlyMap<string, number> {
  const groups = groupBy(list.keys(), (index) => canonicalText(list[index] ?? null));
  return new Map(
    [...groups].flatMap(([text, [index, ...others]]) =>
      index === undefined || others.length > 0 ? [] : [[text, index]],
    ),
  );
}
