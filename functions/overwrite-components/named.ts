import { groupBy, identityOf, rejectDuplicates, type Resource, type Results } from '../../src/index.ts';

/** Resources of one kind by namespace and name. Duplicates are errors. */
export class Named<T extends { readonly resource: Resource }> {
  readonly #byLocation: ReadonlyMap<string, readonly T[]>;
  readonly #byName: ReadonlyMap<string, readonly T[]>;

  constructor(items: readonly T[], results: Results) {
    this.#byLocation = groupBy(items, ({ resource }) => identityOf(resource.namespace, resource.name));
    this.#byName = groupBy(items, ({ resource }) => resource.name);
    rejectDuplicates(
      items.map(({ resource }) => resource),
      results,
    );
  }

  find(namespace: string, name: string | undefined): T | undefined {
    return name === undefined ? undefined : this.#byLocation.get(identityOf(namespace, name))?.[0];
  }

  /** Returns a hint to a resource of this name in another namespace. */
  hint(name: string): string {
    const [other] = this.#byName.get(name) ?? [];
    return other === undefined ? '' : `; there is one in ${inNamespace(other.resource.namespace)}`;
  }
}

/** Describes a namespace in messages. */
export function inNamespace(namespace: string): string {
  return `namespace "${namespace || 'default'}"`;
}
