import type { OverrideRule, WrittenOverriders } from '../../src/karmada/index.ts';
import type { Results } from '../../src/krm/index.ts';
import type { Path } from '../../src/yaml/index.ts';
import type { NamedPolicy } from './settings.ts';

/** Warns about each part of policies that can edit no resource, whatever the cluster and the resources are. */
export function warnOfIdleRules(policies: readonly NamedPolicy[], results: Results): void {
  for (const { rules, source } of policies) {
    const warn = (message: string, field: Path): void => results.warning(message, { resource: source, field });
    if (rules.length === 0) warn('has no rules, so it edits nothing', ['spec', 'overrideRules']);
    for (const rule of rules) warnOfIdleParts(rule, warn);
  }
}

function warnOfIdleParts({ field, written }: OverrideRule, warn: (message: string, field: Path) => void): void {
  const at = (...path: Path): Path => [...field, 'overriders', ...path];
  if (Object.values(written).every((entries) => entries.length === 0))
    warn('has no overrider with entries, so the rule edits nothing', at());
  for (const name of VALUED)
    for (const [index, { value }] of (written[name] ?? []).entries())
      if (Object.keys(value ?? []).length === 0) warn(WITHOUT_VALUE, at(name, index));
  for (const [index, { operator, value = '' }] of (written.imageOverrider ?? []).entries())
    if (operator === 'add' && value === '') warn(WITHOUT_VALUE, at('imageOverrider', index));
}

const WITHOUT_VALUE = 'has no `value`, so it edits nothing';

/** Overriders whose entries edit nothing without values. */
const VALUED = [
  'commandOverrider',
  'argsOverrider',
  'labelsOverrider',
  'annotationsOverrider',
] as const satisfies readonly (keyof WrittenOverriders)[];
