import assert from 'node:assert/strict';
import { tests as suite } from '@bufbuild/cel-spec/testdata/conformance.js';
import type { CelInput, CelValue } from '@bufbuild/cel';
import { CelError } from '../../src/cel/index.ts';
import { prepare, type Activation, type Evaluation } from '../../src/cel/environment.ts';
import { withBudget } from '../../src/cel/budget.ts';
import { compileExpression } from '../../src/cel/expression.ts';
import { parse } from '../../src/cel/parser.ts';
import { Source } from '../../src/cel/source.ts';
import { check } from '../../src/cel/checker.ts';
import { formatType, type Type } from '../../src/cel/types.ts';
import { ITERATION_VARIABLES } from '../../src/cel/iterations.ts';
import { readType, readValue, show, showJson, type JsonValue } from './conformance-values.ts';

/** Test of cel-spec. The default result is `true`. */
interface Test {
  readonly name: string;
  readonly expr: string;
  readonly value?: JsonValue;
  readonly evalError?: unknown;
  readonly typedResult?: { readonly result?: JsonValue; readonly deducedType: JsonValue };
  readonly checkOnly?: boolean;
  readonly disableCheck?: boolean;
  readonly container?: string;
  readonly bindings?: Readonly<Record<string, { readonly value: JsonValue }>>;
  readonly typeEnv?: readonly { readonly name: string; readonly ident?: { readonly type: JsonValue } }[];
}

interface Suite {
  readonly name: string;
  readonly suites?: readonly Suite[];
  readonly tests?: readonly { readonly original: Test }[];
}

/**
 * Files of the features that Porch has: no extensions, no optional values, no messages except those of google.protobuf.
 */
const FILES =
  'basic comparisons conversions fields fp_math integer_math lists logic macros parse plumbing string timestamps type_deductions'.split(
    ' ',
  );

/** Features in those files that Porch lacks: messages of the suite, names with dots, functions, quoted names. */
const ABSENT = /TestAllTypes|NestedTestAllTypes|`|optional|\?\.|\.\?|\[\?/;

/** Tests of literals whose elements have different types, separated by broken bars. */
const MIXED = (
  'eq_literal/not_eq_list_null¦eq_literal/eq_list_mixed_type_numbers¦eq_literal/not_eq_list_mixed_type_numbers¦' +
  'eq_literal/not_eq_list_false_vs_types¦eq_literal/not_eq_map_null¦eq_literal/eq_map_mixed_type_numbers¦' +
  'eq_literal/not_eq_map_false_vs_types¦eq_literal/eq_map_value_mixed_types¦eq_literal/not_eq_list_elem_null¦' +
  'eq_literal/not_eq_map_value_null¦in_list_literal/elem_in_mixed_type_list¦in_list_literal/elem_in_mixed_type_list_cross_type¦' +
  'in_map_literal/key_in_mixed_key_type_map¦in_map_literal/key_in_mixed_key_type_map_cross_type¦dyn/dyn_heterogeneous_list¦' +
  'map_fields/map_key_int64¦map_fields/map_key_uint64¦map_fields/map_key_mixed_type¦map_fields/map_key_mixed_numbers_double_key¦' +
  'map_fields/map_key_mixed_numbers_uint_key¦map_fields/map_key_mixed_numbers_int_key¦map_fields/map_value_mix_type¦' +
  'in/mixed_numbers_and_keys_present¦in/mixed_numbers_and_keys_absent¦exists/list_elem_type_shortcircuit¦' +
  'exists/list_elem_type_exhaustive¦exists/map_key_type_shortcircuit¦exists/map_key_type_exhaustive¦all/list_elem_type_shortcircuit'
).split('¦');

/** Tests that fail for the given reason; one that passes fails the suite. */
const EXPECTED_FAILURES: ReadonlyMap<string, string> = new Map([
  ...MIXED.map((name) => [name, 'Porch wants literals of one type'] as const),
  ['map_fields/map_bad_key_type_or_true', 'cel-go refuses such a constant key before it evaluates'],
  ['map_fields/map_bad_key_type_and_false', 'cel-go refuses such a constant key before it evaluates'],
  ['duration_converters/get_milliseconds', 'cel-go returns the whole duration, not the fraction of a second'],
  ['qualified_identifier_resolution/map_value_repeat_key', 'cel-go uses the last one of two entries with one key'],
]);

describe("cel-spec's conformance suite", () => {
  let applied = 0;
  for (const file of (suite as Suite).suites ?? []) {
    if (FILES.includes(file.name)) describe(file.name, () => applySuite(file, ''));
  }
  it('runs as many tests as before', () => assert.equal(applied, 1082));

  function applySuite({ suites = [], tests = [] }: Suite, prefix: string): void {
    for (const inner of suites) applySuite(inner, `${prefix}${inner.name}/`);
    for (const { original } of tests) {
      if (!applies(original)) continue;
      applied++;
      const name = prefix + original.name;
      const reason = EXPECTED_FAILURES.get(name);
      if (reason === undefined) it(name, () => run(original));
      else it(`${name} fails: ${reason}`, () => assert.throws(() => run(original)));
    }
  }
});

function applies({ expr, container = '', typeEnv = [], typedResult }: Test): boolean {
  if (ABSENT.test(expr) || container !== '') return false;
  if (typedResult !== undefined && readType(typedResult.deducedType) === undefined) return false;
  return typeEnv.every(
    ({ name, ident }) => ident !== undefined && !name.includes('.') && readType(ident.type) !== undefined,
  );
}

function run(test: Test): void {
  const { expr, value = { boolValue: true }, evalError, typedResult, checkOnly = false } = test;
  const declarations = new Map((test.typeEnv ?? []).flatMap(({ name, ident }) => declared(name, ident?.type)));
  if (typedResult !== undefined)
    assert.equal(deducedType(expr, declarations), formatType(typeOf(typedResult.deducedType)));
  if (checkOnly) return;
  const evaluate = (): CelValue => evaluation(test, declarations)(activation(test));
  if (evalError !== undefined) assert.throws(evaluate, CelError);
  else assert.equal(show(evaluate()), showJson(typedResult?.result ?? value));
}

function evaluation({ expr, disableCheck = false }: Test, declarations: ReadonlyMap<string, Type>): Evaluation {
  if (!disableCheck) return compileExpression(expr, declarations).evaluate;
  const source = new Source(expr);
  const evaluate = prepare(source, parse(source), 'eval', new Map());
  return (variables) => withBudget(() => evaluate(variables));
}

function activation({ bindings = {} }: Test): Activation {
  const variables = Object.create(ITERATION_VARIABLES) as Record<string, CelInput>;
  for (const [name, { value }] of Object.entries(bindings)) variables[name] = readValue(value);
  return variables;
}

function deducedType(expr: string, declarations: ReadonlyMap<string, Type>): string {
  const source = new Source(expr);
  return formatType(check(source, parse(source), declarations).type);
}

function declared(name: string, json: JsonValue | undefined): [string, Type][] {
  return json === undefined ? [] : [[name, typeOf(json)]];
}

function typeOf(json: JsonValue): Type {
  const type = readType(json);
  if (type === undefined) throw new Error(`no type of Porch: ${JSON.stringify(json)}`);
  return type;
}
