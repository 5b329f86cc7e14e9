import type { Path } from '../../src/index.ts';

/** Asks for template expansion where it is "true" (design "Template Expansion"). */
export const EXPAND = 'control.kubestellar.io/expand-templates';

/** Where that is. */
export const EXPAND_PATH: Path = ['metadata', 'annotations', EXPAND];
