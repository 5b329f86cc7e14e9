import { counted, matchesLabels, sameNamespace, type Path, type Results } from '../../src/index.ts';
import type { Pod } from './pods.ts';
import type { Preset } from './preset.ts';
import { warnOfPreset } from './preset-warnings.ts';

const EXCLUDE = 'podpreset.admission.kubernetes.io/exclude';

/** Marks what a kubelet shows of a pod that it runs from a file: what is done to it has no effect. */
const MIRROR = 'kubernetes.io/config.mirror';

/**
 * The presets that are for each pod, in their order; pods that are excluded are not in it. Selectors that match nothing, or
 * match but for the namespace, and what is probably not meant in a preset are reported.
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
  for (const [pod, { length }] of matches) if (length > 0) reportExclusion(pod, length, results);
  return new Map([...matches].filter(([pod]) => exclusion(pod) === undefined));
}

/** The pods that a preset selects, excluded ones, too. */
function select(preset: Preset, pods: readonly Pod[], results: Results): readonly Pod[] {
  const matched = pods.filter(({ labels }) => matchesLabels(preset.selector, labels));
  const selected = matched.filter(({ namespace }) => sameNamespace(namespace, preset.namespace));
  tellOfNamespaces(preset, matched, results);
  if (selected.length === 0) warnOfNone(preset, pods, results);
  return selected;
}

/** One info a resource, though it may have several pods. */
function tellOfNamespaces({ name, namespace }: Preset, matched: readonly Pod[], results: Results): void {
  const others = matched.filter((pod) => !sameNamespace(pod.namespace, namespace) && exclusion(pod) === undefined);
  for (const resource of new Set(others.map((pod) => pod.resource)))
    results.info(`PodPreset "${name}" would match but for the namespace`, { resource });
}

/** A selector that was meant for the labels of workloads is a common mistake. */
function warnOfNone({ source, selector, namespace }: Preset, pods: readonly Pod[], results: Results): void {
  const misread = pods.find(
    ({ root, resource }) =>
      root.length > 0 &&
      sameNamespace(resource.namespace, namespace) &&
      matchesLabels(selector, resource.texts(['metadata', 'labels'])),
  )?.resource;
  const hint =
    misread && `; it matches ${misread.kind} "${misread.name}" itself, but the labels of its pod template count`;
  results.warning(`matches no pod${hint ?? ''}`, { resource: source, field: ['spec', 'selector'] });
}

/** Reports that a pod keeps out presets that are for it, and an annotation that looks as if it did. */
function reportExclusion(pod: Pod, presets: number, results: Results): void {
  const excluded = exclusion(pod);
  const about = { resource: pod.resource, field: [...annotations(pod), excluded ?? EXCLUDE] };
  if (excluded !== undefined) results.info(`keeps out what ${counted(presets, 'PodPreset')} would inject`, about);
  else if (!HARMLESS.has(pod.annotation(EXCLUDE))) results.warning('must be "true" to exclude a pod', about);
}

const HARMLESS: ReadonlySet<string | undefined> = new Set([undefined, 'false']);

/** The annotation by which a pod is excluded; undefined where it is not. */
function exclusion(pod: Pod): string | undefined {
  if (pod.resource.document.has([...annotations(pod), MIRROR])) return MIRROR;
  return pod.annotation(EXCLUDE) === 'true' ? EXCLUDE : undefined;
}

function annotations({ root }: Pod): Path {
  return [...root, 'metadata', 'annotations'];
}
