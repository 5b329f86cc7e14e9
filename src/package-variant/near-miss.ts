import { CLUSTER_OBJECT, isClusterObject, kindOf } from '../krm/cluster-objects.ts';
import { sameNamespace, type Resource } from '../krm/resource.ts';
import type { InjectionPoint } from './injection-point.ts';
import type { InjectionSelector } from './injection-selector.ts';

/** Items that would be cluster objects if they were annotated so, for selectors that match no cluster object. */
export class NearMisses {
  /** Items by kind and name. */
  readonly #items = new Map<string, Resource>();

  /** `namespace`: that of the cluster objects. */
  constructor(items: Iterable<Resource>, points: readonly InjectionPoint[], namespace: string) {
    const others = new Set(points.map(({ resource }) => resource));
    const kinds = new Set([...others].map(kindOf));
    for (const item of items) {
      if (!kinds.has(kindOf(item)) || others.has(item) || isClusterObject(item)) continue;
      if (sameNamespace(item.namespace, namespace)) this.#items.set(nameKey(item, item.name), item);
    }
  }

  /**
   * Returns the end of a message about a selector without a match, naming the file of such an item; '' if there is
   * none. `points`: those that the selector accepts.
   */
  hint({ name }: InjectionSelector, points: readonly InjectionPoint[]): string {
    const [item] = points.flatMap(({ resource }) => this.#items.get(nameKey(resource, name)) ?? []);
    if (item === undefined) return '';
    const where = item.location.path ?? 'an item without a path';
    const remedies = `annotate it with \`${CLUSTER_OBJECT}: "true"\`, or pass its folder with \`krm-variants run --objects\``;
    return `; ${where} is a ${item.kind}: ${remedies}`;
  }
}

function nameKey(resource: Resource, name: string): string {
  return `${kindOf(resource)}/${name}`;
}
