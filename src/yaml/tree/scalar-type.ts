import { decodeBase64 } from './base64.ts';

export type ScalarValue = null | boolean | number | bigint | string;

/**
 * Meaning of plain words to sigs.k8s.io/yaml, the reader of kubectl and the API server: YAML 1.1 as go-yaml v2
 * implements it.
 */
const WORDS: ReadonlyMap<string, ScalarValue> = new Map<string, ScalarValue>([
  ...['', '~', 'null', 'Null', 'NULL'].map((word) => [word, null] as const),
  ...['y', 'Y', 'yes', 'Yes', 'YES', 'true', 'True', 'TRUE', 'on', 'On', 'ON'].map((word) => [word, true] as const),
  ...['n', 'N', 'no', 'No', 'NO', 'false', 'False', 'FALSE', 'off', 'Off', 'OFF'].map((word) => [word, false] as const),
  ...['.nan', '.NaN', '.NAN'].map((word) => [word, NaN] as const),
  ...['.inf', '.Inf', '.INF', '+.inf', '+.Inf', '+.INF'].map((word) => [word, Infinity] as const),
  ...['-.inf', '-.Inf', '-.INF'].map((word) => [word, -Infinity] as const),
]);

const INTEGER = /^[-+]?(?:0[xX][0-9a-fA-F]+|0[bB][01]+|0[oO]?[0-7]+|0|[1-9][0-9]*)$/;
const FLOAT = /^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$/;
const INT64_MIN = -(2n ** 63n);
const UINT64_MAX = 2n ** 64n - 1n;
const INT64_MAX = 2n ** 63n - 1n;

/**
 * The reader of a document. To `kubernetes` (sigs.k8s.io/yaml: kubectl, the API server) the words `yes`, `no`, `on`,
 * `off`, `y` and `n` are booleans; to `kpt` (go-yaml v3), which writes them without quotes, they are strings.
 */
export type Dialect = 'kubernetes' | 'kpt';

/** Reports whether a plain scalar with this text is null, a boolean, or a number that is a word, to some reader. */
export function isWord(text: string): boolean {
  return WORDS.has(text);
}

/**
 * Returns the value of a plain scalar with this text: a `bigint` for an integer beyond 2^53, a string if it has no
 * other meaning.
 */
export function resolvePlain(text: string, reader: Dialect = 'kubernetes'): ScalarValue {
  const word = WORDS.get(text);
  if (typeof word === 'boolean' && reader === 'kpt' && !/^(?:true|false)$/i.test(text)) return text;
  if (word !== undefined) return word;
  if (!/^[-+.0-9]/.test(text)) return text;
  // After a leading point Go skips underscores only between digits.
  const digits = text.replace(text.startsWith('.') ? /(?<=\d)_(?=\d)/g : /_/g, '');
  return integer(digits) ?? float(digits) ?? text;
}

/**
 * Returns the value of a scalar under a full tag, such as `tag:yaml.org,2002:int`, or undefined if the text does not
 * fit the tag.
 */
export function resolveTagged(text: string, tag: string): ScalarValue | undefined {
  if (tag === 'tag:yaml.org,2002:binary') return decodeBase64(text);
  const fits = TAGGED[tag];
  if (fits === undefined) return text;
  const value = resolvePlain(text);
  return fits(value, text) ? value : undefined;
}

const TAGGED: Readonly<Record<string, (value: ScalarValue, text: string) => boolean>> = {
  'tag:yaml.org,2002:int': (value, text) => isNumber(value) && INTEGER.test(text.replaceAll('_', '')),
  'tag:yaml.org,2002:float': isNumber,
  'tag:yaml.org,2002:bool': (value) => typeof value === 'boolean',
  'tag:yaml.org,2002:null': (value) => value === null,
  'tag:yaml.org,2002:timestamp': (_, text) => TIMESTAMP.test(text),
};

function isNumber(value: ScalarValue): boolean {
  return typeof value === 'number' || typeof value === 'bigint';
}

function integer(digits: string): number | bigint | undefined {
  if (!INTEGER.test(digits)) return undefined;
  const magnitude = digits.replace(/^[-+]/, '');
  const exact = BigInt(/^0[0-7]+$/.test(magnitude) ? `0o${magnitude}` : magnitude.toLowerCase());
  const signed = digits.startsWith('-') ? -exact : exact;
  const inRange = /^[-+]/.test(digits) ? signed >= INT64_MIN && signed <= INT64_MAX : signed <= UINT64_MAX;
  if (!inRange) return undefined;
  const short = Number(signed);
  return Number.isSafeInteger(short) ? short : signed;
}

function float(digits: string): number | undefined {
  if (!FLOAT.test(digits)) return undefined;
  const value = Number(digits);
  return Number.isFinite(value) ? value : undefined;
}

/**
 * Returns the name of a key with this value and text, as the API server sees it: `y` is `"true"`, `012` is `"10"`,
 * `1e10` is `"1e+10"`.
 */
export function keyName(value: ScalarValue, text: string): string {
  const isInteger = Number.isSafeInteger(value) && INTEGER.test(text.replaceAll('_', ''));
  return typeof value === 'number' && !isInteger ? floatName(value) : String(value);
}

/** Returns a float key as sigs.k8s.io/yaml writes it: Go's shortest text of it as a 32-bit float. */
function floatName(value: number): string {
  if (Number.isNaN(value)) return '.nan';
  const single = Math.fround(value);
  if (!Number.isFinite(single)) return single > 0 ? '.inf' : '-.inf';
  const digits =
    [1, 2, 3, 4, 5, 6, 7, 8].find((count) => Math.fround(Number(single.toPrecision(count))) === single) ?? 9;
  const [mantissa = '', exponent = ''] = single.toExponential(digits - 1).split('e');
  const power = Number(exponent);
  if (power >= -4 && power < 6) return String(Number(single.toPrecision(digits)));
  return `${mantissa}e${power < 0 ? '-' : '+'}${String(Math.abs(power)).padStart(2, '0')}`;
}

const NUMBER_ELSEWHERE = /^[-+]?(?:0o[0-7]+|[0-9][0-9_]*(?::[0-5]?[0-9])+(?:\.[0-9_]*)?)$/;
const TIMESTAMP = /^\d{4}-\d\d?-\d\d?(?:[Tt\s]|$)/;

/**
 * Reports whether some reader in use (this one, YAML 1.1 or 1.2) takes the plain text for something other than a
 * string.
 */
export function isAmbiguous(text: string): boolean {
  return (
    typeof resolvePlain(text) !== 'string' ||
    text === '<<' ||
    text === '=' ||
    (/^[-+._0-9]/.test(text) &&
      (FLOAT.test(text.replaceAll('_', '')) || NUMBER_ELSEWHERE.test(text) || TIMESTAMP.test(text)))
  );
}
