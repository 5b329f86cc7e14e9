import assert from 'node:assert/strict';
import fc from 'fast-check';
import { canonicalQuantity } from '../../../functions/apply-pod-preset/equality.ts';
import type { Value } from '../../../src/yaml/index.ts';
import { propertyRuns } from '../../support/property-runs.ts';

const RUNS = propertyRuns(1000);

type Scalar = Exclude<Value, object> | null;

/** Number of decimals that the API keeps. */
const NANO = 9;

const rows: readonly (readonly [value: Scalar, want: Scalar])[] = [
  ['0', '0'],
  ['-0', '0'],
  ['0.000Gi', '0'],
  [0, '0'],
  ['1', '1'],
  ['+1', '1'],
  ['-1', '-1'],
  ['007', '7'],
  [' 7 ', '7'],
  ['1.', '1'],
  ['.5', '5e-1'],
  ['500m', '5e-1'],
  [0.5, '5e-1'],
  [1e-7, '1e-7'],
  [1e21, '1e21'],
  [12_345_678_901_234_567_890n, '1234567890123456789e1'],
  ['1k', '1e3'],
  ['1e3', '1e3'],
  ['1E3', '1e3'],
  ['1E', '1e18'],
  ['1e+3', '1e3'],
  ['1000e-3', '1'],
  ['1000000u', '1'],
  ['1Ki', '1024'],
  ['1.5Gi', '1610612736'],
  ['0.5Ki', '512'],
  // Rounded away from zero.
  ['0.1n', '1e-9'],
  ['-0.1n', '-1e-9'],
  ['1.0000000001', '1000000001e-9'],
  ['1e-999999999', '1e-9'],
  ['0e-999999999', '0'],
  // Only quantities with a binary suffix have a maximum.
  ['8Ei', '9223372036854775807'],
  ['-99999Ei', '-9223372036854775807'],
  ['7Ei', '8070450532247928832'],
  ['99E', '99e18'],
  ['1e999999999', '1e999999999'],
  ['0'.repeat(1000), '0'],
  // None of these is a quantity.
  ['', ''],
  ['-', '-'],
  ['.', '.'],
  ['Ki', 'Ki'],
  ['1KiB', '1KiB'],
  ['1K', '1K'],
  ['1e', '1e'],
  ['1e1.5', '1e1.5'],
  ['1e1000000000', '1e1000000000'],
  ['1.2.3', '1.2.3'],
  ['0x10', '0x10'],
  ['--1', '--1'],
  ['1 Gi', '1 Gi'],
  ['large', 'large'],
  [Infinity, Infinity],
  [true, true],
  [null, null],
  ['0'.repeat(1001), '0'.repeat(1001)],
];

describe('quantities of apply-pod-preset', () => {
  for (const [value, want] of rows) {
    it(`have a canonical text: ${typeof value} ${String(value).slice(0, 40)}`, () =>
      assert.equal(canonicalQuantity(value, NANO), want));
  }

  it('are rounded to the requested number of decimals', () => {
    assert.equal(canonicalQuantity('100u', 3), '1e-3');
    assert.equal(canonicalQuantity('1100u', 3), '2e-3');
    assert.equal(canonicalQuantity('-1999.9999', 3), '-2e3');
    assert.equal(canonicalQuantity('1.001', 3), '1001e-3');
  });

  it('have the same text if and only if they have the same value', () => {
    fc.assert(
      fc.property(quantities(), quantities(), (a, b) => {
        const isOne = canonicalQuantity(textOf(a), NANO) === canonicalQuantity(textOf(b), NANO);
        assert.equal(isOne, numerator(a) === numerator(b), `${textOf(a)} ${textOf(b)}`);
      }),
      { numRuns: RUNS },
    );
  });

  it('have the same text as their other spellings', () => {
    fc.assert(
      fc.property(quantities(), spellings(), (quantity, spelling) => {
        const want = canonicalQuantity(textOf(quantity), NANO);
        assert.equal(canonicalQuantity(spelling(numerator(quantity)), NANO), want, textOf(quantity));
      }),
      { numRuns: RUNS },
    );
  });

  it('have an idempotent canonical text', () => {
    fc.assert(
      fc.property(fc.oneof(quantities().map(textOf), quantityLike()), (text) => {
        const once = canonicalQuantity(text, NANO);
        assert.equal(canonicalQuantity(once, NANO), once);
      }),
      { numRuns: RUNS },
    );
  });
});

