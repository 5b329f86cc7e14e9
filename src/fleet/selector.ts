import type { LabelRequirement, LabelSelector } from '../function/label-selector.ts';

/**
 * Parses label requirements as kubectl does: `region=eu,tier!=dev,zone in (a,b),!canary`. Returns undefined for any
 * other text.
 */
export function parseSelector(text: string): LabelSelector | undefined {
  const requirements = splitAtCommas(text).map(parseRequirement);
  return requirements.every((each) => each !== undefined) ? { matchExpressions: requirements } : undefined;
}

/** Splits at the commas outside of parentheses. */
function splitAtCommas(text: string): readonly string[] {
  return text.split(/,(?![^()]*\))/);
}

/** Forms of a requirement, with its operator; the groups are its key and values. */
const FORMS: readonly (readonly [form: RegExp, operator: string])[] = [
  [/^(?<key>[\w./-]+)\s*==?\s*(?<values>[\w.-]*)$/, 'In'],
  [/^(?<key>[\w./-]+)\s*!=\s*(?<values>[\w.-]*)$/, 'NotIn'],
  [/^(?<key>[\w./-]+)\s+in\s*\((?<values>[\w.,\s-]*)\)$/, 'In'],
  [/^(?<key>[\w./-]+)\s+notin\s*\((?<values>[\w.,\s-]*)\)$/, 'NotIn'],
  [/^(?<key>[\w./-]+)$/, 'Exists'],
  [/^!\s*(?<key>[\w./-]+)$/, 'DoesNotExist'],
];

function parseRequirement(text: string): LabelRequirement | undefined {
  for (const [form, operator] of FORMS) {
    const groups = form.exec(text.trim())?.groups;
    if (groups === undefined) continue;
    const { key = '', values } = groups;
    return { key, operator, values: values?.split(',').map((value) => value.trim()) ?? [] };
  }
  return undefined;
}
