import fc from 'fast-check';
import type { TemplateData } from '../../src/go-template/index.ts';
import { jumbled, mutated, numberLike } from './mutate.ts';
import { TemplateWriter } from './template-writer.ts';

/** Template and its data. */
export interface Case {
  readonly name: string;
  readonly template: string;
  readonly data: TemplateData;
  readonly dataKind: 'map[string]string' | 'map[string]any';
  readonly missingKey: 'default' | 'zero' | 'error';
}

/** Generates templates of the whole language, damaged ones, and text that is hardly a template. */
export function cases(): fc.Arbitrary<Case> {
  const whole = fc
    .array(fc.noBias(fc.nat()), { minLength: 20, maxLength: 300, size: 'max' })
    .map((choices) => new TemplateWriter(choices).write());
  const template = fc.oneof(
    { weight: 12, arbitrary: whole },
    { weight: 4, arbitrary: mutated(whole) },
    { weight: 1, arbitrary: jumbled() },
    { weight: 2, arbitrary: numberLike() },
  );
  const rest = { name: fc.constantFrom('t', 't', 'a/b(c).d', 'é "x"'), template, missingKey: missingKeys() };
  return fc.oneof(
    {
      weight: 1,
      arbitrary: fc.record({ ...rest, data: strings(), dataKind: fc.constant('map[string]string' as const) }),
    },
    {
      weight: 3,
      arbitrary: fc.record({ ...rest, data: anything(), dataKind: fc.constant('map[string]any' as const) }),
    },
  );
}

function missingKeys(): fc.Arbitrary<Case['missingKey']> {
  return fc.constantFrom('default', 'default', 'zero', 'error');
}

const TEXTS = [
  '',
  'a',
  'edge-1',
  'héllo 世界',
  '<a href="x?y=1&z=\'2\'">',
  '\0\x01\x7f',
  '\u00a0\u2028\ufffd',
  '😀\n\t',
  '%d%',
];

function text(): fc.Arbitrary<string> {
  return fc.oneof(fc.constantFrom(...TEXTS), fc.string({ unit: 'binary', maxLength: 5 }));
}

function strings(): fc.Arbitrary<TemplateData> {
  return fc.dictionary(fc.constantFrom('s', 'u', 'x', 'é', '__proto__', 'a b'), text());
}

/**
 * Generates data; the keys are named for the types that templates expect: a string, a number, a boolean, null, a list,
 * a map.
 */
function anything(): fc.Arbitrary<TemplateData> {
  const { value } = fc.letrec<{ readonly value: TemplateData }>((tie) => ({
    value: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      text(),
      number(),
      fc.boolean(),
      fc.constant(null),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom('s', 'm', 'x', 'constructor'), tie('value'), { maxKeys: 3 }),
    ),
  }));
  return fc.record(
    {
      s: text(),
      u: text(),
      n: number(),
      b: fc.boolean(),
      z: fc.constant(null),
      l: fc.array(value, { maxLength: 4 }),
      w: fc.array(text(), { maxLength: 4 }),
      m: fc.dictionary(fc.constantFrom('s', 'n', 'm', 'é', '__proto__'), value),
      e: fc.constant([]),
    },
    { requiredKeys: ['s', 'm'] },
  );
}

function number(): fc.Arbitrary<number> {
  const special = fc.constantFrom(0, 1, 2, -1.5, 1e6, 1e20, 1e21, 1e-7, 123456789, 0.1);
  return fc.oneof(special, fc.double({ noNaN: true, noDefaultInfinity: true }).map(positiveZero));
}

/** Replaces -0 by 0, as JSON.stringify does. */
function positiveZero(value: number): number {
  return value === 0 ? 0 : value;
}
