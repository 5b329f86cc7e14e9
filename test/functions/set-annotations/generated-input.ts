import { Choices, randomItems, randomList, randomTexts, type ItemOptions } from '../../support/generated-items.ts';
import type { OriginalInput } from '../../support/record-original.ts';

/** Field specs for kinds and places of generated items. */
const FIELDS = [
  { path: 'spec/parts/labels' },
  { path: 'spec/parts[]/labels', create: true },
  { path: 'spec/parts/inner[]/labels', kind: 'Gadget', create: true },
  { path: 'spec/selector/matchLabels', group: 'apps' },
  { path: 'spec/selector/matchLabels', kind: 'Gadget', version: 'v1', create: true },
  { path: 'spec/new/deep/map', create: true, kind: 'Service' },
  { path: 'spec/new/list[]/map', create: true, kind: 'Service' },
  { path: 'spec/template/metadata/annotations', version: 'v1beta1' },
  { path: String.raw`metadata/annotations/with\/slash`, create: false },
];

/** Returns the input that a seed determines: annotations, resources of all kinds, and a layout. */
export function generatedInput(seed: number, options: ItemOptions = {}): OriginalInput & { readonly text: string } {
  const choices = new Choices(seed);
  const texts = randomTexts(choices);
  const fields = Array.from({ length: choices.upTo(2) }, () => choices.of(FIELDS));
  const config = choices.chance(0.4)
    ? { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'config' }, data: texts }
    : {
        apiVersion: 'fn.kpt.dev/v1alpha1',
        kind: choices.chance(0.8) ? 'SetAnnotations' : 'SetAnnotationConfig',
        metadata: { name: 'config' },
        annotations: texts,
        ...(fields.length > 0 && { [choices.of(['fieldSpecs', 'additionalAnnotationFields'])]: fields }),
      };
  const items = randomItems(choices, options);
  return { name: `seed ${seed}`, config, items, text: randomList(items, config, choices) };
}
