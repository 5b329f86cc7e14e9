import { byteOrder } from '../../src/byte-order.ts';
import type { Call } from '../../src/function/index.ts';
import { groupBy } from '../../src/group-by.ts';
import {
  attributeEdits,
  attributeResource,
  fileOf,
  namespacedName,
  sameNamespace,
  type Location,
  type Origin,
  type Resource,
} from '../../src/krm/index.ts';
import { packageVariant } from '../../src/package-variant/index.ts';
import { counted, firstNames } from '../../src/wording.ts';
import type { Variant } from './expand-set.ts';
import { madeBy, marksOf, newVariant, updateVariant } from './ownership.ts';
import { packageVariantSet } from './kinds/package-variant-set.ts';
import type { VariantSet } from './variant-set.ts';

/**
 * Makes the PackageVariants among the items match the sets: earlier ones of a set are changed in place, or removed if
 * they are no longer wanted; each new one gets a file in a folder of the set.
 */
export class VariantWriter {
  readonly #call: Call<unknown>;
  /** Existing PackageVariants by the marks of their sets. */
  readonly #byMark: ReadonlyMap<string | undefined, readonly Resource[]>;
  /** The same, by namespace and name. */
  readonly #byName: ReadonlyMap<string, readonly Resource[]>;
  /** Existing items by file. */
  readonly #byFile: ReadonlyMap<string, readonly Resource[]>;
  /** The sets among the items, by namespace and name. */
  readonly #sets: ReadonlyMap<string, readonly Resource[]>;
  readonly #removed = new Set<Resource>();
  /** Computed once, since it looks at every item. */
  #isFiltered: boolean | undefined;
  /** Folders that sets have written to. */
  readonly #folders = new Set<string>();

  constructor(call: Call<unknown>) {
    this.#call = call;
    const variants = [...call.resources].filter(isVariant);
    this.#byMark = groupBy(variants, madeBy);
    this.#byName = groupBy(variants, ({ namespace, name }) => namespacedName(namespace, name));
    const sets = [...call.resources].filter(isSet);
    this.#sets = groupBy(sets, ({ namespace, name }) => namespacedName(namespace, name));
    this.#byFile = groupBy(call.resources, ({ location }) => fileOf(location));
  }

  /** Writes the PackageVariants of a set, and counts them. Conflicting items are errors. */
  write(set: VariantSet, wanted: readonly Variant[]): void {
    const own = this.#own(set);
    const names = new Set(wanted.map(({ name }) => name));
    const removed = this.#remove(
      set,
      [...own.values()].filter(({ name }) => !names.has(name)),
    );
    const changed = wanted.filter((variant) => {
      const earlier = own.get(variant.name);
      if (earlier === undefined) return false;
      return attributeEdits(originOf(variant), earlier, () => updateVariant(earlier, variant, this.#call.results));
    });
    const added = wanted.filter(({ name }) => !own.has(name));
    this.#add(set, added);
    const unchanged = wanted.length - added.length - changed.length;
    const { results } = this.#call;
    const about = { resource: set.source };
    const listed = wanted.length === 0 ? '' : `: ${firstNames([...names].toSorted(byteOrder), (name) => name)}`;
    results.info(`PackageVariants as configured: ${wanted.length}${listed}`, { code: 'rule-applied', ...about });
    if (unchanged === wanted.length && removed === 0) return;
    const counts = [
      `${added.length} added`,
      `${changed.length} changed`,
      `${removed} removed`,
      `${unchanged} unchanged`,
    ];
    results.notice(`PackageVariants: ${counts.join(', ')}`, about);
  }

  /** Returns the PackageVariants that a set made earlier, by name. */
  #own(set: VariantSet): ReadonlyMap<string, Resource> {
    const marked = marksOf(set).flatMap((mark) => this.#byMark.get(mark) ?? []);
    const own = new Map<string, Resource>();
    for (const variant of marked.filter(({ namespace }) => sameNamespace(namespace, set.source.namespace))) {
      if (own.has(variant.name))
        this.#call.results.error('duplicate PackageVariant: namespace and name must be unique', {
          code: 'duplicate-resource',
          resource: variant,
        });
      own.set(variant.name, variant);
    }
    return own;
  }

  /**
   * Removes PackageVariants that a set no longer wants, and returns their number. Keeps them if selectors may hide
   * their targets.
   */
  #remove({ source }: VariantSet, stale: readonly Resource[]): number {
    const { resources, results } = this.#call;
    if (stale.length === 0) return 0;
    if ((this.#isFiltered ??= resources.isFiltered)) {
      const count = counted(stale.length, 'PackageVariant');
      results.warning(`kept ${count} without a target: selectors may hide the targets`, {
        code: 'output-kept',
        resource: source,
      });
      return 0;
    }
    for (const variant of stale) {
      resources.remove(variant);
      attributeResource({ resource: source }, variant);
      this.#removed.add(variant);
    }
    return stale.length;
  }

  #add({ source }: VariantSet, added: readonly Variant[]): void {
    const { path = '', element: _, ...location } = this.#locationOf(source);
    const folder = `${path.slice(0, path.lastIndexOf('/') + 1)}${source.name}`;
    const isShared = this.#folders.has(fileOf({ ...location, path: folder }));
    if (isShared)
      this.#refuse([source], `must not share the folder "${folder}" with another PackageVariantSet of the same name`);
    this.#folders.add(fileOf({ ...location, path: folder }));
    for (const variant of added) {
      const file = { ...location, path: `${folder}/${variant.name}.yaml`, index: 0 };
      const duplicates = this.#byName.get(namespacedName(source.namespace, variant.name)) ?? [];
      this.#refuse(
        duplicates,
        `must have another name: ${titleOf(source)} creates a PackageVariant of this name and does not own this one`,
      );
      const others = this.#byFile.get(fileOf(file))?.filter((resource) => !duplicates.includes(resource)) ?? [];
      this.#refuse(others, `must be in another file: ${titleOf(source)} writes a PackageVariant to this file`);
      attributeResource(originOf(variant), this.#call.resources.add(newVariant(variant), file));
    }
  }

  #refuse(inTheWay: readonly Resource[], message: string): void {
    for (const resource of inTheWay)
      if (!this.#removed.has(resource)) this.#call.results.error(message, { code: 'place-taken', resource });
  }

  /**
   * Returns the location of a set among the items. A set that is only the function config has no place in the package.
   */
  #locationOf({ namespace, name }: Resource): Location {
    return this.#sets.get(namespacedName(namespace, name))?.[0]?.location ?? {};
  }
}

function isSet({ apiVersion, kind }: Resource): boolean {
  return kind === packageVariantSet.kind && apiVersion === packageVariantSet.apiVersion;
}

function isVariant({ apiVersion, kind }: Resource): boolean {
  return kind === packageVariant.kind && apiVersion === packageVariant.apiVersion;
}

function titleOf({ name }: Resource): string {
  return `PackageVariantSet "${name}"`;
}

/** Returns the target of a set that a variant is for. */
function originOf({ set, field }: Variant): Origin {
  return { resource: set.source, field };
}
