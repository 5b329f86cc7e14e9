import {
  byteOrder,
  groupBy,
  isMap,
  isProtectedField,
  matchesLabels,
  packageVariant,
  sameNamespace,
  versionHint,
  type CelObject,
  type Path,
  type Resource,
  type Resources,
  type Results,
} from '../../src/index.ts';
import { REPOSITORY, type ObjectSelector, type Upstream, type VariantSet } from './variant-set.ts';

const PACKAGE_REVISION = { apiVersion: 'porch.kpt.dev/v1alpha1', kind: 'PackageRevision' };

interface Kind {
  readonly apiVersion: string;
  readonly kind: string;
}

/**
 * The objects of a cluster that sets look at: the items of the call. What they hold of Repositories or PackageRevisions is
 * taken for all that there are; where they hold none, nothing is known of them.
 */
export class Inventory {
  readonly #byKind: ReadonlyMap<string, readonly Resource[]>;
  readonly #results: Results;
  /** Repositories by name, by namespace. */
  readonly #repositories = new Map<string, ReadonlyMap<string, readonly Resource[]>>();
  readonly #seen = new Map<Resource, CelObject>();
  /** Those of which a result tells. */
  readonly #told = new Set<Resource>();

  constructor(resources: Resources, results: Results) {
    this.#byKind = groupBy(resources, keyOf);
    this.#results = results;
  }

  /** The objects that a selector means, in the order of their names. One that means none is reported. */
  select(selector: ObjectSelector, { source }: VariantSet, field: Path): readonly Resource[] {
    const { namespace } = source;
    const candidates = this.#all(selector).filter((object) => meets(selector, object));
    const selected = candidates.filter((object) => isSeen(object, selector, namespace));
    for (const object of candidates.filter((other) => !isSeen(other, selector, namespace))) this.#tell(object);
    if (selected.length === 0)
      this.#results.warning(`matches no ${selector.kind}${this.#otherVersions(selector)}`, { resource: source, field });
    return [...this.#named(selected).values()].toSorted((a, b) => byteOrder(a.name, b.name));
  }

  /**
   * Returns the Repository of a name in a namespace: undefined where none has the name, null where there are no Repositories
   * at all. Reports others of the same name; Repositories that no target names may share theirs.
   */
  repository(name: string, namespace: string): Resource | undefined | null {
    const repositories = this.#repositoriesIn(namespace);
    return repositories.size === 0 ? null : this.#named(repositories.get(name) ?? []).get(name);
  }

  /** The PackageRevision that a set varies; undefined where it is none of those that there are, null where there are none at all. */
  upstream({ upstream, source }: VariantSet): Resource | undefined | null {
    const revisions = this.#all(PACKAGE_REVISION).filter(({ namespace }) => sameNamespace(namespace, source.namespace));
    if (revisions.length === 0) return null;
    const [found] = this.#named(revisions.filter((revision) => isRevision(revision, upstream))).values();
    return found;
  }

  /** What expressions see of an object. What kpt notes on it is no part of it. */
  seen(object: Resource): CelObject {
    const known = this.#seen.get(object);
    if (known !== undefined) return known;
    const { name, namespace } = object;
    const [labels, annotations] = [this.#strings(object, 'labels'), this.#strings(object, 'annotations')];
    const seen = { name, namespace, labels, annotations };
    this.#seen.set(object, seen);
    return seen;
  }

  /** What is no string would be another text to an expression than it is to who wrote it, such as `no`. */
  #strings(object: Resource, map: 'labels' | 'annotations'): Readonly<Record<string, string>> {
    const value = object.document.value(['metadata', map]);
    const entries = Object.entries(isMap(value) ? value : {});
    const strings = entries.flatMap(([key, text]): [string, string][] => {
      const field = ['metadata', map, key];
      if (typeof text !== 'string')
        this.#results.error('must be a string', { resource: object, field, currentValue: text });
      return typeof text !== 'string' || isProtectedField(field) ? [] : [[key, text]];
    });
    return Object.fromEntries(strings);
  }

  #all(kind: Kind): readonly Resource[] {
    return this.#byKind.get(keyOf(kind)) ?? [];
  }

  #repositoriesIn(namespace: string): ReadonlyMap<string, readonly Resource[]> {
    const key = namespace || 'default';
    const known = this.#repositories.get(key);
    if (known !== undefined) return known;
    const inNamespace = this.#all(REPOSITORY).filter((object) => sameNamespace(object.namespace, namespace));
    const byName = groupBy(inNamespace, ({ name }) => name);
    this.#repositories.set(key, byName);
    return byName;
  }

  /** Objects by name. One without a name, or a second one of a name, is an error, and counts no more. */
  #named(objects: readonly Resource[]): ReadonlyMap<string, Resource> {
    const named = new Map<string, Resource>();
    for (const object of objects) {
      const { kind, name } = object;
      if (name === '') this.#refuse(object, 'must be a string that is not empty', ['metadata', 'name']);
      else if (named.has(name))
        this.#refuse(object, `must be the only ${kind} "${name}": which one is meant is not clear`);
      else named.set(name, object);
    }
    return named;
  }

  #refuse(object: Resource, message: string, field?: Path): void {
    if (!this.#told.has(object)) this.#results.error(message, { resource: object, ...(field && { field }) });
    this.#told.add(object);
  }

  /** Tells once of an object that it would be selected but for its namespace. */
  #tell(object: Resource): void {
    if (this.#told.has(object)) return;
    this.#results.info('a PackageVariantSet would select it but for the namespace', { resource: object });
    this.#told.add(object);
  }

  /**
   * For a selector that matches nothing: the versions in which there are objects of its kind. PackageVariants are none: the
   * first run makes some, and a second one would give another hint.
   */
  #otherVersions({ apiVersion, kind }: ObjectSelector): string {
    const all = [...this.#byKind.values()].flatMap(([object]) => object ?? []);
    const targets = all.filter((object) => keyOf(object) !== keyOf(packageVariant));
    const others = targets.filter((object) => object.kind === kind && object.apiVersion !== apiVersion);
    return versionHint(others.map((object) => object.apiVersion).toSorted(byteOrder));
  }
}

function keyOf({ apiVersion, kind }: Kind): string {
  return `${apiVersion}/${kind}`;
}

function meets({ name, labels }: ObjectSelector, object: Resource): boolean {
  return (name === undefined || object.name === name) && matchesLabels(labels, object.texts(['metadata', 'labels']));
}

/** An object without a namespace may be one of the whole cluster, which is seen from everywhere; a Repository never is. */
function isSeen(object: Resource, { kind, apiVersion }: ObjectSelector, namespace: string): boolean {
  if (object.namespace === '' && keyOf({ kind, apiVersion }) !== keyOf(REPOSITORY)) return true;
  return sameNamespace(object.namespace, namespace);
}

/** By its revision where that is said, or else by its workspace. */
function isRevision(revision: Resource, upstream: Upstream): boolean {
  const spec = revision.texts(['spec']);
  if (spec.get('repository') !== upstream.repo || spec.get('packageName') !== upstream.package) return false;
  if (upstream.revision === undefined) return spec.get('workspaceName') === upstream.workspaceName;
  return plainRevision(spec.get('revision') ?? '') === plainRevision(String(upstream.revision));
}

/** Earlier versions of Porch write `v3`, later ones 3. */
function plainRevision(revision: string): string {
  return revision.replace(/^v(?=[0-9]+$)/, '');
}
