import { byteOrder } from './byte-order.ts';
import { didYouMean, suggestion } from './nearest-name.ts';

/** Joins alternatives for people: `a`, `a or b`, `a, b or c`. */
export function oneOf(alternatives: readonly string[]): string {
  const last = alternatives.at(-1) ?? 'nothing';
  const others = alternatives.slice(0, -1);
  return others.length === 0 ? last : `${others.join(', ')} or ${last}`;
}

/** Joins different things for people, each once: `a and b and c`. */
export function allOf(things: Iterable<string>): string {
  return [...new Set(things)].join(' and ');
}

/** Returns the end of a message about a missing kind, listing the versions that exist; '' if there are none. */
export function versionHint(versions: readonly string[]): string {
  const named = versions.map((version) => JSON.stringify(version));
  return named.length === 0 ? '' : suggestion(`apiVersion ${oneOf(named)}`);
}

/**
 * Maximum number of names in a list of what a message is about: the first show what is meant, and the rest is noise.
 */
export const MAX_NAMES = 3;

/** Names the first of some things: `a, b, c and 9 more`. */
export function firstNames<Thing>(things: readonly Thing[], nameOf: (thing: Thing) => string): string {
  const more = things.length > MAX_NAMES ? ` and ${things.length - MAX_NAMES} more` : '';
  return `${things.slice(0, MAX_NAMES).map(nameOf).join(', ')}${more}`;
}

/** States that no thing of a kind has a name, with the names that there are and the nearest of them. */
export function unknownName(kind: string, name: string, names: readonly string[]): string {
  const known = names.toSorted(byteOrder);
  if (known.length === 0) return `no ${kind} is named ${JSON.stringify(name)}: there are none`;
  return `no ${kind} is named ${JSON.stringify(name)}: known are ${firstNames(known, (each) => JSON.stringify(each))}${didYouMean(name, known)}`;
}

/** Formats a count with its noun: `1 key`, `2 keys`. */
export function counted(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? '' : 's'}`;
}
