import { groupBy } from '../../src/group-by.ts';
import { sameNamespace, type Resource, type Resources, type Results } from '../../src/krm/index.ts';
import { isList, isMap, type Value } from '../../src/yaml/index.ts';
import type { Container, Pod } from './pods.ts';
import { keyOf, type ListName, type Preset } from './preset.ts';

/**
 * Warns about variables that a container defines both by name and as a key of a ConfigMap of the package. The design
 * calls that a conflict; Kubernetes uses the one by name.
 */
export class EnvCollisions {
  readonly #configMaps: ReadonlyMap<string, readonly Resource[]>;
  readonly #keys = new Map<Resource, readonly string[]>();
  readonly #results: Results;

  constructor(resources: Resources, results: Results) {
    const configMaps = [...resources].filter(({ apiVersion, kind }) => apiVersion === 'v1' && kind === 'ConfigMap');
    this.#configMaps = groupBy(configMaps, ({ name }) => name);
    this.#results = results;
  }

  /** Warns about collisions in a pod in which either side comes from a preset. */
  warn(pod: Pod, applied: readonly Preset[]): void {
    const brought = new Set(applied.flatMap(({ elements }) => elements.map(({ list, key }) => `${list} ${key}`)));
    for (const container of pod.containers) {
      const names = new Set(listOf(pod, container, 'env').flatMap((variable) => keyOf('env', variable) ?? []));
      for (const source of listOf(pod, container, 'envFrom')) {
        const isBrought = brought.has(`envFrom ${keyOf('envFrom', source)}`);
        const twice = this.#variables(pod, source).filter(
          ([name]) => names.has(name) && (isBrought || brought.has(`env ${name}`)),
        );
        for (const [name, configMap] of twice) this.#warn(pod, container, name, configMap);
      }
    }
  }

  #warn({ resource }: Pod, { name: container, path }: Container, name: string, configMap: string): void {
    const message = `env ${name} of container "${container}" is a key of ConfigMap "${configMap}" in \`envFrom\`, too: the value in \`env\` takes precedence`;
    this.#results.warning(message, { code: 'value-shadowed', resource, field: [...path, 'env'] });
  }

  /** Returns the variables that `source` takes from a ConfigMap of the package, with the name of the ConfigMap. */
  #variables({ namespace }: Pod, source: Value): (readonly [variable: string, configMap: string])[] {
    const ref = isMap(source) ? source['configMapRef'] : undefined;
    if (!isMap(source) || !isMap(ref) || typeof ref['name'] !== 'string') return [];
    const prefix = typeof source['prefix'] === 'string' ? source['prefix'] : '';
    const named = this.#configMaps.get(ref['name']) ?? [];
    const found = named.filter((configMap) => sameNamespace(configMap.namespace, namespace));
    return found.flatMap((configMap) =>
      this.#keysOf(configMap).map((key) => [`${prefix}${key}`, configMap.name] as const),
    );
  }

  #keysOf(configMap: Resource): readonly string[] {
    const keys = this.#keys.get(configMap) ?? configMap.document.keys(['data']) ?? [];
    this.#keys.set(configMap, keys);
    return keys;
  }
}

function listOf({ resource }: Pod, { path }: Container, list: ListName): readonly Value[] {
  const value = resource.document.value([...path, list]);
  return isList(value) ? value : [];
}
