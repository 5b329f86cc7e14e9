import type { Path } from '../../src/index.ts';

/** Annotation that requests template expansion if it is "true" (design "Template Expansion"). */
export const EXPAND = 'control.kubestellar.io/expand-templates';

/** Path of that annotation. */
export const EXPAND_PATH: Path = ['metadata', 'annotations', EXPAND];
