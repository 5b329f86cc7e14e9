import type { Call } from '../../src/function/index.ts';
import { groupBy } from '../../src/group-by.ts';
import { lostKeysOf, reportElsewhere, sameNamespace, type Resource } from '../../src/krm/index.ts';
import { unknownName } from '../../src/wording.ts';
import { decodeBase64, isMap, type Path, type Value } from '../../src/yaml/index.ts';
import { MARK } from './annotation.ts';
import { isIdentifier } from './identifier.ts';
import type { Expansion, Properties } from './kinds/template-expansion.ts';

/** Namespace of the ConfigMaps that hold the properties of clusters. */
const NAMESPACE = 'customization-properties';

/** Properties of clusters, from the items, the given policies and the configuration. */
export class ClusterProperties {
  readonly #call: Call<Expansion>;
  /** Inventory objects by name. */
  readonly #inventory: ReadonlyMap<string, Resource>;
  readonly #maps: ReadonlyMap<string, Resource>;
  /** ConfigMaps of other namespaces by name. */
  readonly #otherMaps: ReadonlyMap<string, readonly Resource[]>;

  constructor(call: Call<Expansion>) {
    const { resources, policies, config } = call;
    const isOfInventory = (resource: Resource): boolean => isInventory(resource, config);
    const given = policies?.take((each) => isOfInventory(each) || isPropertyMap(each), resources) ?? [];
    const all = [...resources, ...given];
    this.#call = call;
    this.#inventory = byName(all.filter(isOfInventory));
    const maps = all.filter(isConfigMap);
    this.#maps = byName(maps.filter(isPropertyMap));
    this.#otherMaps = groupBy(
      maps.filter((map) => !isPropertyMap(map)),
      (map) => map.name,
    );
  }

  /** Names of the clusters in the inventory. */
  get clusters(): readonly string[] {
    return [...this.#inventory.keys()];
  }

  /**
   * Returns the properties of a cluster (design "Template Expansion"): its own, those of the configuration, of its
   * ConfigMap, of the annotations and labels of its inventory object, and `clusterName`. The first source that has a
   * property wins.
   */
  of(name: string, own: Properties): Properties {
    const object = this.#inventory.get(name);
    const map = this.#maps.get(name);
    return {
      clusterName: name,
      ...(object && stringsAt(object, ['metadata', 'labels'])),
      ...(object && stringsAt(object, ['metadata', 'annotations'])),
      ...(map && dataOf(map, this.#call)),
      ...this.#call.config.properties,
      ...own,
    };
  }

  /**
   * Reports a cluster that is not in an inventory, duplicate keys of its objects, and keys in its ConfigMap that no
   * template can name: they were probably meant as properties.
   */
  check(name: string): void {
    const { results } = this.#call;
    const map = this.#maps.get(name);
    const { clusters } = this;
    for (const source of [this.#inventory.get(name), map])
      if (source !== undefined) results.include(lostKeysOf(source));
    if (map === undefined && clusters.length > 0 && !clusters.includes(name))
      results.error(unknownName(this.#call.config.inventory.kind, name, clusters), { code: 'unknown-cluster' });
    if (map === undefined) {
      const others = (this.#otherMaps.get(name) ?? []).filter((other) => other.annotation(MARK) === undefined);
      reportElsewhere(`the properties of cluster ${JSON.stringify(name)}`, others, results);
      return;
    }
    for (const field of ['data', 'binaryData']) {
      for (const key of (map.document.keys([field]) ?? []).filter((other) => !isIdentifier(other)))
        results.warning('not a property: the key must be a Go identifier', {
          code: 'ignored-field',
          resource: map,
          field: [field, key],
        });
    }
  }
}

function byName(resources: readonly Resource[]): Map<string, Resource> {
  return new Map(resources.map((resource) => [resource.name, resource]));
}

function isInventory({ apiVersion, kind }: Resource, { inventory }: Expansion): boolean {
  return apiVersion === inventory.apiVersion && kind === inventory.kind;
}

function isConfigMap({ apiVersion, kind }: Resource): boolean {
  return apiVersion === 'v1' && kind === 'ConfigMap';
}

function isPropertyMap({ namespace }: Resource): boolean {
  return sameNamespace(namespace, NAMESPACE);
}

/** Returns the data of a ConfigMap. `binaryData` overrides `data`, as in KubeStellar. */
function dataOf(map: Resource, { results }: Call<Expansion>): Properties {
  const binary = Object.entries(stringsAt(map, ['binaryData'])).map(
    ([key, value]) => [key, decodeBase64(value)] as const,
  );
  for (const [key] of binary.filter(([, text]) => text === undefined))
    results.error('must be UTF-8 text in base64 to be a property', {
      code: 'invalid-value',
      resource: map,
      field: ['binaryData', key],
    });
  return { ...stringsAt(map, ['data']), ...Object.fromEntries(binary.map(([key, text = '']) => [key, text])) };
}

/** Returns the strings of a map whose keys templates can name. An unquoted number or boolean counts as its text. */
function stringsAt({ document }: Resource, path: Path): Properties {
  const value = document.value(path);
  const entries: [string, Value][] = Object.entries(isMap(value) ? value : {});
  return Object.fromEntries(
    entries.flatMap(([key, item]) => (isIdentifier(key) && typeof item !== 'object' ? [[key, String(item)]] : [])),
  );
}
