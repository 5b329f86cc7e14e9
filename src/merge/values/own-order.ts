import { textOf } from '../../pairing/align-equal.ts';
import { groupBy } from '../../group-by.ts';
import { isList, isMap, type Value } from '../../yaml/index.ts';

/** Reports whether a version of some data has elements of a list in another order than base, those that are there once in both. */
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
  // Elements that changed are compared in their order.
  const changed = version.filter((element) => before?.has(textOf(element)) !== true);
  return base
    .filter((element) => after?.has(textOf(element)) !== true)
    .some((element, index) => {
      const other = changed[index];
      return other !== undefined && hasMoves(element, other);
    });
}

/** Returns the places of the elements that are there once, by their texts. */
function placesOf(list: readonly Value[]): ReadonlyMap<string, number> {
  const groups = groupBy(list.keys(), (index) => textOf(list[index] ?? null));
  return new Map(
    [...groups].flatMap(([text, [index, ...others]]) =>
      index === undefined || others.length > 0 ? [] : [[text, index]],
    ),
  );
}
