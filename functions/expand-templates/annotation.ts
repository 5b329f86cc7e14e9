import type { Origin, Resource } from '../../src/krm/index.ts';
import type { Path } from '../../src/yaml/index.ts';

/** Annotation that requests template expansion if it is "true" (design "Template Expansion"). */
export const EXPAND = 'control.kubestellar.io/expand-templates';

/** Path of that annotation. */
export const EXPAND_PATH: Path = ['metadata', 'annotations', EXPAND];

/** Returns the origin of the edits of an object that asks for expansion. */
export function asks(resource: Resource): Origin {
  return { resource, field: EXPAND_PATH };
}

/** Annotation that marks a copy with its cluster. Only marked files are replaced. */
export const MARK = 'krm-variants.dev/expanded-for';
