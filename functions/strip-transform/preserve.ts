import { warnOfMisspelledAnnotations } from '../../src/function/index.ts';
import { isProtectedResource, type Resource, type Results } from '../../src/krm/index.ts';
import { didYouMean } from '../../src/nearest-name.ts';

/** Annotations of a Service that list values to keep. KubeStellar has the first key, the design the second. */
const KEYS: readonly string[] = ['control.kubestellar.io/preserve', 'kubestellar.io/annotations/preserve'];

const NAMES = ['nodeport', 'clusterip'] as const;

/** Name of what these annotations keep: the node ports, or the addresses. */
export type Preserved = (typeof NAMES)[number];

/** Reports whether an annotation of a Service lists a name. */
export function preserves(service: Resource, name: Preserved): boolean {
  return KEYS.some((key) => namesAt(service, key).includes(name));
}

/**
 * Warns of annotations of a Service, and of names in them, that keep nothing: a typo would lose the value that it
 * should keep.
 */
export function warnOfNames(resource: Resource, results: Results): void {
  if (resource.apiVersion !== 'v1' || resource.kind !== 'Service' || isProtectedResource(resource)) return;
  warnOfMisspelledAnnotations(resource, KEYS, results);
  for (const key of KEYS) {
    const names = new Set(namesAt(resource, key));
    for (const name of NAMES) names.delete(name);
    for (const name of names)
      results.warning(describeUnknown(name), {
        code: 'invalid-value',
        resource,
        field: ['metadata', 'annotations', key],
      });
  }
}

/** Returns the names that an annotation lists, separated by commas or spaces. */
function namesAt(service: Resource, key: string): readonly string[] {
  const text = service.annotation(key) ?? '';
  return text.split(/[, ]/).filter((name) => name !== '');
}

function describeUnknown(name: string): string {
  const otherwise = `known names: "${NAMES.join('", "')}"`;
  return `unknown name ${JSON.stringify(name)}${didYouMean(name, NAMES, { otherwise })}`;
}
