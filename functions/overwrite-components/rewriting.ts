import { equalValues, type Resource, type Results } from '../../src/index.ts';
import { hasOriginals, Originals, type Fields } from './originals.ts';
import { fieldsAt, writeFields, type ReferenceField } from './places.ts';

/** Planned fields of a reference. */
interface Plan {
  readonly place: ReferenceField;
  readonly fields: Fields;
  /** Reason, for messages. */
  readonly reason: string;
}

/** Planned changes to the references of a package: all are known before the first is written. */
export class Rewriting {
  readonly #results: Results;
  readonly #originals = new Map<Resource, Originals>();
  readonly #plans = new Map<Resource, Map<string, Plan>>();

  constructor(results: Results) {
    this.#results = results;
  }

  /** Returns a reference as it was before any run rewrote it. */
  original(place: ReferenceField): Fields {
    return this.#originalsOf(place.resource).of(place.id, fieldsAt(place));
  }

  /** Plans the fields of a reference. Two different plans are an error: all that lead to a descriptor must agree on it. */
  plan(place: ReferenceField, fields: Fields, reason: string): void {
    const plans = this.#plans.get(place.resource) ?? new Map<string, Plan>();
    this.#plans.set(place.resource, plans);
    const other = plans.get(place.id);
    if (other === undefined) plans.set(place.id, { place, fields, reason });
    else if (!equalValues(other.fields, fields)) {
      const message = `must be one reference, and not one for ${other.reason} and another for ${reason}`;
      this.#results.error(message, { resource: place.resource, field: place.path });
    }
  }

  /**
   * Writes the plans for these references, and restores the originals of those without a plan. Returns the restored ones.
   * `resources` are all that were looked at: originals of references that no longer exist are dropped.
   */
  write(places: readonly ReferenceField[], resources: readonly Resource[]): readonly ReferenceField[] {
    const restored = places.filter((place) => this.#write(place) === 'restored');
    for (const resource of new Set([...places.map((place) => place.resource), ...resources.filter(hasOriginals)]))
      this.#originalsOf(resource).write();
    return restored;
  }

  #write(place: ReferenceField): 'rewritten' | 'restored' | 'unchanged' {
    const original = this.original(place);
    const fields = this.#plans.get(place.resource)?.get(place.id)?.fields ?? original;
    const isChanged = !equalValues(fieldsAt(place), fields);
    const isRewritten = !equalValues(fields, original);
    if (isRewritten) this.#originalsOf(place.resource).keep(place.id, { original, written: fields });
    if (isChanged) writeFields(place, fields);
    return !isChanged ? 'unchanged' : isRewritten ? 'rewritten' : 'restored';
  }

  #originalsOf(resource: Resource): Originals {
    const known = this.#originals.get(resource) ?? new Originals(resource, this.#results);
    this.#originals.set(resource, known);
    return known;
  }
}
