/** The fewest decimal digits that stand for a double, and where among them the point is. */
interface Decimal {
  readonly sign: string;
  readonly digits: string;
  /** How many digits are before the point. */
  readonly point: number;
}

/** From this power of ten on a double is shown with an exponent. */
const EXPONENT_FROM = 6;

/** A double as Go's `%g` shows it. */
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

/** A double that is finite, without an exponent. */
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
