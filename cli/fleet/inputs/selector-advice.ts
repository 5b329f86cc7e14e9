import { byteOrder } from '../../../src/byte-order.ts';
import type { Variant } from '../../../src/fleet/index.ts';
import type { LabelSelector } from '../../../src/function/index.ts';
import type { Result } from '../../../src/krm/index.ts';
import { didYouMean, isSlip, suggestion } from '../../../src/nearest-name.ts';
import { firstNames } from '../../../src/wording.ts';

/** Variants with their labels. */
type Labelled = readonly Pick<Variant, 'labels'>[];

/** Returns the end of a message about a selector that selects nothing: '' if each of its labels has the value in some variant. */
export function selectorAdvice({ matchExpressions = [] }: LabelSelector, variants: Labelled): string {
  return matchExpressions
    .map(({ key, operator, values = [] }) => {
      const known = valuesOf(key, variants);
      if (operator !== 'In' && operator !== 'Exists') return '';
      if (known.length === 0) return `; no variant has the label ${key}${didYouMean(key, keysOf(variants))}`;
      if (operator === 'Exists' || values.some((value) => known.includes(value))) return '';
      const hints = values.map((value) => didYouMean(value, known)).filter((hint) => hint !== '');
      return `; values of the label ${key} are ${firstNames(known, (value) => JSON.stringify(value))}${hints[0] ?? ''}`;
    })
    .join('');
}

/** Returns a warning for each label that a selector rules out, but that is probably misspelt: the selector then leaves out nothing. */
export function selectorWarnings({ matchExpressions = [] }: LabelSelector, variants: Labelled): readonly Result[] {
  return matchExpressions.flatMap(({ key, operator, values = [] }): readonly Result[] => {
    if (operator !== 'NotIn' && operator !== 'DoesNotExist') return [];
    const known = valuesOf(key, variants);
    const isKey = known.length === 0;
    const names = isKey ? keysOf(variants) : known;
    return (isKey ? [key] : values).flatMap((written): readonly Result[] => {
      const meant = names.includes(written) ? undefined : names.find((name) => isSlip(written, name));
      if (meant === undefined) return [];
      const message = `\`--selector\`: no variant has the ${isKey ? 'label' : `value of ${key}`} ${JSON.stringify(written)}, so that it leaves out nothing${suggestion(JSON.stringify(meant))}`;
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
