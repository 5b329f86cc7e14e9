import type { Keying } from '../../pairing/keying.ts';
import { isMap, type Value } from '../../yaml/index.ts';
import type { Sides } from '../sides.ts';
import type { EntryVersion } from './input.ts';
import type { Place } from './place.ts';

/**
 * Warns of an entry or element that only one side has, if it may be one of base that was changed, and that the other side removed. `old`:
 * names the one of base and what is different.
 */
export function warnOfRename({ theirs }: Sides<EntryVersion>, old: string, place: Place): void {
  const [adding, other] = theirs === undefined ? ['local', 'new'] : ['new', 'local'];
  place.warning(`is added by ${adding}, but may be ${old}, which ${other} removed: remove it, too, if it is the same`);
}

/** Names an entry of base that may have another key now. */
export function entryBefore(key: string): string {
  return `\`${key}\` with another key`;
}

/** Names an element of base that may have another key now or, without a key, another value. */
export function elementBefore(element: Value, keying: Keying, place: Place): string {
  if (keying.keyOf(element) === undefined) return `the element ${place.shown(element)} with another value`;
  const fields = (keying.keys ?? []).flatMap((key) => {
    const value = isMap(element) ? element[key] : undefined;
    return value === undefined ? [] : [`\`${key}\` ${place.shown(value)}`];
  });
  return `the element with ${fields.join(' and ')} with another key`;
}
