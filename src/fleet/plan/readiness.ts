import { gateUnmet } from '../messages/apply.ts';
import { makeResult, type Result } from '../../krm/index.ts';
import { isList, isMap, type Value } from '../../yaml/index.ts';
import { readKptfile } from '../../upstream/index.ts';

/** Returns a finding for each readiness gate of a Kptfile whose condition is not True. `isRequired`: they are errors, else warnings. */
export function unmetGates(kptfileText: string, isRequired: boolean): readonly Result[] {
  const kptfile = readKptfile(kptfileText, 'Kptfile');
  const conditions = maps(kptfile.document.value(['status', 'conditions']));
  return maps(kptfile.document.value(['info', 'readinessGates'])).flatMap(({ conditionType }) => {
    const condition = conditions.find(({ type }) => type === conditionType);
    if (condition?.['status'] === 'True') return [];
    const { message } = condition ?? {};
    const text = gateUnmet(JSON.stringify(conditionType), typeof message === 'string' ? message : '');
    return makeResult(isRequired ? 'error' : 'warning', text, { code: 'readiness-gate-unmet', resource: kptfile });
  });
}

function maps(value: Value | undefined): readonly Readonly<Record<string, Value>>[] {
  return isList(value) ? value.filter(isMap) : [];
}
