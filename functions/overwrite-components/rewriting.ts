import { equalValues, type Resource, type Results } from '../../src/index.ts';
import { hasOriginals, Originals, type Fields } from './originals.ts';
import { fieldsAt, writeFields, type ReferenceField } from './places.ts';

/** What is to be written to a place. */
interface Plan {
  readonly place: ReferenceField;
  readonly fields: Fields;
  /** Why, in messages. */
  readonly reason: string;
}

/** What becomes of the references of a package: they are all known before the first is written. */
export class Rewriting {
  readonly #results: Results;
  readonly #originals = new Map<Resource, Originals>();
  readonly #plans = new Map<Resource, Map<string, Plan>>();

  constructor(results: Results) {
    this.#results = results;
  }

  /** How a reference was before any run rewrote it. */
  original(place: ReferenceField): Fields {
    return this.#originalsOf(place.resource).of(place.id, fieldsAt(place));
  }

  /** Plans what a place is to be. Two plans that differ are an error: who leads to a descriptor must agree on what is in it. */
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
   * Writes what was planned for these places; what was not becomes what it was first. Gives those that change back.
   * `resources`: all that were looked at: of references that are not there any more nothing is remembered.
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
