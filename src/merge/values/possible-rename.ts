import type { Keying } from '../../pairing/keying.ts';
import { isMap, type Value } from '../../yaml/index.ts';
import type { Sides } from '../sides.ts';
import type { EntryVersion } from './input.ts';
import type { Place } from './place.ts';

/**
 * Warns of an entry or element that only one side has, if it may be one of base with another key, which the other side removed. `old`: names
 * the one of base.
 */
export function warnOfRename({ theirs }: Sides<EntryVersion>, old: string, place: Place): void {
  const [adding, other] = theirs === undefined ? ['local', 'new'] : ['new', 'local'];
  place.warning(
    `is added by ${adding}, but may be ${old} with another key, which ${other} removed: remove it, too, if it is the same`,
  );
}

/** Names an element by the fields of its key. */
export function namedBy(element: Value, { keys = [] }: Keying, place: Place): string {
  const fields = keys.flatMap((key) => {
    const value = isMap(element) ? element[key] : undefined;
    return value === undefined ? [] : [`\`${key}\` ${place.shown(value)}`];
  });
  return `the element with ${fields.join(' and ')}`;
}
