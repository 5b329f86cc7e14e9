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
import { KPT } from '../../src/cel/kpt.ts';
import { PORCH } from '../../src/cel/porch.ts';
import type { Profile } from '../../src/cel/profile.ts';
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
const PORCH_FAILURES: ReadonlyMap<string, string> = new Map([
  ...MIXED.map((name) => [name, 'Porch wants literals of one type'] as const),
  ['map_fields/map_bad_key_type_or_true', 'cel-go refuses such a constant key before it evaluates'],
  ['map_fields/map_bad_key_type_and_false', 'cel-go refuses such a constant key before it evaluates'],
  ['duration_converters/get_milliseconds', 'cel-go returns the whole duration, not the fraction of a second'],
  ['qualified_identifier_resolution/map_value_repeat_key', 'cel-go uses the last one of two entries with one key'],
]);

/** The same for kpt. */
const KPT_FAILURES: ReadonlyMap<string, string> = new Map([
  ...[
    'exists/list_elem_type_shortcircuit',
    'exists/list_elem_type_exhaustive',
    'exists/map_key_type_shortcircuit',
    'exists/map_key_type_exhaustive',
    'all/list_elem_type_shortcircuit',
    'all/list_elem_type_exhaustive',
    'optionals/optional_chaining_13',
    'optionals/map_key_mixed_type_optindex_value',
    'optionals/map_key_mixed_numbers_double_key_optindex_value',
    'optionals/map_key_mixed_numbers_uint_key_optindex_value',
    'optionals/map_key_mixed_numbers_int_key_optindex_value',
  ].map((name) => [name, 'kpt wants literals of one type'] as const),
  ['optionals/map_null_entry_no_such_key', 'cel-go tests the presence in a scalar, unless told otherwise'],
  ['optionals/map_present_key_invalid_field', 'cel-go tests the presence in a scalar, unless told otherwise'],
  ['value_errors/indexof_out_of_range', 'cel-go returns -1 beyond the end'],
  ['value_errors/lastindexof_out_of_range', 'cel-go returns -1 beyond the end'],
]);

/**
 * Files of the suite whose features a user of the language has, and those in them that it lacks: messages of the suite,
 * functions, quoted names.
 */
const PROFILES = {
  Porch: {
    profile: PORCH,
    files:
      'basic comparisons conversions fields fp_math integer_math lists logic macros parse plumbing string timestamps type_deductions'.split(
        ' ',
      ),
    absent: /TestAllTypes|NestedTestAllTypes|`|optional|\?\.|\.\?|\[\?/,
    failures: PORCH_FAILURES,
    count: 1082,
  },
  kpt: {
    profile: KPT,
    files: 'macros2 optionals string_ext'.split(' '),
    absent: /TestAllTypes|NestedTestAllTypes|`|\.format\(|\.reverse\(|optional_type|'.'.replace\(''/,
    failures: KPT_FAILURES,
    count: 221,
  },
};

for (const [name, { profile, files, absent, failures, count }] of Object.entries(PROFILES))
  describe(`cel-spec's conformance suite, as ${name} has it`, () => {
    let applied = 0;
    for (const file of (suite as Suite).suites ?? []) {
      if (files.includes(file.name)) describe(file.name, () => applySuite(file, ''));
    }
    it('runs as many tests as before', () => assert.equal(applied, count));

    function applySuite({ suites = [], tests = [] }: Suite, prefix: string): void {
      for (const inner of suites) applySuite(inner, `${prefix}${inner.name}/`);
      for (const { original } of tests) {
        if (!applies(original, absent)) continue;
        applied++;
        const test = prefix + original.name;
        const reason = failures.get(test);
        if (reason === undefined) it(test, () => run(original, profile));
        else it(`${test} fails: ${reason}`, () => assert.throws(() => run(original, profile)));
      }
    }
  });

function applies({ expr, container = '', typeEnv = [], typedResult }: Test, absent: RegExp): boolean {
  if (absent.test(expr) || container !== '') return false;
  if (typedResult !== undefined && readType(typedResult.deducedType) === undefined) return false;
  return typeEnv.every(
    ({ name, ident }) => ident !== undefined && !name.includes('.') && readType(ident.type) !== undefined,
  );
}

function run(test: Test, profile: Profile): void {
  const { expr, value = { boolValue: true }, evalError, typedResult, checkOnly = false } = test;
  const variables = new Map((test.typeEnv ?? []).flatMap(({ name, ident }) => declared(name, ident?.type)));
  const language = { ...profile, variables };
  if (typedResult !== undefined) assert.equal(deducedType(expr, language), formatType(typeOf(typedResult.deducedType)));
  if (checkOnly) return;
  const evaluate = (): CelValue => evaluation(test, language)(activation(test));
  if (evalError !== undefined) assert.throws(evaluate, CelError);
  else assert.equal(show(evaluate()), showJson(typedResult?.result ?? value));
}

function evaluation({ expr, disableCheck = false }: Test, language: Profile): Evaluation {
  if (!disableCheck) return compileExpression(expr, language).evaluate;
  const source = new Source(expr);
  const { maxSteps } = language;
  const evaluate = prepare(language, source, parse(source, language), { phase: 'eval', guesses: new Map() });
  return (variables) => withBudget(maxSteps, () => evaluate(variables));
}

function activation({ bindings = {} }: Test): Activation {
  const variables = Object.create(ITERATION_VARIABLES) as Record<string, CelInput>;
  for (const [name, { value }] of Object.entries(bindings)) variables[name] = readValue(value);
  return variables;
}

function deducedType(expr: string, language: Profile): string {
  const source = new Source(expr);
  return formatType(check(source, parse(source, language), language).type);
}

function declared(name: string, json: JsonValue | undefined): [string, Type][] {
  return json === undefined ? [] : [[name, typeOf(json)]];
}

function typeOf(json: JsonValue): Type {
  const type = readType(json);
  if (type === undefined) throw new Error(`no type of Porch: ${JSON.stringify(json)}`);
  return type;
}
