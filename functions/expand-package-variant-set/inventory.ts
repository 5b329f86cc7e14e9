import { byteOrder } from '../../src/byte-order.ts';
import type { BoundObject as CelObject } from '../../src/cel/index.ts';
import { matchesLabels } from '../../src/function/index.ts';
import { groupBy } from '../../src/group-by.ts';
import {
  lostKeysOf,
  elsewhere,
  isProtectedField,
  kindHint,
  reportElsewhere,
  sameNamespace,
  type About,
  type Resource,
  type Results,
} from '../../src/krm/index.ts';
import { didYouMean } from '../../src/nearest-name.ts';
import { packageVariant } from '../../src/package-variant/index.ts';
import { isMap, type Path } from '../../src/yaml/index.ts';
import {
  PACKAGE_REVISION,
  PACKAGE_REVISIONS,
  REPOSITORY,
  type ObjectSelector,
  type Upstream,
  type VariantSet,
} from './variant-set.ts';

interface Kind {
  readonly apiVersion: string;
  readonly kind: string;
}

/**
 * Objects of the cluster as sets see it. Repositories and PackageRevisions among them are taken to be all that exist;
 * without any, nothing is known about that kind.
 */
export class Inventory {
  readonly #byKind: ReadonlyMap<string, readonly Resource[]>;
  readonly #results: Results;
  /** Repositories by name, by namespace. */
  readonly #repositories = new Map<string, ReadonlyMap<string, readonly Resource[]>>();
  readonly #seen = new Map<Resource, CelObject>();
  /** Objects already reported. */
  readonly #told = new Set<Resource>();
  readonly #warned = new Set<string>();
  /** Kinds whose objects were checked for duplicate keys. */
  readonly #checked = new Set<string>();

  constructor(objects: Iterable<Resource>, results: Results) {
    this.#byKind = groupBy(objects, kindKey);
    this.#results = results;
  }

  /** Returns the objects that a selector matches, in the order of their names. Reports a selector without a match. */
  select(selector: ObjectSelector, { source }: VariantSet, field: Path): readonly Resource[] {
    const { namespace } = source;
    this.#checkKeys(selector);
    const candidates = this.#all(selector).filter((object) => meets(selector, object));
    const selected = candidates.filter((object) => isSeen(object, selector, namespace));
    const others = candidates.filter((object) => !isSeen(object, selector, namespace));
    if (selected.length > 0) this.#tell(others);
    else {
      const end = elsewhere(others, namespace, REMEDY) || this.#hintFor(selector);
      this.#results.warning(`matches no ${selector.kind}${end}`, { code: 'rule-unmatched', resource: source, field });
    }
    return [...this.#named(selected).values()].toSorted((a, b) => byteOrder(a.name, b.name));
  }

  /**
   * Returns a Repository by name and namespace: undefined if none has the name, null if there are no Repositories at
   * all. Reports duplicates; Repositories that no target names may share theirs.
   */
  repository(name: string, { source }: VariantSet): Resource | undefined | null {
    const repositories = this.#repositoriesIn(source.namespace);
    if (repositories.size > 0) return this.#named(repositories.get(name) ?? []).get(name);
    const others = this.#all(REPOSITORY).filter((object) => object.name === name);
    this.#warnOfOthers(`Repository ${JSON.stringify(name)}`, others, source);
    return null;
  }

  /**
   * Returns the PackageRevision that a set varies; undefined if it is not among the items, null if there are none at
   * all.
   */
  upstream({ upstream, source }: VariantSet): Resource | undefined | null {
    const all = this.#revisions();
    const matched = all.filter((revision) => isRevision(revision, upstream));
    const isInNamespace = ({ namespace }: Resource): boolean => sameNamespace(namespace, source.namespace);
    if (!all.some(isInNamespace)) {
      this.#warnOfOthers('upstream PackageRevision', matched, source);
      this.#warnOfUnread(source);
      return null;
    }
    const [found] = this.#named(matched.filter(isInNamespace)).values();
    return found;
  }

  /** apiVersions of PackageRevisions among the items that are not read. */
  get unreadRevisions(): readonly string[] {
    return this.#unread.map(({ apiVersion }) => apiVersion);
  }

  /** One PackageRevision of each version that is not read. */
  get #unread(): readonly Resource[] {
    const known = new Set(PACKAGE_REVISIONS.map(kindKey));
    const [group = ''] = PACKAGE_REVISION.apiVersion.split('/');
    const firsts = [...this.#byKind].flatMap(([key, [object]]) =>
      known.has(key) || object === undefined ? [] : [object],
    );
    return firsts.filter((object) => object.group === group && object.kind === PACKAGE_REVISION.kind);
  }

  /**
   * Returns the PackageRevisions of all versions. An earlier version has precedence over a later one of the same
   * object.
   */
  #revisions(): readonly Resource[] {
    const nameOf = ({ namespace, name }: Resource): string => JSON.stringify([namespace || 'default', name]);
    const [first = [], second = []] = PACKAGE_REVISIONS.map((kind) => this.#all(kind));
    const names = new Set(first.map(nameOf));
    return [...first, ...second.filter((revision) => !names.has(nameOf(revision)))];
  }

  /** Warns once about a version of PackageRevisions that is not read. */
  #warnOfUnread(source: Resource): void {
    const versions = PACKAGE_REVISIONS.map(({ apiVersion }) => apiVersion).join(' and ');
    for (const { apiVersion } of this.#unread) {
      const message = `PackageRevisions of ${apiVersion} are not read, so the upstream is not checked: those of ${versions} are`;
      if (!this.#warned.has(`${source.namespace}/${source.name}: ${message}`))
        this.#results.warning(message, { code: 'unknown-kind', resource: source });
      this.#warned.add(`${source.namespace}/${source.name}: ${message}`);
    }
  }

