import { binary, hexadecimal } from './format-binary.ts';
import { exact, round, shortest, type Decimal } from './format-decimal.ts';
import type { Directive } from './format-directive.ts';
import { padNumber, signOf } from './format-pad.ts';

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
