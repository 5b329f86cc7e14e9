const SPECIAL = /^([+-]?)(inf|infinity|nan)$/i;
const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;
const HEXADECIMAL = /^([+-]?)0[xX]([\da-fA-F]*)\.?([\da-fA-F]*)[pP]([+-]?\d+)$/;

/** Underscore that is not between digits, or between the prefix and a digit. */
const MISPLACED = /(?<!\d)_|_(?!\d)/;
const MISPLACED_IN_HEXADECIMAL = /(?<![\da-fA-FxX])_|_(?![\da-fA-F])/;

/** Parses a double like Go's ParseFloat; undefined if the text is not a double or out of range. */
export function parseDouble(text: string): number | undefined {
  const [special, sign, name = ''] = SPECIAL.exec(text) ?? [];
  if (special !== undefined) return specialDouble(sign === '-' ? -1 : 1, name, sign !== '');
  if ((/^[+-]?0x/i.test(text) ? MISPLACED_IN_HEXADECIMAL : MISPLACED).test(text)) return undefined;
  const digits = text.replaceAll('_', '');
  const value = DECIMAL.test(digits) ? Number(digits) : parseHexadecimal(digits);
  return value === undefined || !Number.isFinite(value) ? undefined : value;
}

function specialDouble(sign: number, name: string, isSigned: boolean): number | undefined {
  if (name.toLowerCase() === 'nan') return isSigned ? undefined : NaN;
  return sign * Infinity;
}

function parseHexadecimal(text: string): number | undefined {
  const [found, sign, whole = '', fraction = '', exponent] = HEXADECIMAL.exec(text) ?? [];
  if (found === undefined || whole + fraction === '') return undefined;
  const value = Number(BigInt(`0x${whole}${fraction}`)) * 2 ** (Number(exponent) - 4 * fraction.length);
  return sign === '-' ? -value : value;
}
