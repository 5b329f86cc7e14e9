import { KrmError } from '../../src/krm/index.ts';
import { matchesWildcard } from '../../src/wildcard.ts';
import type { Option } from '../arguments/option.ts';
import { UsageError } from '../arguments/usage-error.ts';
import { parseField } from '../merge/take-option.ts';
import { type FieldQuery, fieldQuery, type FieldValue, type ValueCondition } from '../../src/where/index.ts';

/** Option that selects variants by values in their folders. */
export const WHERE_OPTION = {
  name: 'where',
  value: 'CONDITION',
  isRepeatable: true,
  meaning: 'Only those with a value: KIND/NAME:PATH=VALUE, != or ~ (with *).',
  group: 'Selection',
} as const satisfies Option;

/** Option that selects packages by values in them. */
export const PACKAGES_WHERE_OPTION = {
  ...WHERE_OPTION,
  meaning: 'Only packages with a value: KIND/NAME:PATH=VALUE, != or ~ (with *).',
  group: 'Input',
} as const satisfies Option;

/** Parses `RESOURCE:PATH` as results show it, or with `image`, `registry` or `tag` as PATH. Throws a `UsageError`. */
export function parseQuery(text: string, option: string): FieldQuery {
  const field = parseField(text, option);
  if (field === undefined) throw new UsageError(`\`${option}\` must be KIND/NAME:PATH, not "${text}"`);
  try {
    return fieldQuery(field.resource, field.path);
  } catch (error) {
    throw error instanceof KrmError ? new UsageError(`\`${option}\`: ${error.message}`) : error;
  }
}

/** Operator of a condition. */
interface Operator {
  /** True if a package without the field meets the condition. */
  readonly isNegative: boolean;
  /** Reports whether values meet the condition. A field that is absent has none. */
  readonly holds: (wanted: string, values: readonly FieldValue[]) => boolean;
  /** Returns advice for a condition that no value meets; undefined if there is none. */
  readonly advice: (wanted: string) => string | undefined;
}

const none = (): undefined => undefined;

/** The operators. An operator that begins with another one comes before it. */
const OPERATORS: ReadonlyMap<string, Operator> = new Map([
  ['!=', { isNegative: true, holds: (wanted, values) => !values.some(({ text }) => text === wanted), advice: none }],
  ['=', { isNegative: false, holds: (wanted, values) => values.some(({ text }) => text === wanted), advice: none }],
  [
    '~',
    {
      isNegative: false,
      holds: (wanted, values) => values.some(({ text }) => matchesWildcard(wanted, text)),
      advice: (wanted) => (wanted.includes('*') ? undefined : `\`~\` compares the whole value: try \`~*${wanted}*\``),
    },
  ],
] as const satisfies readonly (readonly [string, Operator])[]);

/** Matches a condition: elements in brackets may have an `=`. */
const CONDITION = new RegExp(
  String.raw`^(?<field>(?:\["(?:[^"\\]|\\.)*"\]|\[[^\]]*\]|[^[=!~])*?)\s*(?<operator>${[...OPERATORS.keys()].join('|')})\s*(?<wanted>.*)$`,
  's',
);

/** Parses the value of `--where`: a field, `=`, `!=` or `~`, and a value. Throws a `UsageError`. */
export function parseCondition(text: string): ValueCondition {
  const { field = '', operator = '', wanted = '' } = CONDITION.exec(text)?.groups ?? {};
  const found = OPERATORS.get(operator);
  const written = `${/[<>]$/.exec(field)?.[0] ?? ''}${operator}${operator === '~' ? '' : (/^[=~]/.exec(wanted)?.[0] ?? '')}`;
  if (field !== '' && written !== operator)
    throw new UsageError(
      `\`--where\` must have one of the operators =, != and ~, not "${written}", in "${text}"; for a value that begins with = or ~, use ~`,
    );
  if (found === undefined || field === '')
    throw new UsageError(`\`--where\` must be KIND/NAME:PATH=VALUE, or with != or ~ in place of =, not "${text}"`);
  return {
    text,
    field,
    query: parseQuery(field, '--where'),
    isNegative: found.isNegative,
    advice: found.advice(wanted),
    holds: (values) => found.holds(wanted, values),
  };
}
