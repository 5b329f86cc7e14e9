import { matchesLabels, warnOfMisspelledAnnotations } from '../../src/function/index.ts';
import {
  elsewhere,
  reportElsewhere,
  type Resource,
  resourceNames,
  type Results,
  sameNamespace,
} from '../../src/krm/index.ts';
import { didYouMean } from '../../src/nearest-name.ts';
import { isList, isMap, type Path, type Value } from '../../src/yaml/index.ts';
import type { Pod } from './pods.ts';
import type { Preset } from './preset.ts';

const EXCLUDE = 'podpreset.admission.kubernetes.io/exclude';

/**
 * Annotation of a mirror pod, by which a kubelet shows a pod that it runs from a file. Changes to it have no effect.
 */
const MIRROR = 'kubernetes.io/config.mirror';

/**
 * Returns the presets of each pod, in their order, without excluded pods. Reports selectors that match nothing or only
 * pods of other namespaces, and probable mistakes in presets.
 */
export function matching(
  presets: readonly Preset[],
  pods: readonly Pod[],
  results: Results,
): ReadonlyMap<Pod, readonly Preset[]> {
  const matches = new Map<Pod, Preset[]>(pods.map((pod) => [pod, []]));
  for (const preset of presets) {
    warnOfPreset(preset, pods, results);
    for (const pod of select(preset, pods, results)) matches.get(pod)?.push(preset);
  }
  for (const [pod, matched] of matches) if (matched.length > 0) reportExclusion(pod, matched, results);
  return new Map([...matches].filter(([pod]) => exclusion(pod) === undefined));
}

/** Returns the pods that a preset selects, including excluded ones. */
function select(preset: Preset, pods: readonly Pod[], results: Results): readonly Pod[] {
  const matched = pods.filter(({ labels }) => matchesLabels(preset.selector, labels));
  const selected = matched.filter(({ namespace }) => sameNamespace(namespace, preset.namespace));
  const others = matched.flatMap((pod) =>
    sameNamespace(pod.namespace, preset.namespace) || exclusion(pod) !== undefined ? [] : [pod.resource],
  );
  if (selected.length === 0) warnOfNone(preset, pods, others, results);
  else reportElsewhere(`PodPreset "${preset.name}"`, others, results);
  return selected;
}

/**
 * Warns about a selector that matches no pod. Selecting by the labels of workloads is a common mistake. `others`:
 * resources with pods of other namespaces that it would match.
 */
function warnOfNone(
  { source, selector, namespace }: Preset,
  pods: readonly Pod[],
  others: readonly Resource[],
  results: Results,
): void {
  const misread = pods.find(
    ({ root, resource }) =>
      root.length > 0 &&
      sameNamespace(resource.namespace, namespace) &&
      matchesLabels(selector, resource.texts(['metadata', 'labels'])),
  )?.resource;
  const hint = misread && `; matches ${misread.kind} "${misread.name}" itself, but not the labels of its pod template`;
  const end = elsewhere(others, namespace, 'set `metadata.namespace`') || (hint ?? '');
  results.warning(`matches no pod${end}`, { code: 'rule-unmatched', resource: source, field: ['spec', 'selector'] });
}

/** Reports that a pod excludes its presets, or that its annotation seems to but does not. */
function reportExclusion(pod: Pod, presets: readonly Preset[], results: Results): void {
  const excluded = exclusion(pod);
  const about = { resource: pod.resource, field: [...annotations(pod), excluded ?? EXCLUDE] };
  const names = resourceNames(presets.map(({ source }) => source));
  if (excluded !== undefined) {
    results.info(`excludes the pod from ${names}`, { code: 'rule-skipped', ...about });
    return;
  }
  warnOfMisspelledAnnotations(pod.resource, [EXCLUDE], results, annotations(pod));
  if (!HARMLESS.has(pod.annotation(EXCLUDE)))
    results.warning('must be "true" to exclude a pod', { code: 'invalid-value', ...about });
}

const HARMLESS: ReadonlySet<string | undefined> = new Set([undefined, 'false']);

/** Returns the annotation that excludes a pod, or undefined if it is not excluded. */
function exclusion(pod: Pod): string | undefined {
  if (pod.resource.document.has([...annotations(pod), MIRROR])) return MIRROR;
  return pod.annotation(EXCLUDE) === 'true' ? EXCLUDE : undefined;
}

function annotations({ root }: Pod): Path {
  return [...root, 'metadata', 'annotations'];
}

/** Warns about probable mistakes in a preset. `pods` holds all pods of the package, selected or not. */
function warnOfPreset(preset: Preset, pods: readonly Pod[], results: Results): void {
  const { source: resource, elements } = preset;
  if (elements.length === 0) results.warning('has nothing to inject', { code: 'rule-idle', resource, field: ['spec'] });
  warnOfEmptySelector(preset, results);
  for (const { label, field } of selectedLabels(preset)) {
    if (!MADE_WITH_PODS.has(label) || pods.some(({ labels }) => labels.has(label))) continue;
    results.warning(`no pod has label "${label}": controllers add it to the pods that they create`, {
      code: 'rule-unmatched',
      resource,
      field,
    });
  }
  for (const { key, path: field } of unmounted(preset))
    results.warning(`volume "${key}" has no mount in this preset`, { code: 'definition-unused', resource, field });
  for (const { list, value, path } of elements)
    if (list === 'volumes' && isMap(value))
      for (const [source, known] of Object.entries(VOLUME_SOURCE_FIELDS))
        for (const { field, hint } of unknownFields(value[source], known ?? {}, [...path, source]))
          results.warning(`unknown field of a volume source: the API server ignores or refuses it${hint}`, {
            code: 'unknown-field',
            resource,
            field,
          });
}

