import { hasClone } from '../../git/cached-clone.ts';
import { parseRepositoryUrl } from '../../git/repository-url.ts';
import { KrmError } from '../../../src/krm/index.ts';
import { isSamePlace, type DownstreamPlace } from '../../../src/fleet/inputs/downstream-variants.ts';
import type { FleetInputs } from '../../../src/fleet/inputs/fleet-inputs.ts';
import { withoutCredentials } from '../../../src/url-credentials.ts';

/**
 * Returns the places in other git repositories that no PackageVariant asks for, and that may still have variants of the fleet: those that an
 * earlier call knew variants in, and Repositories that nothing uses, unless they would have to be fetched, and `mayFetch` is false.
 */
export function unaskedPlaces(
  { elsewhere, unused }: Pick<FleetInputs, 'elsewhere' | 'unused'>,
  known: readonly DownstreamPlace[],
  mayFetch: boolean,
): readonly DownstreamPlace[] {
  const places = elsewhere.map(({ place }) => place);
  const found: DownstreamPlace[] = [];
  const isNew = (place: DownstreamPlace): boolean => ![...places, ...found].some((each) => isSamePlace(each, place));
  for (const place of known) if (isNew(place)) found.push(place);
  for (const place of unused)
    if (isNew(place) && isOnHost(place.url) && (mayFetch || hasClone(place.url))) found.push(place);
  return found;
}

/** Reports whether a URL is one that variants can have been written to. */
export function isOnHost(url: string): boolean {
  if (withoutCredentials(url) !== url) return false;
  try {
    return parseRepositoryUrl(url).folder === undefined;
  } catch (error) {
    if (error instanceof KrmError) return false;
    throw error;
  }
}
