import { warnOfMisspelledAnnotations } from '../../src/function/index.ts';
import type { Origin, Resource, Results } from '../../src/krm/index.ts';
import type { Path } from '../../src/yaml/index.ts';

/** Annotation that requests template expansion if it is "true" (design "Template Expansion"). */
export const EXPAND = 'control.kubestellar.io/expand-templates';

/** Path of that annotation. */
export const EXPAND_PATH: Path = ['metadata', 'annotations', EXPAND];

/** Returns the origin of the edits of an object that asks for expansion. */
export function asks(resource: Resource): Origin {
  return { resource, field: EXPAND_PATH };
}

/** Warns of an annotation that seems to request expansion and does not: its key or its value is wrong. */
export function warnOfAnnotation(resource: Resource, results: Results): void {
  warnOfMisspelledAnnotations(resource, [EXPAND], results);
  if (!KNOWN_VALUES.has(resource.annotation(EXPAND)))
    results.warning('must be "true" to expand templates', { code: 'invalid-value', resource, field: EXPAND_PATH });
}

const KNOWN_VALUES: ReadonlySet<string | undefined> = new Set([undefined, 'true', 'false']);

/** Annotation that marks a copy with its cluster. Only marked files are replaced. */
export const MARK = 'krm-variants.dev/expanded-for';
