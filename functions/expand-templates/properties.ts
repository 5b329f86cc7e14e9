import type { Call } from '../../src/function/index.ts';
import { sameNamespace, type Resource } from '../../src/krm/index.ts';
import { decodeBase64, isMap, type Path, type Value } from '../../src/yaml/index.ts';
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

  constructor(call: Call<Expansion>) {
    const { resources, policies, config } = call;
    const isOfInventory = (resource: Resource): boolean => isInventory(resource, config);
    const given = policies?.take((each) => isOfInventory(each) || isPropertyMap(each), resources) ?? [];
    const all = [...resources, ...given];
    this.#call = call;
    this.#inventory = byName(all.filter(isOfInventory));
    this.#maps = byName(all.filter(isPropertyMap));
  }

  /** Names of the clusters in the inventory. */
  get clusters(): readonly string[] {
    return [...this.#inventory.keys()];
  }

  /**
   * Returns the properties of a cluster (design "Template Expansion"): its own, those of the configuration, of its ConfigMap,
   * of the annotations and labels of its inventory object, and `clusterName`. The first source that has a property wins.
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

  /** Warns of keys in the ConfigMap of a cluster that no template can name: they were probably meant as properties. */
  warnOfKeys(name: string): void {
    const map = this.#maps.get(name);
    if (map === undefined) return;
    for (const field of ['data', 'binaryData']) {
      for (const key of (map.document.keys([field]) ?? []).filter((other) => !isIdentifier(other)))
        this.#call.results.warning('not a property: the key must be a Go identifier', {
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

function isPropertyMap({ apiVersion, kind, namespace }: Resource): boolean {
  return apiVersion === 'v1' && kind === 'ConfigMap' && sameNamespace(namespace, NAMESPACE);
}

/** Returns the data of a ConfigMap. `binaryData` overrides `data`, as in KubeStellar. */
function dataOf(map: Resource, { results }: Call<Expansion>): Properties {
  const binary = Object.entries(stringsAt(map, ['binaryData'])).map(
    ([key, value]) => [key, decodeBase64(value)] as const,
  );
  for (const [key] of binary.filter(([, text]) => text === undefined))
    results.error('must be UTF-8 text in base64 to be a property', { resource: map, field: ['binaryData', key] });
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
