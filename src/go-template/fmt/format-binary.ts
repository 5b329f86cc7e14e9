/** Non-negative number, as an integer times two to the power of `exponent`. */
interface BinaryParts {
  readonly mantissa: bigint;
  readonly exponent: number;
}

const MANTISSA_BITS = 52;

/** Returns the mantissa and the exponent of a stored number; the mantissa is below 2^53. */
export function binaryParts(value: number): BinaryParts {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  const bits = view.getBigUint64(0);
  const fraction = BigInt.asUintN(MANTISSA_BITS, bits);
  const biased = Number(bits >> BigInt(MANTISSA_BITS)) & 0x7ff;
  const implicit = biased === 0 ? 0n : 1n << BigInt(MANTISSA_BITS);
  return { mantissa: fraction | implicit, exponent: Math.max(biased, 1) - 1075 };
}

/** Formats a non-negative number like `%b`: `4503599627370496p-52`. */
export function binary(value: number): string {
  const { mantissa, exponent } = binaryParts(value);
  return `${mantissa}p${exponent < 0 ? '' : '+'}${exponent}`;
}

/** Formats a non-negative number like `%x`, `0x1.8p+01`, with that many digits after the point, or all. */
export function hexadecimal(value: number, precision: number | undefined): string {
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
