import { isKptfile, type Resource } from './resource.ts';
import type { Path } from '../yaml/index.ts';

const PROTECTED_PREFIXES: readonly string[] = ['internal.config.kubernetes.io/', 'internal.config.k8s.io/'];

const PROTECTED_ANNOTATIONS: ReadonlySet<string> = new Set([
  'config.kubernetes.io/path',
  'config.kubernetes.io/index',
  'config.k8s.io/id',
]);

/** Whether a field is an annotation by which kpt knows where a resource belongs: no rule may touch it. */
export function isProtectedField([top, map, key]: Path): boolean {
  if (top !== 'metadata' || map !== 'annotations' || typeof key !== 'string') return false;
  return PROTECTED_ANNOTATIONS.has(key) || PROTECTED_PREFIXES.some((prefix) => key.startsWith(prefix));
}

/** Kinds that configure functions, by their API group. A map, since a group may have the name of a property of objects. */
const CONFIGURATIONS: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['config.porch.kpt.dev', new Set(['PackageVariant', 'PackageVariantSet'])],
  ['control.kubestellar.io', new Set(['CustomTransform'])],
  ['landscaper.gardener.cloud', new Set(['ComponentVersionOverwrites', 'Context'])],
  ['policy.karmada.io', new Set(['OverridePolicy', 'ClusterOverridePolicy'])],
  ['redhatcop.redhat.io', new Set(['PodPreset'])],
  ['settings.k8s.io', new Set(['PodPreset'])],
]);

/**
 * Whether a resource is there for kpt and for functions, and no cluster gets it: a Kptfile, local configuration, a
 * configuration of these functions. Only a rule that names its kind, name, labels or annotations may touch it.
 */
export function isProtectedResource({ isLocalConfig, group, kind }: Resource): boolean {
  if (isLocalConfig || group === 'krm-variants.dev') return true;
  return isKptfile({ group, kind }) || CONFIGURATIONS.get(group)?.has(kind) === true;
}
