import type { LabelRequirement, LabelSelector } from '../function/label-selector.ts';
import { byteOrder } from '../byte-order.ts';
import { newDocument } from '../yaml/index.ts';
import { fleetHoldForm, type Hold } from './hold-form.ts';

/** Parts of a new hold: either labels or folders, and the reason. */
export type NewHold = Pick<Hold, 'selector' | 'variants' | 'repo' | 'reason' | 'until'>;

/** Returns the text of a file with a FleetHold. */
export function holdText(name: string, { selector, variants, repo, reason, until }: NewHold): string {
  const { apiVersion, kind } = fleetHoldForm;
  const spec = {
    ...(selector !== undefined && { selector: shortSelector(selector) }),
    ...(variants !== undefined && { variants }),
    ...(repo !== undefined && { repo }),
    reason,
    ...(until !== undefined && { until }),
  };
  return newDocument({ apiVersion, kind, metadata: { name }, spec }).text();
}

/**
 * Returns a name for a hold or decision of these labels or folders, which is also that of its file: `wave=main` gives
 * `wave-main`. Others may have the same name, such as that of `wave!=main`.
 */
export function holdName(held: string): string {
  const words = held.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  return words.join('-').slice(0, MAX_NAME).replace(/-$/, '');
}

/** Names of resources have at most 63 characters where Kubernetes makes labels of them. */
export const MAX_NAME = 63;

/** Reports whether two selectors have the same requirements. */
export function isSameSelector(a: LabelSelector, b: LabelSelector): boolean {
  const [one, other] = [a, b].map((selector) => requirementsOf(selector).map(requirementKey).toSorted(byteOrder));
  return JSON.stringify(one) === JSON.stringify(other);
}

function requirementKey({ key, operator, values = [] }: LabelRequirement): string {
  return JSON.stringify([key, operator, values.toSorted(byteOrder)]);
}

function requirementsOf({ matchLabels = {}, matchExpressions = [] }: LabelSelector): readonly LabelRequirement[] {
  const labels = Object.entries(matchLabels).map(([key, value]) => ({ key, operator: 'In', values: [value] }));
  return [...labels, ...matchExpressions];
}

/** Returns a selector as `--selector` has it: `region=eu,tier!=dev,wave in (1,2)`. */
export function selectorText(selector: LabelSelector): string {
  const requirements = requirementsOf(selector).map(({ key, operator, values = [] }) => {
    if (values.length === 0) return operator === 'DoesNotExist' ? `!${key}` : key;
    const isIn = operator === 'In';
    if (values.length === 1) return `${key}${isIn ? '=' : '!='}${values.join()}`;
    return `${key} ${isIn ? 'in' : 'notin'} (${values.join()})`;
  });
  return requirements.join(',');
}

/** Returns a selector with its requirements of one value as labels. */
export function shortSelector(selector: LabelSelector): { [name: string]: {} } {
  const all = requirementsOf(selector);
  const isLabel = ({ key, operator, values = [] }: LabelRequirement): boolean =>
    operator === 'In' && values.length === 1 && all.filter((each) => each.key === key).length === 1;
  const labels = all.filter(isLabel).map(({ key, values = [] }) => [key, values[0] ?? ''] as const);
  const others = all
    .filter((each) => !isLabel(each))
    .map(({ key, operator, values = [] }) => ({ key, operator, ...(values.length > 0 && { values }) }));
  return {
    ...(labels.length > 0 && { matchLabels: Object.fromEntries(labels) }),
    ...(others.length > 0 && { matchExpressions: others }),
  };
}
