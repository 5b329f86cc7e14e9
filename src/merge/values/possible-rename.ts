import type { Keying } from '../../pairing/keying.ts';
import { isMap, type Value } from '../../yaml/index.ts';
import { becomesAsInNew, elementNamed, possibleMove, wasInBase, withAnother } from '../messages/names.ts';
import type { Sides } from '../sides.ts';
import type { EntryVersion } from './input.ts';
import { isSame } from './merged-value.ts';
import type { Place } from './place.ts';

/**
 * Warns of an entry or element that only one side has, if it may be one of base that was changed, and that the other
 * side removed. `old`: names the one of base and what is different.
 */
export function warnOfRename({ theirs }: Sides<EntryVersion>, old: string, place: Place): void {
  place.warning('possible-move', possibleMove(theirs === undefined ? 'local' : 'theirs', old));
}

/** Reports an entry or element whose versions have different names, although the side that kept its name changed it. */
export function tellOfRename(names: Sides<string>, { base, theirs, local }: Sides<EntryVersion>, place: Place): void {
  if (place.guessing === 'refusing' || base === undefined) return;
  const old = names.base ?? '';
  if (names.theirs !== undefined && names.theirs !== old && !isSame(local, base))
    place.warning('renamed', becomesAsInNew(names.theirs, old));
  if (names.local !== undefined && names.local !== old && !isSame(theirs, base))
    place.info('matched-by-likeness', wasInBase(old, 'values'));
}

/** Names an element of base that may have another key now or, without a key, another value. */
export function elementBefore(element: Value, keying: Keying, place: Place): string {
  return withAnother(elementName(element, keying, place), hasFields(element, keying) ? 'key' : 'value');
}

/** Names an element by its key or, without one, its value. */
export function elementName(element: Value, keying: Keying, place: Place): string {
  if (!hasFields(element, keying)) return elementNamed(place.shown(element));
  const fields = (keying.keys ?? keying.names ?? []).flatMap((key) => {
    const value = element[key];
    return value === undefined ? [] : [[key, place.shown(value)] as const];
  });
  return elementNamed(fields);
}

function hasFields(element: Value, keying: Keying): element is Readonly<Record<string, Value>> {
  return keying.keyOf(element) !== undefined && isMap(element);
}
