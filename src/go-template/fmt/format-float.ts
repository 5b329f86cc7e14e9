import type { Directive } from './format-directive.ts';
import { padNumber, signOf } from './format-pad.ts';

/** Non-negative number, as an integer times two to the power of `exponent`. */
interface BinaryParts {
  readonly mantissa: bigint;
  readonly exponent: number;
}

const MANTISSA_BITS = 52;

/** Returns the mantissa and the exponent of a stored number; the mantissa is below 2^53. */
function binaryParts(value: number): BinaryParts {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  const bits = view.getBigUint64(0);
  const fraction = BigInt.asUintN(MANTISSA_BITS, bits);
  const biased = Number(bits >> BigInt(MANTISSA_BITS)) & 0x7ff;
  const implicit = biased === 0 ? 0n : 1n << BigInt(MANTISSA_BITS);
  return { mantissa: fraction | implicit, exponent: Math.max(biased, 1) - 1075 };
}

/** Formats a non-negative number like `%b`: `4503599627370496p-52`. */
function binary(value: number): string {
  const { mantissa, exponent } = binaryParts(value);
  return `${mantissa}p${exponent < 0 ? '' : '+'}${exponent}`;
}

/** Formats a non-negative number like `%x`, `0x1.8p+01`, with that many digits after the point, or all. */
function hexadecimal(value: number, precision: number | undefined): string {
  const { lead, fraction, exponent } = rounded(value, precision);
  const all = fraction.toString(16).padStart(MANTISSA_BITS / 4, '0');
  const digits = precision === undefined ? all.replace(/0+$/, '') : all.slice(0, precision).padEnd(precision, '0');
  const power = `${exponent < 0 ? '-' : '+'}${String(Math.abs(exponent)).padStart(2, '0')}`;
  return `0x${lead}${digits === '' ? '' : `.${digits}`}p${power}`;
}

/**
 * Returns a number as 1.FRACTION times two to the power of `exponent`, rounded to that many hexadecimal digits, half to
 * even.
 */
function rounded(value: number, precision: number | undefined) {
  let { mantissa, exponent } = normalized(value);
  const drop = BigInt(Math.max(MANTISSA_BITS - 4 * (precision ?? MANTISSA_BITS), 0));
  if (drop > 0n) {
    const isOdd = (mantissa >> drop) & 1n;
    mantissa = ((mantissa + (1n << (drop - 1n)) - 1n + isOdd) >> drop) << drop;
  }
  if (mantissa >> BigInt(MANTISSA_BITS + 1)) {
    mantissa >>= 1n;
    exponent++;
  }
  return { lead: mantissa >> BigInt(MANTISSA_BITS), fraction: BigInt.asUintN(MANTISSA_BITS, mantissa), exponent };
}

/** Returns the number with a mantissa of 53 bits, 52 of them after the point; zero stays zero. */
function normalized(value: number): BinaryParts {
  const { mantissa, exponent } = binaryParts(value);
  if (mantissa === 0n) return { mantissa, exponent: 0 };
  const shift = MANTISSA_BITS + 1 - mantissa.toString(2).length;
  return { mantissa: mantissa << BigInt(shift), exponent: exponent + MANTISSA_BITS - shift };
}

/**
 * Decimal number, 0.DIGITS times ten to the power of `point`. It has no zeros at either end; zero itself has no digits.
 */
interface Decimal {
  readonly digits: string;
  readonly point: number;
}

/** Returns the shortest digits that identify a non-negative number. */
function shortest(value: number): Decimal {
  const [mantissa = '', exponent] = value.toExponential().split('e');
  return trimmed(mantissa.replace('.', ''), Number(exponent) + 1);
}

/** Returns all digits of a non-negative number. */
function exact(value: number): Decimal {
  const { mantissa, exponent } = binaryParts(value);
  if (exponent >= 0) return whole(mantissa << BigInt(exponent), 0);
  return whole(mantissa * 5n ** BigInt(-exponent), exponent);
}

