import type { Result, Severity } from '../krm/result.ts';
import { isList, isMap, type Value } from '../yaml/index.ts';

const SEVERITIES: readonly string[] = ['error', 'warning', 'info'] satisfies readonly Severity[];

/** Fields of a result that are maps. */
const MAPS = ['resourceRef', 'field', 'file', 'tags'] as const;

type Fields = Readonly<Record<string, Value>>;

/**
 * Reads the `results` of a printed ResourceList: a list, or in the old form a map with `items`. As in kpt, the default
 * severity is `info`. Redacts values in fields of Secrets. Returns the reason as a string if the results are invalid.
 */
export function answeredResults(value: Value): readonly Result[] | string {
  const list = isMap(value) ? (value['items'] ?? null) : value;
  if (list === null) return [];
  if (!isList(list)) return 'must be a list';
  const results: Result[] = [];
  for (const [index, each] of list.entries()) {
    const result = isMap(each) ? resultOf(each) : undefined;
    if (result === undefined)
      return `must have a string \`message\`, a \`severity\` of ${SEVERITIES.join(', ')} and a numeric \`file.index\`, and maps of \`resourceRef\`, \`field\`, \`file\` and \`tags\`: result ${index} does not`;
    results.push(result);
  }
  return results;
}

function resultOf(fields: Fields): Result | undefined {
  const { message = '', severity = 'info' } = fields;
  if (MAPS.some((key) => (fields[key] ?? null) !== null && !isMap(fields[key]))) return undefined;
  const ref = fieldsOf(fields['resourceRef']);
  const file = fieldsOf(fields['file']);
  const index = file?.['index'] ?? 0;
  if (typeof message !== 'string' || typeof severity !== 'string' || typeof index !== 'number') return undefined;
  if (severity !== '' && !SEVERITIES.includes(severity)) return undefined;
  const field = fieldsOf(fields['field']);
  const tags = fieldsOf(fields['tags']);
  return {
    message,
    severity: (severity || 'info') as Severity,
    code: 'function-result',
    ...(ref && { resourceRef: refOf(ref) }),
    ...(field && { field: fieldOf(field, text(ref?.['kind']) === 'Secret') }),
    ...(file && { file: { path: text(file['path']), index } }),
    ...(tags && { tags: Object.fromEntries(Object.entries(tags).map(([key, tag]) => [key, text(tag)])) }),
  };
}

/** In the old form, name and namespace are below `metadata`. */
function refOf(ref: Fields): NonNullable<Result['resourceRef']> {
  const metadata = fieldsOf(ref['metadata']) ?? {};
  const namespace = text(ref['namespace'] ?? metadata['namespace']);
  return {
    apiVersion: text(ref['apiVersion']),
    kind: text(ref['kind']),
    name: text(ref['name'] ?? metadata['name']),
    ...(namespace !== '' && { namespace }),
  };
}

/** In the old form, the proposed value is `suggestedValue`. */
function fieldOf(field: Fields, isSecret: boolean): NonNullable<Result['field']> {
  const { currentValue, suggestedValue, proposedValue = suggestedValue } = field;
  const hidden = (value: Value): Value => (isSecret ? '(redacted)' : value);
  return {
    path: text(field['path']),
    ...(currentValue !== undefined && { currentValue: hidden(currentValue) }),
    ...(proposedValue !== undefined && { proposedValue: hidden(proposedValue) }),
  };
}

function fieldsOf(value: Value | undefined): Fields | undefined {
  return isMap(value) ? value : undefined;
}

function text(value: Value | undefined): string {
  return value === undefined || value === null || typeof value === 'object' ? '' : String(value);
}
