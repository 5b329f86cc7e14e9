import assert from 'node:assert/strict';
import fc from 'fast-check';
import { sameElement, canonicalQuantity } from '../../functions/apply-pod-preset/equality.ts';
import type { ListName } from '../../functions/apply-pod-preset/preset.ts';
import type { Value } from '../../src/yaml/index.ts';
import { GoProgram } from '../support/go-program.ts';
import { propertyRuns } from '../support/property-runs.ts';

const CASES = propertyRuns(20_000);

/** Field of Kubernetes' types; in its path, `0` stands for an element of a list, `*` for a key of a map. */
interface Field {
  readonly List: ListName;
  readonly Path: string;
  readonly Kind: string;
  readonly Pointer: boolean;
}

/** Pointers whose zero value is equivalent to an absent one, by the API's defaults, its documentation or its users. */
const ZERO_IS_ABSENT = [
  '/mountPropagation',
  '/recursiveReadOnly',
  '/hostPath/type',
  '/emptyDir',
  '/iscsi/initiatorName',
  '/csi/fsType',
  '/ephemeral/volumeClaimTemplate/spec/dataSource/apiGroup',
  '/ephemeral/volumeClaimTemplate/spec/dataSourceRef/apiGroup',
  '/ephemeral/volumeClaimTemplate/spec/volumeAttributesClassName',
];

describe("apply-pod-preset knows Kubernetes' types", function () {
  const go = new GoProgram('pod-types');

  it('knows for each field which value equals its absence, and whether it is a quantity', () => {
    const fields = go.run(['fields']).map((line) => JSON.parse(line) as Field);
    assert.ok(fields.length > 200, `${fields.length} fields`);
    for (const field of fields) checkField(field);
  });

  it(`compares ${CASES} texts and numbers as quantities, alone and in a list of resources`, () => {
    const values = fc.sample(quantities(), CASES);
    const lines = go.ask(values, 'quantities');
    for (const [index, value] of values.entries()) {
      const ours = [canonicalQuantity(value, 9), canonicalQuantity(value, 3)];
      const theirs = lines[index] === 'invalid' ? [value, value] : lines[index]?.split(' ');
      assert.deepEqual(ours, theirs, JSON.stringify(value));
    }
  });
});

function checkField(field: Field): void {
  const isEntry = field.Path.endsWith('/*');
  const counts = isEntry || (field.Pointer && field.Kind !== 'bool' && !ZERO_IS_ABSENT.includes(field.Path));
  const { zero, other } = valuesOf(field.Kind);
  check(field, [zero, undefined], !counts);
  if (other !== undefined) check(field, [other, undefined], false);
  if (field.Kind === 'quantity') check(field, ['1Gi', '1024Mi'], true);
  if (field.Kind === 'string') check(field, ['1Gi', '1024Mi'], false);
}

function check({ List, Path }: Field, values: readonly (Value | undefined)[], want: boolean): void {
  const [a = null, b = null] = values.map((value) => elementWith(Path.split('/').slice(1), value));
  assert.equal(sameElement(List, a, b), want, `${List}${Path}: ${JSON.stringify(values)}`);
}

function elementWith([key = '', ...rest]: readonly string[], value: Value | undefined): Value {
  const inner = rest.length === 0 ? value : elementWith(rest, value);
  if (inner === undefined) return {};
  return key === '0' ? [inner] : { [key]: inner };
}

/** Returns the zero value of a kind, and another one that is not the default of any field. */
function valuesOf(kind: string): { readonly zero: Value; readonly other?: Value } {
  switch (kind) {
    case 'bool':
      return { zero: false, other: true };
    case 'string':
      return { zero: '', other: 'x' };
    case 'quantity':
      return { zero: '0', other: '7' };
    case 'slice':
      return { zero: [], other: ['x'] };
    case 'map':
    case 'struct':
      return { zero: {} };
    default:
      assert.match(kind, /^int(32|64)$/);
      return { zero: 0, other: 7 };
  }
}

function quantities(): fc.Arbitrary<string | number> {
  const characters = fc.constantFrom(...'0123456789.+-eEinumkKMGTP ');
  const texts = fc.oneof(fc.string({ unit: characters, maxLength: 8 }), wellFormed());
  return fc.oneof(
    texts.filter((text) => STARTS.test(text) && !IS_HUGE.test(text)),
    fc.integer({ min: -5000, max: 5000 }),
    fc.integer({ min: -5000, max: 5000 }).map((thousandths) => thousandths / 1000),
    fc.constantFrom(1e21, 1e-7, 2 ** 53),
  );
}

/** Start of a number with digits. Go reads some texts without digits as 0, and refuses others. */
const STARTS = /^ *[+-]?\.?\d/;

/** Large exponent; Go prints such numbers with all zeros. */
const IS_HUGE = /[eE][+-]?\d{3}/;

function wellFormed(): fc.Arbitrary<string> {
  const digits = fc.string({ unit: fc.constantFrom(...'000123456789'), maxLength: 22 });
  const suffix = fc.constantFrom(...SUFFIXES);
  return fc
    .tuple(fc.constantFrom('', '', '+', '-'), digits, fc.option(digits, { nil: undefined }), suffix)
    .map(([sign, whole, fraction, end]) => `${sign}${whole}${fraction === undefined ? '' : `.${fraction}`}${end}`);
}

const SUFFIXES = ' n u m k M G T P E Ki Mi Gi Ti Pi Ei e0 e3 E3 e-3 e+2 E-12 e20 e K ki'.split(' ');
