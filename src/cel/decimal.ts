/** Shortest decimal digits of a double, and the position of the decimal point. */
interface Decimal {
  readonly sign: string;
  readonly digits: string;
  /** Number of digits before the point. */
  readonly point: number;
}

/** Power of ten from which a double is printed with an exponent. */
const EXPONENT_FROM = 6;

/** Formats a double like Go's `%g`. */
export function formatDouble(value: number): string {
  if (Number.isNaN(value)) return 'NaN';
  if (!Number.isFinite(value)) return value < 0 ? '-Inf' : '+Inf';
  const decimal = decimalOf(value);
  const exponent = decimal.point - 1;
  if (exponent >= -4 && exponent < EXPONENT_FROM) return formatPlain(decimal);
  const { sign, digits } = decimal;
  const fraction = digits.length > 1 ? `.${digits.slice(1)}` : '';
  const shown = Math.abs(exponent).toString().padStart(2, '0');
  return `${sign}${digits.charAt(0)}${fraction}e${exponent < 0 ? '-' : '+'}${shown}`;
}

/** Formats a finite double without an exponent. */
export function formatFixed(value: number): string {
  return formatPlain(decimalOf(value));
}

function formatPlain({ sign, digits, point }: Decimal): string {
  const padded = digits.padStart(digits.length + Math.max(0, 1 - point), '0').padEnd(point, '0');
  const whole = Math.max(point, 1);
  const fraction = padded.slice(whole);
  return `${sign}${padded.slice(0, whole)}${fraction === '' ? '' : `.${fraction}`}`;
}

function decimalOf(value: number): Decimal {
  const [mantissa = '', exponent = '0'] = Math.abs(value).toExponential().split('e');
  const sign = value < 0 || Object.is(value, -0) ? '-' : '';
  return { sign, digits: mantissa.replace('.', ''), point: Number(exponent) + 1 };
}
