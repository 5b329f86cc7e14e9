import { askOverriders, type OverrideRule } from '../../src/karmada/index.ts';
import type { Results } from '../../src/krm/index.ts';
import type { Path } from '../../src/yaml/index.ts';
import type { NamedPolicy } from './settings.ts';

/** Warns about each part of policies that can edit no resource, whatever the cluster and the resources are. */
export function warnOfIdleRules(policies: readonly NamedPolicy[], results: Results): void {
  for (const { rules, source } of policies) {
    const warn = (message: string, field: Path): void =>
      results.warning(message, { code: 'rule-idle', resource: source, field });
    if (rules.length === 0) warn('has no rules, so it edits nothing', ['spec', 'overrideRules']);
    for (const rule of rules) warnOfIdleParts(rule, warn);
  }
}

function warnOfIdleParts({ field, written }: OverrideRule, warn: (message: string, field: Path) => void): void {
  const at = (...path: Path): Path => [...field, 'overriders', ...path];
  if (Object.values(written).every((entries) => entries.length === 0))
    warn('has no overrider with entries, so the rule edits nothing', at());
  const idle = askOverriders(written, ({ editsNothing }, entries, name) =>
    entries.flatMap((entry, index) => (editsNothing(entry) ? [at(name, index)] : [])),
  );
  for (const place of idle) warn('has no `value`, so it edits nothing', place);
}
