import { isSamePlace, type DownstreamPlace } from '../../../src/fleet/inputs/downstream-variants.ts';
import { isOnHost } from './unasked-places.ts';
import type { Records } from '../fleet-store.ts';

/** Other git repositories that earlier calls in this clone of a fleet found or pushed variants in, also after the last PackageVariant for them is gone. */
export class KnownPlaces {
  readonly #records: Records;

  /** `records`: of the clone of the fleet. */
  constructor(records: Records) {
    this.#records = records;
  }

  /** Leaves out places that variants cannot have been written to. */
  read(): readonly DownstreamPlace[] {
    return this.#stored().filter(({ url }) => isOnHost(url));
  }

  #stored(): readonly DownstreamPlace[] {
    const text = this.#records.read(FILE)?.toString();
    if (text === undefined) return [];
    try {
      return (JSON.parse(text) as { readonly places: readonly DownstreamPlace[] }).places;
    } catch (error) {
      // A process that was killed may have left it incomplete.
      if (error instanceof SyntaxError) return [];
      throw error;
    }
  }

  /** Adds places, and forgets those that have no variant any longer. */
  update(added: readonly DownstreamPlace[], forgotten: readonly DownstreamPlace[]): void {
    const known = this.#stored();
    const isIn = (places: readonly DownstreamPlace[]) => (place: DownstreamPlace) =>
      places.some((each) => isSamePlace(each, place));
    const kept = this.read().filter((place) => !isIn(forgotten)(place));
    const fresh = added.filter((place) => isOnHost(place.url) && !isIn(kept)(place));
    if (fresh.length === 0 && kept.length === known.length) return;
    const places = [...kept, ...fresh].map(({ name, url, branch }) => ({ name, url, branch }));
    this.#records.write(FILE, `${JSON.stringify({ places })}\n`);
  }
}

const FILE = 'downstream.json';
