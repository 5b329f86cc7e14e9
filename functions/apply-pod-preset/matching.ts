import { matchesLabels, warnOfMisspelledAnnotations } from '../../src/function/index.ts';
import {
  elsewhere,
  reportElsewhere,
  resourceNames,
  sameNamespace,
  type Resource,
  type Results,
} from '../../src/krm/index.ts';
import type { Path } from '../../src/yaml/index.ts';
import type { Pod } from './pods.ts';
import type { Preset } from './preset.ts';
import { warnOfPreset } from './preset-warnings.ts';

const EXCLUDE = 'podpreset.admission.kubernetes.io/exclude';

/** Annotation of a mirror pod, by which a kubelet shows a pod that it runs from a file. Changes to it have no effect. */
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
 * Warns about a selector that matches no pod. Selecting by the labels of workloads is a common mistake. `others`: resources
 * with pods of other namespaces that it would match.
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
