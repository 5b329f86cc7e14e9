import { byteOrder } from '../../src/byte-order.ts';
import { groupBy } from '../../src/group-by.ts';
import { countedResources, type Results } from '../../src/krm/index.ts';
import { suggestion } from '../../src/nearest-name.ts';
import { counted, oneOf } from '../../src/wording.ts';
import type { ResourceName } from './resource-names.ts';
import type { Rule } from './rule.ts';
import type { StripRules, TransformRule } from './rules.ts';
import type { Tally } from './tally.ts';
import { transformName, type Transform } from './transform.ts';

/**
 * Reports an info for each rule that applies to any resource, and a warning for each that cannot remove anything.
 * Neither depends on the values that this run removed, since a second run finds them absent. Those are in a notice.
 */
export function report(rules: StripRules, tally: Tally, results: Results): void {
  for (const rule of rules.builtIn) {
    if (tally.selected(rule).length > 0)
      results.info(`${rule.title}: nothing is left to remove`, { code: 'rule-applied' });
  }
  for (const rule of rules.transforms) {
    if (tally.selected(rule).length === 0) warnUnselected(rule, rules, results);
    else reportAbsent(rule, tally, results);
  }
  for (const rule of [...rules.builtIn, ...rules.transforms]) {
    if (tally.removed(rule).length > 0) noticeRemoved(rule, tally, results);
  }
}

function reportAbsent(rule: TransformRule, tally: Tally, results: Results): void {
  const { source, field } = rule.transform;
  if (rule.removals.length === 0) {
    results.warning('removes nothing: `remove` lists no path', { code: 'rule-idle', resource: source, field });
    return;
  }
  const paths = rule.removals.map(({ text }) => text).join(', ');
  const message = `${rule.title}: absent as configured: ${paths}; in ${countedResources(tally.selected(rule))}`;
  results.info(message, { code: 'rule-applied' });
}

function noticeRemoved(rule: Rule, tally: Tally, results: Results): void {
  const removed = tally.removed(rule);
  const resources = new Set(removed.map(({ resource }) => resource)).size;
  const counts = [...tally.fields(rule)].filter(([, count]) => count > 0);
  const fields = counts.reduce((sum, [, count]) => sum + count, 0);
  const fresh = removed.reduce((sum, each) => sum + each.fresh, 0);
  const listed = counts.map(([{ text }, count]) => `${text} (${count})`).join(', ');
  const shared = fresh === fields ? '' : `; already removed by earlier rules: ${fields - fresh}`;
  const sum = `removed ${counted(fields, 'field')} from ${counted(resources, 'resource')}`;
  results.notice(`${rule.title}: ${sum}: ${listed}${shared}`);
}

function warnUnselected({ transform, kinds }: TransformRule, { names }: StripRules, results: Results): void {
  const about = { resource: transform.source, field: [...transform.field, 'resource'] };
  if (kinds.length > 0) {
    results.warning(`no item is a ${oneOf(kinds)} (${describe(transform)})`, { code: 'rule-unmatched', ...about });
    return;
  }
  const nearest = names.nearest(transform);
  const hint = nearest === undefined ? '' : suggestion(describe(nearest));
  results.warning(
    `unknown resource ${describe(transform)}: not in Kubernetes, a CRD or a kind among the items${hint}`,
    { code: 'unknown-kind', ...about },
  );
}

function describe({ group, resource }: ResourceName): string {
  return `${JSON.stringify(resource)} in ${group === '' ? 'the core group' : `group ${JSON.stringify(group)}`}`;
}

/** Maximum number of names in a result: nobody reads more, and each of the transforms has a result with them. */
const MAX_NAMES = 10;

/** Warns of CustomTransforms for the same resources: KubeStellar reports it in the status of each. */
export function warnShared(transforms: readonly Transform[], results: Results): void {
  const upstream = transforms.filter(({ source }) => source.kind === 'CustomTransform');
  for (const [resource, sharing] of groupBy(upstream, transformName)) {
    if (sharing.length < 2) continue;
    const message = `multiple CustomTransform objects specify the same GroupResource; their names are ${namesOf(sharing)}`;
    for (const { source } of sharing)
      results.warning(`${message} (${resource})`, { code: 'rule-conflict', resource: source });
  }
}

function namesOf(transforms: readonly Transform[]): string {
  const names = [...new Set(transforms.map(({ source }) => JSON.stringify(source.name)))].toSorted(byteOrder);
  const more = names.length > MAX_NAMES ? `, and ${names.length - MAX_NAMES} more` : '';
  return `${names.slice(0, MAX_NAMES).join(', ')}${more}`;
}
