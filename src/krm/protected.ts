import { suggestion } from '../nearest-name.ts';
import { oneOf, versionHint } from '../wording.ts';
import { groupOf, isKptfile, type Resource } from './resource.ts';
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

/** Kinds that functions read: configurations, and the clusters that these select. */
const FUNCTION_INPUTS: readonly Pick<Resource, 'apiVersion' | 'kind'>[] = [
  { apiVersion: 'cluster.karmada.io/v1alpha1', kind: 'Cluster' },
  { apiVersion: 'config.porch.kpt.dev/v1alpha1', kind: 'PackageVariant' },
  { apiVersion: 'config.porch.kpt.dev/v1alpha2', kind: 'PackageVariantSet' },
  { apiVersion: 'control.kubestellar.io/v1alpha1', kind: 'CustomTransform' },
  { apiVersion: 'fn.kpt.dev/v1alpha1', kind: 'ApplyReplacements' },
  { apiVersion: 'fn.kpt.dev/v1alpha1', kind: 'SetAnnotationConfig' },
  { apiVersion: 'fn.kpt.dev/v1alpha1', kind: 'SetAnnotations' },
  { apiVersion: 'fn.kpt.dev/v1alpha1', kind: 'SetLabelConfig' },
  { apiVersion: 'fn.kpt.dev/v1alpha1', kind: 'SetLabels' },
  { apiVersion: 'fn.kpt.dev/v1alpha1', kind: 'SetNamespace' },
  { apiVersion: 'landscaper.gardener.cloud/v1alpha1', kind: 'ComponentVersionOverwrites' },
  { apiVersion: 'landscaper.gardener.cloud/v1alpha1', kind: 'Context' },
  { apiVersion: 'policy.karmada.io/v1alpha1', kind: 'OverridePolicy' },
  { apiVersion: 'policy.karmada.io/v1alpha1', kind: 'ClusterOverridePolicy' },
  { apiVersion: 'redhatcop.redhat.io/v1alpha1', kind: 'PodPreset' },
  { apiVersion: 'settings.k8s.io/v1alpha1', kind: 'PodPreset' },
];

/**
 * Reports whether a resource serves kpt and functions and is never applied to a cluster: a Kptfile, local
 * configuration, or an input of these functions. Only a rule that names its kind, name, labels or annotations may
 * change it.
 */
export function isProtectedResource({ isLocalConfig, group, kind }: Resource): boolean {
  if (isLocalConfig || group === 'krm-variants.dev') return true;
  return isKptfile({ group, kind }) || isFunctionInput({ group, kind });
}

/**
 * Reports whether functions of kpt's catalog take a resource for local configuration: any text in its annotation but
 * `false` marks it, and a value without quotes is not a text.
 */
export function isMarkedLocal({ document, list }: Resource): boolean {
  const mark = document.value(['metadata', 'annotations', 'config.kubernetes.io/local-config'], 'kpt');
  return (typeof mark === 'string' && mark !== '' && mark !== 'false') || (list !== undefined && isMarkedLocal(list));
}

/** Reports whether functions read resources of a kind among the items, in any version. */
export function isFunctionInput({ group, kind }: Pick<Resource, 'group' | 'kind'>): boolean {
  return FUNCTION_INPUTS.some((input) => input.kind === kind && groupOf(input.apiVersion) === group);
}

/**
 * Returns the end of a message about an object that has only one of `apiVersion` and `kind`: the other one, if
 * functions read such objects; '' if they do not.
 */
export function inputHint({ apiVersion, kind }: Pick<Resource, 'apiVersion' | 'kind'>): string {
  const meant = FUNCTION_INPUTS.filter((input) => input.apiVersion === apiVersion || input.kind === kind);
  if (apiVersion === '') return versionHint(meant.map((input) => input.apiVersion));
  const kinds = meant.map((input) => JSON.stringify(input.kind));
  return kind !== '' || kinds.length === 0 ? '' : suggestion(`kind ${oneOf(kinds)}`);
}