/** Returns the unknown fields of a value at a path, or of the elements of a list, each with the nearest known one. */
function unknownFields(
  value: Value | undefined,
  known: VolumeSourceFields,
  path: Path,
): readonly { readonly field: Path; readonly hint: string }[] {
  if (isList(value)) return value.flatMap((element, index) => unknownFields(element, known, [...path, index]));
  if (value === undefined || !isMap(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    const field = [...path, name];
    if (!Object.hasOwn(known, name))
      return [{ field, hint: didYouMean(name, Object.keys(known), { quote: (each) => `\`${each}\`` }) }];
    const fields = known[name];
    return fields === undefined ? [] : unknownFields(inner, fields, field);
  });
}

/** Labels that no pod template has, since controllers add them to its pods. */
const MADE_WITH_PODS: ReadonlySet<string> = new Set([
  'pod-template-hash',
  'pod-template-generation',
  'controller-revision-hash',
  'statefulset.kubernetes.io/pod-name',
  'apps.kubernetes.io/pod-index',
  'job-name',
  'controller-uid',
  'batch.kubernetes.io/job-name',
  'batch.kubernetes.io/controller-uid',
  'batch.kubernetes.io/job-completion-index',
]);

function warnOfEmptySelector({ source, selector, namespace }: Preset, results: Results): void {
  const { matchLabels = {}, matchExpressions = [] } = selector;
  if (Object.keys(matchLabels).length + matchExpressions.length > 0) return;
  const message = `is empty: matches every pod of namespace "${namespace || 'default'}"`;
  results.warning(message, { code: 'selector-empty', resource: source, field: ['spec', 'selector'] });
}

/** Returns the labels that a selector tests, with their fields. */
function selectedLabels({ selector }: Preset): readonly { readonly label: string; readonly field: Path }[] {
  const { matchLabels = {}, matchExpressions = [] } = selector;
  const field = ['spec', 'selector'];
  return [
    ...Object.keys(matchLabels).map((label) => ({ label, field: [...field, 'matchLabels', label] })),
    ...matchExpressions.map(({ key }, index) => ({ label: key, field: [...field, 'matchExpressions', index, 'key'] })),
  ];
}

/** Returns the volumes that a preset does not mount. */
function unmounted({ elements }: Preset): Preset['elements'] {
  const mounts = elements.filter(({ list }) => list === 'volumeMounts');
  const mounted = new Set(mounts.map(({ value }) => (isMap(value) ? value['name'] : undefined)));
  return elements.filter(({ list, key }) => list === 'volumes' && !mounted.has(key));
}

/** Fields of a map, or of each map in a list, with those of their values; undefined for a value that is not checked. */
export interface VolumeSourceFields {
  readonly [name: string]: VolumeSourceFields | undefined;
}

const items = knownFields('key path mode user');
const filesOfKeys = { ...knownFields('name optional'), items };
const downwardItems = {
  ...knownFields('path mode user'),
  fieldRef: knownFields('apiVersion fieldPath'),
  resourceFieldRef: knownFields('containerName resource divisor'),
};
const defaults = knownFields('defaultMode defaultUser');

/** Fields of the common volume sources of Kubernetes' core/v1, as of Kubernetes 1.37. */
export const VOLUME_SOURCE_FIELDS: VolumeSourceFields = {
  secret: { ...knownFields('secretName optional'), ...defaults, items },
  configMap: { ...filesOfKeys, ...defaults },
  emptyDir: knownFields('medium sizeLimit mode'),
  persistentVolumeClaim: knownFields('claimName readOnly'),
  hostPath: knownFields('path type'),
  nfs: knownFields('server path readOnly'),
  image: knownFields('reference pullPolicy'),
  csi: { ...knownFields('driver fsType readOnly volumeAttributes'), nodePublishSecretRef: knownFields('name') },
  downwardAPI: { ...defaults, items: downwardItems },
  projected: {
    ...defaults,
    sources: {
      secret: filesOfKeys,
      configMap: filesOfKeys,
      downwardAPI: { items: downwardItems },
      serviceAccountToken: knownFields('audience expirationSeconds path user'),
      clusterTrustBundle: knownFields('name signerName labelSelector optional path user'),
      podCertificate: knownFields(
        'signerName keyType maxExpirationSeconds keyPath certificateChainPath credentialBundlePath userAnnotations user',
      ),
    },
  },
};

function knownFields(names: string): VolumeSourceFields {
  return Object.fromEntries(names.split(' ').map((name) => [name, undefined]));
}
