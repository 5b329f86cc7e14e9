import { quote, unquoteRune } from './fmt/quote.ts';
import type { GoValue } from './value.ts';

/** Meaning of a literal; `value` is undefined for an integer out of range. */
export type NumberMeaning = { readonly value: GoValue | undefined } | { readonly error: string };

const MAX_INT = 2n ** 63n - 1n;
const MAX_UINT = 2n ** 64n - 1n;

/** Maximum number of digits of a 64-bit integer in any base. */
const MAX_DIGITS = 64;

const integer = /^([+-]?)(0[xX][\da-fA-F]+|0[oO][0-7]+|0[bB][01]+|0[0-7]*|[1-9]\d*)$/;
const decimal = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;
const underscored = /_(?!\d)|(?<!\d)_/;
const underscoredHexadecimal = /_(?![\da-fA-F])|(?<![\da-fA-F])_/;
const PART = String.raw`(?:0[xX][\da-fA-F_]*(?:\.[\da-fA-F_]*)?(?:[pP][+-]?[\d_]*)?|[\d_]*(?:\.[\d_]*)?(?:[eE][+-]?[\d_]*)?)`;
/**
 * Real and imaginary part. A prefix for octal or binary is not part of either, though the lexer accepts it; neither is
 * `+i`.
 */
const twoParts = new RegExp(`^([+-]?${PART})([+-](?!i)${PART})i$`);
const hexadecimal = /^([+-]?)0[xX]([\da-fA-F]*)(?:\.([\da-fA-F]*))?[pP]([+-]?\d+)$/;

/** Returns the meaning of a character literal. */
export function readCharacter(text: string): NumberMeaning {
  const character = unquoteRune(text);
  if (character === undefined) return { error: 'invalid syntax' };
  if (character.rest !== "'") return { error: `malformed character constant: ${text}` };
  return { value: { kind: 'int', value: BigInt(character.code) } };
}

/** Returns the meaning of a number, whose notation determines whether it is an int, a float64 or a complex128. */
export function readNumber(text: string): NumberMeaning {
  const imaginary = text.endsWith('i') ? readFloat(text.slice(0, -1)) : undefined;
  if (typeof imaginary === 'number') return { value: { kind: 'complex128', real: 0, imaginary } };
  return readInteger(text) ?? readReal(text);
}

function readInteger(text: string): NumberMeaning | undefined {
  const value = integerOf(text);
  if (value === undefined) return undefined;
  if (looksLikeFloat(text)) return { value: { kind: 'float64', value: Number(value) } };
  return { value: value > MAX_INT ? undefined : { kind: 'int', value } };
}

function readReal(text: string): NumberMeaning {
  const value = readFloat(text);
  if (typeof value !== 'number') return { error: `illegal number syntax: ${quote(text)}` };
  if (!/[.eEpP]/.test(text)) return { error: `integer overflow: ${quote(text)}` };
  return { value: { kind: 'float64', value } };
}

/** Returns the meaning of a real number followed by an imaginary one, `1+2i`. */
export function readComplex(text: string): NumberMeaning {
  const [real = '', imaginary = ''] = twoParts.exec(text)?.slice(1) ?? [];
  if (imaginary === '') return { error: 'syntax error scanning complex number' };
  for (const part of [real, imaginary]) {
    const problem = readFloat(part);
    if (typeof problem === 'string') return { error: `strconv.ParseFloat: parsing ${quote(part)}: ${problem}` };
  }
  return { value: { kind: 'complex128', real: Number(readFloat(real)), imaginary: Number(readFloat(imaginary)) } };
}

/**
 * Reports whether the text has the notation of a float. Only hexadecimal digits can include the letter of an exponent;
 * Go looks for their prefix at the very start, before a sign.
 */
function looksLikeFloat(text: string): boolean {
  return !/^0[xX][^pP]*$/.test(text) && /[.eEpP]/.test(text);
}

/** Returns a signed or an unsigned 64-bit integer. */
function integerOf(text: string): bigint | undefined {
  if (!underscoresSeparate(text)) return undefined;
  const [, sign = '', digits] = integer.exec(text.replaceAll('_', '')) ?? [];
  if (digits === undefined || digits.replace(/^0[xXoObB]?0*/, '').length > MAX_DIGITS) return undefined;
  const magnitude = BigInt(digits.replace(/^0(?=\d)/, '0o'));
  const limit = sign === '' ? MAX_UINT : sign === '+' ? MAX_INT : MAX_INT + 1n;
  if (magnitude > limit) return undefined;
  return sign === '-' ? -magnitude : magnitude;
}

/** Returns a floating-point number, or the error of `strconv.ParseFloat`. */
function readFloat(text: string): number | string {
  if (!underscoresSeparate(text)) return 'invalid syntax';
  const digits = text.replaceAll('_', '');
  const value = decimal.test(digits) ? Number(digits) : readHexadecimal(digits);
  if (value === undefined) return 'invalid syntax';
  return Number.isFinite(value) ? value : 'value out of range';
}

function readHexadecimal(text: string): number | undefined {
  const [, sign, whole = '', fraction = '', exponent = ''] = hexadecimal.exec(text) ?? [];
  if (sign === undefined || whole + fraction === '') return undefined;
  const magnitude = scaled(BigInt(`0x${whole}${fraction}`), Number(exponent) - 4 * fraction.length);
  return sign === '-' ? -magnitude : magnitude;
}

const MANTISSA_BITS = 53;
const LOWEST_EXPONENT = -1074;
const HIGHEST_EXPONENT = 1024;

/**
 * Returns the float nearest to an integer times a power of two; of two equally near ones, the one whose last bit is 0.
 */
function scaled(mantissa: bigint, exponent: number): number {
  if (mantissa === 0n) return 0;
  const bits = mantissa.toString(2).length;
  const top = bits + exponent;
  if (top > HIGHEST_EXPONENT) return Infinity;
  if (top < LOWEST_EXPONENT) return 0;
  const lowest = Math.max(top - MANTISSA_BITS, LOWEST_EXPONENT);
  const rounded = lowest > exponent ? shiftRounding(mantissa, BigInt(lowest - exponent)) : mantissa;
  return timesPowerOfTwo(Number(rounded), Math.max(lowest, exponent));
}

function shiftRounding(mantissa: bigint, shift: bigint): bigint {
  const shifted = mantissa >> shift;
  const rest = mantissa - (shifted << shift);
  const half = 1n << (shift - 1n);
  return rest > half || (rest === half && (shifted & 1n) === 1n) ? shifted + 1n : shifted;
}

/** Multiplies by a power of two in two exact steps: one power can be out of a float's range. */
function timesPowerOfTwo(value: number, exponent: number): number {
  const half = Math.trunc(exponent / 2);
  return value * 2 ** half * 2 ** (exponent - half);
}

/** Reports whether each underscore is between digits, or between a prefix and a digit. */
function underscoresSeparate(text: string): boolean {
  if (!text.includes('_')) return true;
  const digits = text.replace(/^[+-]/, '').replace(/^0[xXoObB]/, '0');
  return !(/^[+-]?0[xX]/.test(text) ? underscoredHexadecimal : underscored).test(digits);
}