  /** Warns once about a set that names an object of which only other namespaces have any. */
  #warnOfOthers(name: string, others: readonly Resource[], source: Resource): void {
    const message = `no ${name}${elsewhere(others, source.namespace, REMEDY)}`;
    const key = `${source.namespace}/${source.name}: ${message}`;
    if (others.length > 0 && !this.#warned.has(key))
      this.#results.warning(message, { code: 'other-namespace', resource: source });
    this.#warned.add(key);
  }

  /** Returns an object as expressions see it, without kpt's annotations. */
  seen(object: Resource): CelObject {
    const known = this.#seen.get(object);
    if (known !== undefined) return known;
    const { name, namespace } = object;
    const [labels, annotations] = [this.#strings(object, 'labels'), this.#strings(object, 'annotations')];
    const seen = { name, namespace, labels, annotations };
    this.#seen.set(object, seen);
    return seen;
  }

  /**
   * Returns labels or annotations. A value that is not a string, such as `no`, is an error: it has lost the author's
   * text.
   */
  #strings(object: Resource, map: 'labels' | 'annotations'): Readonly<Record<string, string>> {
    const value = object.document.value(['metadata', map]);
    const entries = Object.entries(isMap(value) ? value : {});
    const strings = entries.flatMap(([key, text]): [string, string][] => {
      const field = ['metadata', map, key];
      if (typeof text !== 'string')
        this.#results.error('must be a string', { code: 'invalid-value', resource: object, field, currentValue: text });
      return typeof text !== 'string' || isProtectedField(field) ? [] : [[key, text]];
    });
    return Object.fromEntries(strings);
  }

  /** Reports duplicate keys in all objects of a kind, since any of them may decide whether an object is selected. */
  #checkKeys(kind: Kind): void {
    if (this.#checked.has(kindKey(kind))) return;
    this.#checked.add(kindKey(kind));
    for (const object of this.#all(kind)) this.#results.include(lostKeysOf(object));
  }

  #all(kind: Kind): readonly Resource[] {
    return this.#byKind.get(kindKey(kind)) ?? [];
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

  /** Returns objects by name. An object without a name and a duplicate are errors, and are ignored afterwards. */
  #named(objects: readonly Resource[]): ReadonlyMap<string, Resource> {
    const named = new Map<string, Resource>();
    for (const object of objects) {
      const { kind, name } = object;
      if (name === '')
        this.#refuse(object, 'must be a nonempty string', { code: 'missing-field', field: ['metadata', 'name'] });
      else if (named.has(name))
        this.#refuse(object, `duplicate ${kind} "${name}": the name must be unique`, { code: 'duplicate-resource' });
      else named.set(name, object);
    }
    return named;
  }

  #refuse(object: Resource, message: string, about: About): void {
    if (!this.#told.has(object)) this.#results.error(message, { ...about, resource: object });
    this.#told.add(object);
  }

  /** Reports once for each object that it would be selected but for its namespace. */
  #tell(objects: readonly Resource[]): void {
    reportElsewhere(
      'a PackageVariantSet',
      objects.filter((object) => !this.#told.has(object)),
      this.#results,
    );
    for (const object of objects) this.#told.add(object);
  }

  /**
   * Returns a hint for a selector without a match: the nearest name, or the versions of the objects of its kind, or the
   * nearest kind. Ignores sets and PackageVariants: the first run makes some, and a second run would give another hint.
   */
  #hintFor(selector: ObjectSelector): string {
    const { name } = selector;
    const ofKind = this.#all(selector);
    if (ofKind.length > 0) {
      const names = ofKind.map((object) => object.name);
      return name === undefined || names.includes(name) ? '' : didYouMean(name, names.toSorted(byteOrder));
    }
    const all = [...this.#byKind.values()].flatMap(([object]) => object ?? []);
    return kindHint(
      selector,
      all.filter(({ group }) => !packageVariant.apiVersion.startsWith(`${group}/`)),
    );
  }
}

/** Ends messages about objects in other namespaces. */
const REMEDY = 'set `metadata.namespace` of the set';

function kindKey({ apiVersion, kind }: Kind): string {
  return `${apiVersion}/${kind}`;
}

function meets({ name, labels }: ObjectSelector, object: Resource): boolean {
  return (name === undefined || object.name === name) && matchesLabels(labels, object.texts(['metadata', 'labels']));
}

/** Reports whether a namespace sees an object. One without a namespace may be cluster-scoped; a Repository never is. */
function isSeen(object: Resource, { kind, apiVersion }: ObjectSelector, namespace: string): boolean {
  if (object.namespace === '' && kindKey({ kind, apiVersion }) !== kindKey(REPOSITORY)) return true;
  return sameNamespace(object.namespace, namespace);
}

/** Compares the revision if it is set, or else the workspace. */
function isRevision(revision: Resource, upstream: Upstream): boolean {
  const spec = revision.texts(['spec']);
  if (spec.get('repository') !== upstream.repo || spec.get('packageName') !== upstream.package) return false;
  if (upstream.revision === undefined) return spec.get('workspaceName') === upstream.workspaceName;
  // From v1alpha2 on, Porch writes the revision to the status.
  const written = spec.get('revision') ?? revision.texts(['status']).get('revision') ?? '';
  return plainRevision(written) === plainRevision(String(upstream.revision));
}

/** Strips the `v`: earlier versions of Porch write `v3`, later ones 3. */
function plainRevision(revision: string): string {
  return revision.replace(/^v(?=[0-9]+$)/, '');
}
