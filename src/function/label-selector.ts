import type { Problems } from './problems.ts';
import { stringMap, type Schema } from './schema.ts';
import { oneOf } from '../wording.ts';
import type { Path } from '../yaml/index.ts';

/** Label selector of Kubernetes: matches resources that meet all its requirements. */
export const labelSelectorSchema = {
  type: 'object',
  description: 'Labels that a resource must have: all of these.',
  additionalProperties: false,
  properties: {
    matchLabels: { ...stringMap, description: 'Labels with their values.' },
    matchExpressions: {
      type: 'array',
      description: 'Conditions on labels.',
      items: {
        type: 'object',
        description: 'One condition.',
        additionalProperties: false,
        required: ['key', 'operator'],
        properties: {
          key: { type: 'string', description: 'Key of the label.' },
          operator: { type: 'string', description: '`In`, `NotIn`, `Exists` or `DoesNotExist`.' },
          values: {
            type: 'array',
            description: 'Values, for `In` and `NotIn` alone.',
            items: { type: 'string', description: 'A value.' },
          },
        },
      },
    },
  },
} as const satisfies Schema;

/** Label selector as written. */
export interface LabelSelector {
  readonly matchLabels?: Readonly<Record<string, string>>;
  readonly matchExpressions?: readonly LabelRequirement[];
}

/** Condition on a label, or on another field with values. */
export interface LabelRequirement {
  readonly key: string;
  readonly operator: string;
  readonly values?: readonly string[];
}

/** Requirements and meaning of an operator; `value` is undefined if the label is absent. */
interface LabelOperator {
  readonly hasValues: boolean;
  readonly holds: (value: string | undefined, values: readonly string[]) => boolean;
}

const OPERATORS: ReadonlyMap<string, LabelOperator> = new Map([
  ['In', { hasValues: true, holds: (value, values) => value !== undefined && values.includes(value) }],
  ['NotIn', { hasValues: true, holds: (value, values) => value === undefined || !values.includes(value) }],
  ['Exists', { hasValues: false, holds: (value) => value !== undefined }],
  ['DoesNotExist', { hasValues: false, holds: (value) => value === undefined }],
]);

/** Adds the problems of a label selector at a field: an invalid one would silently match nothing. */
export function checkLabelSelector({ matchExpressions = [] }: LabelSelector, field: Path, problems: Problems): void {
  for (const [index, { operator, values = [] }] of matchExpressions.entries()) {
    const at = [...field, 'matchExpressions', index];
    const known = OPERATORS.get(operator);
    if (known === undefined) {
      const names = [...OPERATORS.keys()].map((name) => JSON.stringify(name));
      problems.add({ field: [...at, 'operator'], message: `must be ${oneOf(names)}`, currentValue: operator });
    } else if (known.hasValues !== values.length > 0) {
      const rule = known.hasValues ? 'must not be empty' : 'must be empty';
      problems.add({ field: [...at, 'values'], message: `${rule} for operator "${operator}"` });
    }
  }
}

/** Reports whether labels match a selector; an empty one matches all. */
export function matchesLabels(
  { matchLabels = {}, matchExpressions = [] }: LabelSelector,
  labels: ReadonlyMap<string, string>,
): boolean {
  const hasLabels = Object.entries(matchLabels).every(([key, value]) => labels.get(key) === value);
  return hasLabels && matchExpressions.every((requirement) => meets(requirement, labels));
}

function meets({ key, operator, values = [] }: LabelRequirement, labels: ReadonlyMap<string, string>): boolean {
  return OPERATORS.get(operator)?.holds(labels.get(key), values) === true;
}
