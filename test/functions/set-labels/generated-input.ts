import { Choices, randomItems, randomList, randomTexts, type ItemOptions } from '../../support/generated-items.ts';
import type { OriginalInput } from '../../support/record-original.ts';

/** Returns the input that a seed determines: labels, resources of all kinds with labels, and a layout. */
export function generatedInput(seed: number, options: ItemOptions = {}): OriginalInput & { readonly text: string } {
  const choices = new Choices(seed);
  const texts = randomTexts(choices);
  const config = choices.chance(0.5)
    ? { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'labels' }, data: texts }
    : { apiVersion: 'fn.kpt.dev/v1alpha1', kind: 'SetLabels', metadata: { name: 'labels' }, labels: texts };
  const items = randomItems(choices, options);
  return { name: `seed ${seed}`, config, items, text: randomList(items, config, choices) };
}
