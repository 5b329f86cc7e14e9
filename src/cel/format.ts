import { celMethod, CelScalar, isCelUint, listType, type CelFunc, type CelList, type CelValue } from '@bufbuild/cel';
import { DurationSchema, TimestampSchema } from '@bufbuild/protobuf/wkt';
import { isMessage } from '@bufbuild/protobuf';
import { spendOnCharacters } from './budget.ts';
import { decode, formatDuration } from './conversions.ts';
import { formatDouble } from './decimal.ts';
import { Failure } from './failure.ts';
import { quoted } from './string-functions.ts';
import { formatTimestamp } from './timestamp-text.ts';
import { kindOf, lookUp, typeName } from './values.ts';

const { DYN, STRING } = CelScalar;

/** The function `format`. */
export const FORMAT: CelFunc = celMethod('format', STRING, [listType(DYN)], STRING, function format(args) {
  return formatted(this, args);
});

/** Digits after the point, unless a clause has another number of them. */
const PRECISION = 6;

/** Most digits after the point: an expression cannot ask for more memory than it may use. */
const MAX_PRECISION = 1000;

/**
 * Formats a text as version 2 of cel-go's `ext.Strings` does, for the locale en_US: `%s`, `%d`, `%f`, `%e`, `%b`, `%x`,
 * `%X`, `%o` and `%%`. Throws a Failure if a clause is unknown, or its argument is absent or of another type.
 */
function formatted(template: string, args: CelList): string {
  let used = 0;
  const text = template.replaceAll(
    /%(?:%|(?:\.(\d*))?([^%]?))/gs,
    (clause, digits: string | undefined, verb?: string) => {
      if (clause === '%%') return '%';
      const value = args.get(used++);
      if (value === undefined) throw new Failure(`format() has no argument ${used} for '${clause}'`);
      if (digits === '' || Number(digits ?? 0) > MAX_PRECISION) throw new Failure(`'${clause}' has no valid precision`);
      return clauseText(verb ?? '', value, digits === undefined ? PRECISION : Number(digits));
    },
  );
  spendOnCharacters(text.length);
  return text;
}

function clauseText(verb: string, value: CelValue, precision: number): string {
  if (verb === 's') return stringOf(value);
  const refuse = (): never => {
    throw new Failure(`'%${verb}' cannot format a value of type '${typeName(value)}'`);
  };
  if (verb === 'f' || verb === 'e') {
    const special = value === 'NaN' || value === 'Infinity' || value === '-Infinity';
    const number = typeof value === 'number' ? value : special ? Number(value) : refuse();
    if (!Number.isFinite(number)) return Number.isNaN(number) ? 'NaN' : number < 0 ? '-∞' : '∞';
    return verb === 'f' ? grouped(decimals(number, precision)) : scientific(number, precision);
  }
  const integer = isCelUint(value) ? value.value : typeof value === 'bigint' ? value : undefined;
  if (verb === 'd') return String(integer ?? refuse());
  if (verb === 'b') return typeof value === 'boolean' ? String(Number(value)) : (integer ?? refuse()).toString(2);
  if (verb === 'o') return (integer ?? refuse()).toString(8);
  if (verb === 'x' || verb === 'X') {
    const bytes = typeof value === 'string' ? new TextEncoder().encode(value) : value;
    const hex = bytes instanceof Uint8Array ? Buffer.from(bytes).toString('hex') : (integer ?? refuse()).toString(16);
    return verb === 'X' ? hex.toUpperCase() : hex;
  }
  throw new Failure(`format() has no clause '%${verb}'`);
}

/** Returns the text of a value: that of `string()`, and of a list or map its literal. */
function stringOf(value: CelValue): string {
  const kind = kindOf(value);
  if (kind.kind === 'list') return `[${[...kind.value].map(literalOf).join(', ')}]`;
  if (kind.kind === 'map') {
    const keys = [...kind.value.keys()];
    const pairs = keys.map((key) => [literalOf(key), literalOf(lookUp(kind.value, key) ?? null)] as const);
    return `{${pairs
      .toSorted(([a], [b]) => (a < b ? -1 : Number(a > b)))
      .map((pair) => pair.join(':'))
      .join(', ')}}`;
  }
  if (kind.kind === 'null') return 'null';
  if (kind.kind === 'type') return kind.value.name;
  if (kind.kind === 'bytes') return decode(kind.value);
  if (kind.kind === 'timestamp' || kind.kind === 'duration') return timeText(value);
  if (kind.kind === 'number' && typeof kind.value === 'number') return formatDouble(kind.value);
  if ('value' in kind) return String(kind.value);
  throw new Failure(`'%s' cannot format a value of type '${typeName(value)}'`);
}

