import { celUint, type CelInput } from '@bufbuild/cel';
import { CelError } from './cel-error.ts';
import { environmentWith, type Activation } from './environment.ts';
import { compileExpression } from './expression.ts';
import { EXTENDED_FUNCTIONS } from './extended-functions.ts';
import { EXTENDED_MACROS } from './extended-macros.ts';
import { ITERATION_VARIABLES } from './iterations.ts';
import { MAX_CONDITION_STEPS } from './limits.ts';
import { LIST_FUNCTIONS } from './list-functions.ts';
import { OPTIONAL_FUNCTIONS } from './optional-functions.ts';
import type { Profile } from './profile.ts';
import { STRING_FUNCTIONS } from './string-functions.ts';
import { parseYamlTimestamp } from './timestamp-text.ts';
import { DYN, formatType, listOf } from './types.ts';
import { typeName } from './values.ts';

/**
 * Language of `when` in a pipeline, as kpt 1.0 has it: one variable, and cel-go's optional values, strings (version 2,
 * without `format`), sets, loops with two variables, and lists (version 3).
 */
export const KPT: Profile = {
  variables: new Map([['resources', listOf(DYN)]]),
  functions: EXTENDED_FUNCTIONS,
  macros: EXTENDED_MACROS,
  environment: environmentWith([...LIST_FUNCTIONS, ...OPTIONAL_FUNCTIONS, ...STRING_FUNCTIONS]),
  hasOptionals: true,
  comparesMixed: true,
  isOptimized: false,
  maxSteps: MAX_CONDITION_STEPS,
};

/** Value of YAML data for an expression: a `bigint` is an integer, a `number` a double, a map of strings a map. */
export type ConditionValue = CelInput;

/** Compiled condition, to be evaluated as often as needed. */
export interface Condition {
  /** Evaluates the condition for resources. Throws a CelError of phase `eval`. */
  isMet(resources: readonly ConditionValue[]): boolean;
}

/** Compiles the condition of a function as kpt 1.0 does. Throws a CelError of phase `compile` unless it is boolean. */
export function compileCondition(expression: string): Condition {
  const { evaluate, type } = compileExpression(expression, KPT);
  if (type.name !== 'bool' || type.isNullable === true)
    throw new CelError('compile', `the expression must be boolean, found type '${formatType(type)}'`);
  return {
    isMet: (resources) => {
      const variables = Object.create(ITERATION_VARIABLES) as Record<string, CelInput>;
      variables['resources'] = resources;
      const value = evaluate(variables satisfies Activation);
      if (typeof value === 'boolean') return value;
      throw new CelError('eval', `the value must be boolean, found type '${typeName(value)}'`);
    },
  };
}

/** Returns the value of an integer as cel-go gets it from YAML: one beyond 64 bits with a sign has none. */
export function integerValue(value: bigint): ConditionValue {
  return BigInt.asIntN(64, value) === value ? value : celUint(value);
}

/** Returns the timestamp that a plain scalar of YAML is to go-yaml v3; undefined if it is none. */
export function timestampValue(text: string): ConditionValue | undefined {
  return parseYamlTimestamp(text);
}
