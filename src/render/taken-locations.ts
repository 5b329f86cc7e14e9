import type { Location } from '../krm/resource.ts';

/** Files and indexes of resources. Without an index, a resource is the first of its file. */
export class TakenLocations {
  readonly #places = new Set<string>();

  /** Reports whether a resource has the path and index of a location. */
  has(location: Location): boolean {
    return this.#places.has(locationText(location));
  }

  add(location: Location): void {
    this.#places.add(locationText(location));
  }

  delete(location: Location): void {
    this.#places.delete(locationText(location));
  }
}

function locationText({ path = '', index = 0 }: Location): string {
  return `${path} ${index}`;
}