/** Returns a value as it is in the literal of a list or map. */
function literalOf(value: CelValue): string {
  const { kind } = kindOf(value);
  if (kind === 'string') return quoted(stringOf(value));
  if (kind === 'bytes') return `b${quoted(stringOf(value))}`;
  if (kind === 'timestamp' || kind === 'duration') return `${kind}(${quoted(stringOf(value))})`;
  if (typeof value !== 'number') return stringOf(value);
  return Number.isFinite(value) ? decimals(value, PRECISION) : quoted(formatDouble(value).replace(/^Inf/, '+Inf'));
}

function timeText(value: CelValue): string {
  const message = typeof value === 'object' && value !== null && 'message' in value ? value.message : undefined;
  if (isMessage(message, TimestampSchema)) return formatTimestamp(message);
  if (isMessage(message, DurationSchema)) return formatDuration(message);
  throw new Failure('a time must be a timestamp or a duration');
}

/** Returns a number with digits after the point, rounded to even as in Go. */
function decimals(value: number, digits: number): string {
  const { numerator, denominator } = fractionOf(Math.abs(value));
  const scaled = rounded(numerator * 10n ** BigInt(digits), denominator)
    .toString()
    .padStart(digits + 1, '0');
  const whole = scaled.slice(0, scaled.length - digits);
  const isNegative = value < 0 || Object.is(value, -0);
  return `${isNegative ? '-' : ''}${whole}${digits === 0 ? '' : `.${scaled.slice(scaled.length - digits)}`}`;
}

/** Returns a number with commas between thousands. */
function grouped(text: string): string {
  const [whole = '', fraction] = text.split('.');
  const withCommas = whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ',');
  return fraction === undefined ? withCommas : `${withCommas}.${fraction}`;
}

const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹';

/** Returns a number in scientific notation, as it is written in English: `1.5 × 10⁰³`, with narrow spaces. */
function scientific(value: number, digits: number): string {
  const { numerator, denominator } = fractionOf(Math.abs(value));
  let exponent = value === 0 ? 0 : Number(Math.abs(value).toExponential().split('e')[1]);
  const mantissaAt = (power: number): bigint =>
    power <= digits
      ? rounded(numerator * 10n ** BigInt(digits - power), denominator)
      : rounded(numerator, denominator * 10n ** BigInt(power - digits));
  let mantissa = mantissaAt(exponent).toString();
  if (mantissa.length > digits + 1) mantissa = mantissaAt(++exponent).toString();
  const padded = mantissa.padStart(digits + 1, '0');
  const shown = `${padded.slice(0, 1)}${digits === 0 ? '' : `.${padded.slice(1)}`}`;
  const power = String(Math.abs(exponent))
    .padStart(2, '0')
    .replaceAll(/\d/g, (digit) => SUPERSCRIPTS[Number(digit)] ?? '');
  const isNegative = value < 0 || Object.is(value, -0);
  return `${isNegative ? '-' : ''}${shown}\u202f×\u202f10${exponent < 0 ? '⁻' : ''}${power}`;
}

/** Returns a double as the fraction that it is. */
function fractionOf(value: number): { readonly numerator: bigint; readonly denominator: bigint } {
  let [whole, denominator] = [value, 1n];
  while (!Number.isInteger(whole)) [whole, denominator] = [whole * 2, denominator * 2n];
  return { numerator: BigInt(whole), denominator };
}

/** Divides, and rounds half to even. */
function rounded(numerator: bigint, denominator: bigint): bigint {
  const [quotient, rest] = [numerator / denominator, (numerator % denominator) * 2n];
  const isUp = rest > denominator || (rest === denominator && quotient % 2n === 1n);
  return isUp ? quotient + 1n : quotient;
}
