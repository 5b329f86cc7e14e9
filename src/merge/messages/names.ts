/**
 * Messages about things with another name than in base, and about things that are taken as the same, or may be. Each
 * function returns the text of a result.
 */
import { otherOf, wordFor, type MergedSide } from '../sides.ts';

export const COPY_KEPT = "is treated as a copy, which does not follow new: kpt's comment names another resource";

export function becomesAsInNew(after: string, before: string): string {
  return `becomes ${after}, as in new: was ${before}`;
}

/** `what`: the part of its identity that local changed. `isOnly`: whether local changed nothing else in it. */
export function followsRenamed(before: string, what: 'name' | 'namespace', isOnly: boolean): string {
  return `gets the changes of new to ${before}: local changed ${isOnly ? 'only ' : ''}its ${what}`;
}

export function wasInBase(before: string, by: 'place' | 'values'): string {
  return `was ${before} in the base version: matched by ${by === 'place' ? 'its place or its lines' : 'its values'}`;
}

/** Way to match documents whose identity is not unique. */
export type AmbiguousWay = keyof typeof MATCHED;

const MATCHED = {
  fileOrder: 'its order among those of the file with this name',
  renamedFile: 'its file, which was renamed',
  similarFile: 'its file, which is similar',
  sameIdentity: 'its lines',
} as const;

/** `move`: its paths in base and in a side, if they differ. */
export function matchedBy(
  way: AmbiguousWay,
  move?: { readonly from: string; readonly to: string; readonly side: MergedSide },
): string {
  const place = move === undefined ? '' : `in ${move.from}, and is in ${move.to} in ${wordFor(move.side)}: `;
  return `was ${place}matched by ${MATCHED[way]}`;
}

export const MATCHED_BY_NAME = 'is matched by its name, because its key changed';

/** `keys`: fields that tell the elements of a list apart. */
export function elementsMatched(keys: readonly string[]): string {
  return `elements with the same \`${keys.join('` or `')}\` are treated as the same element`;
}

/**
 * Warns of something that a side added, and that may be an `old` thing that the other side removed. `more`: other files
 * that may have it.
 */
export function possibleMove(adding: MergedSide, old: string, more: readonly string[] = []): string {
  const others = more.length === 0 ? '' : `; as may those in ${more.join(', ')}`;
  return `is added by ${wordFor(adding)}, but may be ${old}, which ${wordFor(otherOf(adding))} removed: remove it, too, if it is the same${others}`;
}

/** Resource without a name. */
export const UNNAMED_DOCUMENT = 'the document';

/** Names a resource of base by its file. */
export function ofFile(name: string, path: string): string {
  return `${name} of ${path}`;
}

/** Names an entry of a map by its key. */
export function entryNamed(key: string): string {
  return `\`${key}\``;
}

/** Names an element of a list by its value, or by fields and their values. */
export function elementNamed(by: string | readonly (readonly [key: string, value: string])[]): string {
  if (typeof by === 'string') return `the element ${by}`;
  return `the element with ${by.map(([key, value]) => `\`${key}\` ${value}`).join(' and ')}`;
}

/** Names an element of base by the path of its list. */
export function elementOfList(list: string): string {
  return `the element that was in \`${list}\``;
}

/** Names an entry or element of base that may have another key now or, without a key, another value. */
export function withAnother(name: string, what: 'key' | 'value'): string {
  return `${name} with another ${what}`;
}
