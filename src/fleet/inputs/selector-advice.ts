import { byteOrder } from '../../byte-order.ts';
import type { Variant } from '../index.ts';
import { noSuchLabel, noSuchValue, nothingLeftOut } from '../messages/selection.ts';
import type { LabelSelector } from '../../function/index.ts';
import type { Result } from '../../krm/index.ts';
import { isSlip } from '../../nearest-name.ts';

/** Variants with their labels. */
type Labelled = readonly Pick<Variant, 'labels'>[];

/**
 * Returns the end of a message about a selector that selects nothing: '' if each of its labels has the value in some
 * variant.
 */
export function selectorAdvice({ matchExpressions = [] }: LabelSelector, variants: Labelled): string {
  return matchExpressions
    .map(({ key, operator, values = [] }) => {
      const known = valuesOf(key, variants);
      if (operator !== 'In' && operator !== 'Exists') return '';
      if (known.length === 0) return noSuchLabel(key, keysOf(variants));
      if (operator === 'Exists' || values.some((value) => known.includes(value))) return '';
      return noSuchValue(key, values, known);
    })
    .join('');
}

/**
 * Returns a warning for each label that a selector rules out, but that is probably misspelt: the selector then leaves
 * out nothing.
 */
export function selectorWarnings({ matchExpressions = [] }: LabelSelector, variants: Labelled): readonly Result[] {
  return matchExpressions.flatMap(({ key, operator, values = [] }): readonly Result[] => {
    if (operator !== 'NotIn' && operator !== 'DoesNotExist') return [];
    const known = valuesOf(key, variants);
    const isKey = known.length === 0;
    const names = isKey ? keysOf(variants) : known;
    return (isKey ? [key] : values).flatMap((written): readonly Result[] => {
      const meant = names.includes(written) ? undefined : names.find((name) => isSlip(written, name));
      if (meant === undefined) return [];
      const message = nothingLeftOut(written, isKey ? undefined : key, meant);
      return [{ severity: 'warning', code: 'near-name', message }];
    });
  });
}

function keysOf(variants: Labelled): readonly string[] {
  return [...new Set(variants.flatMap(({ labels }) => [...labels.keys()]))].toSorted(byteOrder);
}

function valuesOf(key: string, variants: Labelled): readonly string[] {
  return [...new Set(variants.flatMap(({ labels }) => labels.get(key) ?? []))].toSorted(byteOrder);
}