/** Returns the nearest decimal of that many digits; of two equally near ones, the one whose last digit is even. */
function round({ digits, point }: Decimal, count: number): Decimal {
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

type Layout = (magnitude: number, precision: number | undefined) => string;

/** Power of ten from which `%g` writes an exponent when printing the shortest digits: a million. */
const SHORTEST_EXPONENT_LIMIT = 6;

/** Formats of a finite non-negative number, by verb. */
const LAYOUTS: Readonly<Record<string, Layout>> = {
  v: general,
  g: general,
  G: (magnitude, precision) => general(magnitude, precision).toUpperCase(),
  e: (magnitude, precision = 6) => scientific(round(exact(magnitude), precision + 1), precision),
  E: (magnitude, precision = 6) => scientific(round(exact(magnitude), precision + 1), precision).toUpperCase(),
  f: fixedPoint,
  F: fixedPoint,
  b: binary,
  x: hexadecimal,
  X: (magnitude, precision) => hexadecimal(magnitude, precision).toUpperCase(),
};

/** Formats a float by the verb of a directive; undefined if the verb does not accept floats. */
export function formatFloat(value: number, directive: Directive): string | undefined {
  const layout = LAYOUTS[directive.verb];
  if (layout === undefined) return undefined;
  const sign = signOf(value < 0 || Object.is(value, -0), directive);
  if (Number.isNaN(value)) return padNumber(`${sign}NaN`, directive);
  if (!Number.isFinite(value)) return padNumber(`${sign === '' ? '+' : sign}Inf`, directive);
  const text = layout(Math.abs(value), directive.precision);
  return padFloat(sign, directive.sharp ? withPoint(text, directive) : text, directive);
}

/** Formats a complex number, whose imaginary part always has a sign; undefined if the verb does not accept floats. */
export function formatComplex(real: number, imaginary: number, directive: Directive): string | undefined {
  const first = formatFloat(real, directive);
  const second = formatFloat(imaginary, { ...directive, plus: true });
  return first === undefined || second === undefined ? undefined : `(${first}${second}i)`;
}

function padFloat(sign: string, text: string, directive: Directive): string {
  const { zero, minus, width } = directive;
  return padNumber(sign + (zero && !minus ? text.padStart(width - sign.length, '0') : text), directive);
}

/** `%g`: returns the shorter of the two other formats, without trailing zeros. */
function general(magnitude: number, precision: number | undefined): string {
  const isShortest = precision === undefined;
  const decimal = isShortest ? shortest(magnitude) : round(exact(magnitude), Math.max(precision, 1));
  const { digits, point } = decimal;
  if (point < -3 || point > exponentLimit(decimal, precision)) return scientific(decimal, digits.length - 1);
  return positional(decimal, Math.max(digits.length - point, 0));
}

/** Returns the exponent from which `%g` writes an exponent. */
function exponentLimit({ digits, point }: Decimal, precision: number | undefined): number {
  if (precision === undefined) return SHORTEST_EXPONENT_LIMIT;
  return digits.length >= point ? Math.min(Math.max(precision, 1), digits.length) : Math.max(precision, 1);
}

/** `%e`, with that many digits after the point. */
function scientific({ digits, point }: Decimal, precision: number): string {
  const power = digits === '' ? 0 : point - 1;
  const written = `e${power < 0 ? '-' : '+'}${String(Math.abs(power)).padStart(2, '0')}`;
  return `${digits.charAt(0) || '0'}${behindPoint(digits.slice(1), precision)}${written}`;
}

function fixedPoint(magnitude: number, precision = 6): string {
  const decimal = exact(magnitude);
  return positional(round(decimal, decimal.point + precision), precision);
}

/** `%f`, with that many digits after the point. */
function positional({ digits, point }: Decimal, precision: number): string {
  if (point <= 0) return `0${behindPoint('0'.repeat(-point) + digits, precision)}`;
  return digits.slice(0, point).padEnd(point, '0') + behindPoint(digits.slice(point), precision);
}

function behindPoint(digits: string, precision: number): string {
  return precision > 0 ? `.${digits.slice(0, precision).padEnd(precision, '0')}` : '';
}

/**
 * Applies the flag `#`: always a point, and the zeros that `%g` omits; Go counts the x of a hexadecimal number as a
 * digit.
 */
function withPoint(text: string, { verb, precision = 6 }: Directive): string {
  if (verb === 'b') return text;
  const at = text.search(/[xX]/.test(text) ? /p/i : /e|$/i);
  const number = text.slice(0, at);
  const wanted = 'vgGx'.includes(verb) ? precision : 0;
  const counted = number === '0' ? 1 : number.replace('.', '').replace(/^0+/, '').length;
  const point = number.includes('.') ? '' : '.';
  return number + point + '0'.repeat(Math.max(wanted - counted, 0)) + text.slice(at);
}
