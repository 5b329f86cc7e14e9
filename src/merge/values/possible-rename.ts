import type { Keying } from '../../pairing/keying.ts';
import { isMap, type Value } from '../../yaml/index.ts';
import type { Sides } from '../sides.ts';
import type { EntryVersion } from './input.ts';
import { isSame } from './merged-value.ts';
import type { Place } from './place.ts';

/**
 * Warns of an entry or element that only one side has, if it may be one of base that was changed, and that the other side removed. `old`:
 * names the one of base and what is different.
 */
export function warnOfRename({ theirs }: Sides<EntryVersion>, old: string, place: Place): void {
  const sides = theirs === undefined ? { adding: 'local', other: 'new' } : { adding: 'new', other: 'local' };
  place.warning('possible-move', possibleMessage(sides, old));
}

/**
 * Returns the warning about something that one side added, and that may be an `old` thing that the other side removed. `more`: other files that
 * may have it. Default: none.
 */
export function possibleMessage(
  { adding, other }: { readonly adding: string; readonly other: string },
  old: string,
  more: readonly string[] = [],
): string {
  const others = more.length === 0 ? '' : `; as may those in ${more.join(', ')}`;
  return `is added by ${adding}, but may be ${old}, which ${other} removed: remove it, too, if it is the same${others}`;
}

/** Reports an entry or element whose versions have different names, although the side that kept its name changed it. */
export function tellOfRename(names: Sides<string>, { base, theirs, local }: Sides<EntryVersion>, place: Place): void {
  if (place.guessing === 'refusing' || base === undefined) return;
  const old = names.base ?? '';
  if (names.theirs !== undefined && names.theirs !== old && !isSame(local, base))
    place.warning('renamed', `becomes ${names.theirs}, as in new: was ${old}`);
  if (names.local !== undefined && names.local !== old && !isSame(theirs, base))
    place.info('matched-by-likeness', `was ${old} in the base version: matched by its values`);
}

/** Names an entry of base that may have another key now. */
export function entryBefore(key: string): string {
  return `\`${key}\` with another key`;
}

/** Names an element of base that may have another key now or, without a key, another value. */
export function elementBefore(element: Value, keying: Keying, place: Place): string {
  return `${elementName(element, keying, place)} with another ${hasFields(element, keying) ? 'key' : 'value'}`;
}

/** Names an element by its key or, without one, its value. */
export function elementName(element: Value, keying: Keying, place: Place): string {
  if (!hasFields(element, keying)) return `the element ${place.shown(element)}`;
  const fields = (keying.keys ?? keying.names ?? []).flatMap((key) => {
    const value = element[key];
    return value === undefined ? [] : [`\`${key}\` ${place.shown(value)}`];
  });
  return `the element with ${fields.join(' and ')}`;
}

function hasFields(element: Value, keying: Keying): element is Readonly<Record<string, Value>> {
  return keying.keyOf(element) !== undefined && isMap(element);
}
