import type { Resource } from '../../src/index.ts';

/** Asks for template expansion where it is "true" (design "Template Expansion"). */
export const EXPAND = 'control.kubestellar.io/expand-templates';

/** Removes an annotation, and the map where it was the only one. */
export function removeAnnotation({ document }: Resource, key: string): void {
  const annotations = ['metadata', 'annotations'];
  document.remove(document.keys(annotations)?.length === 1 ? annotations : [...annotations, key]);
}
