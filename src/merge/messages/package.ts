/**
 * Messages about a merged package: resources that it has several times, its lock, and limits. Each function returns the
 * text of a result.
 */
import { allOf } from '../../wording.ts';

export function nameShared(resources: number, files: readonly string[]): string {
  return `${resources} resources have this name now, in ${files.join(', ')}: each side gave it to a different one`;
}

export function resourceRepeated(name: string, files: readonly string[]): string {
  return `${name} occurs ${files.length} times now, in ${allOf(files)}`;
}

/** Place of a resource on a side: a file, or the `List` in a file. Undefined if the side deleted it. */
type Place = { readonly path: string; readonly isInList: boolean } | undefined;

/** `name`: undefined for a resource without one. */
export function staysInEachPlace(name: string | undefined, theirs: Place, local: Place): string {
  return `${name ?? 'a resource'} is ${placeText(theirs)} in new and ${placeText(local)} in local: it stays in each place`;
}

function placeText(place: Place): string {
  return place === undefined ? 'deleted' : `in ${listPlace(place)}`;
}

/** Names a place in the values of a conflict. */
export function listPlace({ path, isInList }: Exclude<Place, undefined>): string {
  return isInList ? `List in ${path}` : path;
}

export const LOCK_OUTDATED = '`upstreamLock` still names the version before the merge: set it to the version of new';

export function modeAsInNew(isExecutable: boolean): string {
  return isExecutable ? 'is executable, as in new' : 'is no longer executable, as in new';
}

export const COMPARISON_LIMIT =
  'too many renamed files or resources to compare them all: changes to those without a clear match are conflicts';