/** A quantity with at most nine decimals and small enough for a binary suffix, so that nothing is rounded or capped. */
interface Quantity {
  readonly sign: string;
  readonly whole: string;
  readonly fraction: string;
  readonly suffix: string;
}

/** Factor of each suffix, in billionths. */
const FACTORS: readonly (readonly [suffix: string, factor: bigint])[] = [
  ...['n', 'u', 'm', '', 'k', 'M', 'G', 'T', 'P', 'E'].map(
    (suffix, index) => [suffix, 1000n ** BigInt(index)] as const,
  ),
  ...['Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei'].map(
    (suffix, index) => [suffix, 10n ** 9n * 1024n ** BigInt(index + 1)] as const,
  ),
  ...[-9, -8, -1, 0, 1, 7, 20].map((power) => [`e${power}`, 10n ** BigInt(power + 9)] as const),
  ['E+2', 10n ** 11n],
];

function quantities(): fc.Arbitrary<Quantity> {
  return fc
    .record({
      sign: fc.constantFrom('', '', '+', '-'),
      whole: fc.constantFrom('0', '1', '2', '5', '10', '100', '0512', '1000', '1024', '2048', '123456789012345678'),
      fraction: fc.constantFrom('', '.', '.0', '.5', '.25', '.001', '.000000001'),
      suffix: fc.constantFrom(...FACTORS.map(([suffix]) => suffix)),
    })
    .filter((quantity) => isExact(quantity) && isSmall(quantity));
}

function isExact({ fraction, suffix }: Quantity): boolean {
  return factorOf(suffix) % 10n ** BigInt(decimalsOf(fraction)) === 0n;
}

function isSmall(quantity: Quantity): boolean {
  return !quantity.suffix.endsWith('i') || magnitude(quantity) < 2n ** 63n * 10n ** 9n;
}

function magnitude({ whole, fraction, suffix }: Quantity): bigint {
  const digits = BigInt(whole + fraction.slice(1));
  return (digits * factorOf(suffix)) / 10n ** BigInt(decimalsOf(fraction));
}

/** Returns the value in billionths. */
function numerator(quantity: Quantity): bigint {
  return quantity.sign === '-' ? -magnitude(quantity) : magnitude(quantity);
}

function decimalsOf(fraction: string): number {
  return Math.max(fraction.length - 1, 0);
}

function factorOf(suffix: string): bigint {
  return FACTORS.find(([one]) => one === suffix)?.[1] ?? assert.fail(suffix);
}

function textOf({ sign, whole, fraction, suffix }: Quantity): string {
  return sign + whole + fraction + suffix;
}

/** Generates functions that spell a value given in billionths. */
function spellings(): fc.Arbitrary<(billionths: bigint) => string> {
  return fc.constantFrom(
    (billionths) => `${billionths}n`,
    (billionths) => `${billionths}000e-12`,
    (billionths) => {
      const digits = String(billionths).replace('-', '').padStart(10, '0');
      return `${billionths < 0n ? '-' : '+'}00${digits.slice(0, -9)}.${digits.slice(-9)}0`;
    },
  );
}

/** Generates texts from the characters of quantities. */
function quantityLike(): fc.Arbitrary<string> {
  return fc.string({ unit: fc.constantFrom(...'0123456789.+-eEinumkKMGTP'), maxLength: 12 });
}
