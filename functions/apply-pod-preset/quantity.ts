import type { Value } from '../../src/yaml/index.ts';

/** A sign, digits, and a suffix. The API also reads some texts without digits as 0, by accident; nobody writes those. */
const QUANTITY = /^ *([+-]?)(?=\.?\d)(\d*)(?:\.(\d*))?(|[numkMGTPE]|[KMGTPE]i|[eE][+-]?\d{1,9}) *$/;

/** Maximum length in characters. Beyond it bigints become slow, and one of the runtimes limits their length. */
const MAX_LENGTH = 1000;

/** Maximum of a quantity with a binary suffix. */
const MAX_BINARY = 2n ** 63n - 1n;

const DECIMAL_SUFFIXES = new Map([
  ['', 0],
  ['n', -9],
  ['u', -6],
  ['m', -3],
  ['k', 3],
  ['M', 6],
  ['G', 9],
  ['T', 12],
  ['P', 15],
  ['E', 18],
]);

const BINARY_SUFFIXES = new Map([
  ['Ki', 10n],
  ['Mi', 20n],
  ['Gi', 30n],
  ['Ti', 40n],
  ['Pi', 50n],
  ['Ei', 60n],
]);

/** `digits` times ten to the power of `exponent`; no zero at either end of the digits. Zero has no digits. */
interface Amount {
  readonly digits: string;
  readonly exponent: number;
}

/**
 * Returns the canonical text of a Kubernetes quantity: digits and a power of ten, such as `5e-1` for `500m`. As in the
 * API, excess decimals are rounded away from zero, and a quantity with a binary suffix is at most 2^63 - 1. A value that
 * is not a quantity is returned unchanged.
 */
export function canonicalQuantity(value: Value, decimals: number): Value {
  const text = typeof value === 'number' || typeof value === 'bigint' ? String(value) : value;
  const match = typeof text === 'string' && text.length <= MAX_LENGTH ? QUANTITY.exec(text) : null;
  if (match === null) return value;
  const [, sign = '', whole = '', fraction = '', suffix = ''] = match;
  const mantissa = BigInt(whole + fraction);
  const bits = BINARY_SUFFIXES.get(suffix);
  if (bits !== undefined) return signed(sign, cut(roundedUp(amountOf(mantissa << bits, -fraction.length), decimals)));
  return signed(sign, roundedUp(amountOf(mantissa, decimalExponent(suffix) - fraction.length), decimals));
}

function decimalExponent(suffix: string): number {
  return DECIMAL_SUFFIXES.get(suffix) ?? Number(suffix.slice(1));
}

function amountOf(mantissa: bigint, exponent: number): Amount {
  const all = mantissa === 0n ? '' : String(mantissa);
  const digits = all.replace(/0+$/, '');
  return { digits, exponent: exponent + all.length - digits.length };
}

function roundedUp(amount: Amount, decimals: number): Amount {
  const dropped = -decimals - amount.exponent;
  if (dropped <= 0 || amount.digits === '') return amount;
  return amountOf(BigInt(amount.digits.slice(0, -dropped)) + 1n, -decimals);
}

function cut(amount: Amount): Amount {
  const { digits, exponent } = amount;
  const isGreater =
    BigInt(digits) * 10n ** BigInt(Math.max(exponent, 0)) > MAX_BINARY * 10n ** BigInt(Math.max(-exponent, 0));
  return isGreater ? amountOf(MAX_BINARY, 0) : amount;
}

function signed(sign: string, { digits, exponent }: Amount): string {
  if (digits === '') return '0';
  return `${sign === '-' ? '-' : ''}${digits}${exponent === 0 ? '' : `e${exponent}`}`;
}
