import type { ClusterObjects } from '../krm/cluster-objects.ts';
import { acceptsKind, type InjectionSelector } from './injection-selector.ts';
import type { Resource } from '../krm/resource.ts';

/** Source found for an injection point. */
export interface InjectionChoice {
  /** Undefined if nothing is to be injected. */
  readonly chosen?: { readonly injector: InjectionSelector; readonly source: Resource };
  /** Message of its condition, in Porch's words if Porch has some. */
  readonly message: string;
  /** Objects that selectors matched but that have no field to inject. */
  readonly lacking: readonly Resource[];
}

/**
 * Finds the source to inject into a resource: the first selector counts that matches a cluster object of the same
 * group, version and kind, if the object has a field to inject.
 */
export function chooseInjection(
  point: Resource,
  injectors: readonly InjectionSelector[],
  cluster: ClusterObjects,
): InjectionChoice {
  if (injectors.length === 0) return refusal('no injectors defined');
  const objects = cluster.like(point);
  const kept = cluster.refusalOf(point);
  if (objects.size === 0) return refusal(kept ?? `no in-cluster resources of type ${point.apiVersion}.${point.kind}`);
  const lacking = new Set<Resource>();
  for (const injector of injectors.filter((each) => acceptsKind(each, point))) {
    const source = objects.get(injector.name);
    if (source === undefined) continue;
    if (injectedFields(source).some((field) => hasField(source, field))) {
      const message = `injected resource "${source.name}" from cluster`;
      return { chosen: { injector, source }, message, lacking: [...lacking] };
    }
    lacking.add(source);
  }
  return refusal([...lacking].map(lackMessage).join(', ') || (kept ?? NO_MATCH), [...lacking]);
}

/** Porch's message if selectors match nothing. */
export const NO_MATCH = 'no resource matched any injection selector for this injection point';

function refusal(message: string, lacking: readonly Resource[] = []): InjectionChoice {
  return { message, lacking };
}

/** Returns the message about an object that has no field to inject. */
export function lackMessage(source: Resource): string {
  return `field "${injectedFields(source)[0]}" not found in resource "${source.name}"`;
}

/** Returns the names of the fields that are injected into a resource. */
export function injectedFields({ group, kind }: Resource): readonly [string, ...string[]] {
  if (group !== '') return ['spec'];
  if (kind === 'Secret') return ['data', 'stringData'];
  return kind === 'ConfigMap' ? ['data'] : ['spec'];
}

/** Reports whether a resource has a field. A null field counts as absent, as for the API server. */
export function hasField({ document }: Resource, field: string): boolean {
  const node = document.get([field]);
  return node !== undefined && (node.kind !== 'scalar' || document.value([field]) !== null);
}
