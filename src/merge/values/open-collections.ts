import { OPEN_MAPS } from '../../kubernetes-types.ts';
import { isList, isMap, type Value } from '../../yaml/index.ts';
import { areArguments } from './element-keys.ts';
import type { Place } from './place.ts';

/**
 * Reports whether the entries of a collection are independent, so that some of them make sense without the others. A
 * list that is a whole document, such as a JSON patch, is not: nothing refers to its file any more if one side deletes
 * it.
 */
export function isOpenCollection(base: Value, local: Value, place: Place): boolean {
  if (isList(base) && isList(local)) return !place.isResource && !areArguments(place.field, [base, local]);
  return isMap(base) && isMap(local) && isOpenMap(place);
}

/** Reports whether the entries of the map at a place are independent, such as labels. */
export function isOpenMap({ field }: Place): boolean {
  return OPEN_MAPS.has(String(field.at(-1)));
}
