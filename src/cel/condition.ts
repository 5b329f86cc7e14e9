import { celUint, type CelInput } from '@bufbuild/cel';
import { CelError } from './cel-error.ts';
import type { Activation } from './environment.ts';
import { compileExpression } from './expression.ts';
import { ITERATION_VARIABLES } from './iterations.ts';
import { KPT } from './kpt.ts';
import { parseYamlTimestamp } from './timestamp-text.ts';
import { formatType } from './types.ts';
import { typeName } from './values.ts';

/**
 * Value of YAML data for an expression: a `bigint` is an integer, a `number` a double, an array a list, a `Map` a map,
 * and any other object what `integerValue` or `timestampValue` returned.
 */
export type ConditionValue = null | boolean | bigint | number | string | object;

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
      variables['resources'] = resources as readonly CelInput[];
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
