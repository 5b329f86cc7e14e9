import { binaryParts } from './format-binary.ts';

/**
 * Decimal number, 0.DIGITS times ten to the power of `point`. It has no zeros at either end; zero itself has no digits.
 */
export interface Decimal {
  readonly digits: string;
  readonly point: number;
}

/** Returns the shortest digits that identify a non-negative number. */
export function shortest(value: number): Decimal {
  const [mantissa = '', exponent] = value.toExponential().split('e');
  return trimmed(mantissa.replace('.', ''), Number(exponent) + 1);
}

/** Returns all digits of a non-negative number. */
export function exact(value: number): Decimal {
  const { mantissa, exponent } = binaryParts(value);
  if (exponent >= 0) return whole(mantissa << BigInt(exponent), 0);
  return whole(mantissa * 5n ** BigInt(-exponent), exponent);
}

/** Returns the nearest decimal of that many digits; of two equally near ones, the one whose last digit is even. */
export function round({ digits, point }: Decimal, count: number): Decimal {
  if (count >= digits.length) return { digits, point };
  const kept = digits.slice(0, Math.max(count, 0));
  if (count < 0 || !roundsUp(digits, count)) return trimmed(kept, point);
  const risen = kept.replace(/9+$/, '');
  if (risen === '') return { digits: '1', point: point + 1 };
  return { digits: risen.slice(0, -1) + (Number(risen.at(-1)) + 1), point };
}

function roundsUp(digits: string, count: number): boolean {
  if (digits.slice(count) === '5') return count > 0 && Number(digits[count - 1]) % 2 === 1;
  return Number(digits[count]) >= 5;
}

function whole(value: bigint, exponent: number): Decimal {
  const digits = value.toString();
  return trimmed(digits, digits.length + exponent);
}

function trimmed(digits: string, point: number): Decimal {
  let end = digits.length;
  while (digits[end - 1] === '0') end--;
  return end === 0 ? { digits: '', point: 0 } : { digits: digits.slice(0, end), point };
}
