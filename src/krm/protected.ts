import { isKptfile, type Resource } from './resource.ts';
import type { Path } from '../yaml/index.ts';

const PROTECTED_PREFIXES: readonly string[] = ['internal.config.kubernetes.io/', 'internal.config.k8s.io/'];

const PROTECTED_ANNOTATIONS: ReadonlySet<string> = new Set([
  'config.kubernetes.io/path',
  'config.kubernetes.io/index',
  'config.k8s.io/id',
]);

/**
 * Reports whether a field is an annotation that kpt keeps for itself, such as the location of a resource. Functions ask
 * before they edit a field that a rule names: no rule may change it.
 */
export function isProtectedField([top, map, key]: Path): boolean {
  if (top !== 'metadata' || map !== 'annotations' || typeof key !== 'string') return false;
  return PROTECTED_ANNOTATIONS.has(key) || PROTECTED_PREFIXES.some((prefix) => key.startsWith(prefix));
}

/**
 * Kinds that functions read, by API group: configurations, and the clusters that these select. A map, since a group may
 * have the name of a property of objects.
 */
const FUNCTION_INPUTS: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['cluster.karmada.io', new Set(['Cluster'])],
  ['config.porch.kpt.dev', new Set(['PackageVariant', 'PackageVariantSet'])],
  ['control.kubestellar.io', new Set(['CustomTransform'])],
  ['landscaper.gardener.cloud', new Set(['ComponentVersionOverwrites', 'Context'])],
  ['policy.karmada.io', new Set(['OverridePolicy', 'ClusterOverridePolicy'])],
  ['redhatcop.redhat.io', new Set(['PodPreset'])],
  ['settings.k8s.io', new Set(['PodPreset'])],
]);

/**
 * Reports whether a resource serves kpt and functions and is never applied to a cluster: a Kptfile, local
 * configuration, or an input of these functions. Only a rule that names its kind, name, labels or annotations may
 * change it.
 */
export function isProtectedResource({ isLocalConfig, group, kind }: Resource): boolean {
  if (isLocalConfig || group === 'krm-variants.dev') return true;
  return isKptfile({ group, kind }) || isFunctionInput({ group, kind });
}

/** Reports whether functions read resources of a kind among the items, in any version. */
export function isFunctionInput({ group, kind }: Pick<Resource, 'group' | 'kind'>): boolean {
  return FUNCTION_INPUTS.get(group)?.has(kind) === true;
}
