import { decodeBase64 } from './base64.ts';

export type ScalarValue = null | boolean | number | bigint | string;

/** What a plain scalar means to sigs.k8s.io/yaml, the reader of kubectl and the API server: YAML 1.1 as go-yaml v2 takes it. */
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

/** The value of a plain scalar with this text. An integer beyond 2^53 is a `bigint`; what has no other meaning is a string. */
export function resolvePlain(text: string): ScalarValue {
  const word = WORDS.get(text);
  if (word !== undefined) return word;
  if (!/^[-+.0-9]/.test(text)) return text;
  const digits = text.startsWith('.') ? text : text.replaceAll('_', '');
  return integer(digits) ?? float(digits) ?? text;
}

/** The value of a scalar under a tag: its full name, as `tag:yaml.org,2002:int`. A text that does not fit the tag is `undefined`. */
export function resolveTagged(text: string, tag: string): ScalarValue | undefined {
  if (tag === 'tag:yaml.org,2002:binary') return decodeBase64(text);
  const fits = TAGGED[tag];
  if (fits === undefined) return text;
  const value = resolvePlain(text);
  return fits(value) ? value : undefined;
}

const TAGGED: Readonly<Record<string, (value: ScalarValue) => boolean>> = {
  'tag:yaml.org,2002:int': (value) => typeof value === 'bigint' || Number.isInteger(value),
  'tag:yaml.org,2002:float': (value) => typeof value === 'bigint' || typeof value === 'number',
  'tag:yaml.org,2002:bool': (value) => typeof value === 'boolean',
  'tag:yaml.org,2002:null': (value) => value === null,
};

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

/** The name of a key with this value, as the API server sees it: `y` is `"true"`, `012` is `"10"`. */
export function keyName(value: ScalarValue): string {
  return typeof value === 'number' && !Number.isInteger(value) ? shortFloat(value) : String(value);
}

/** Go's shortest text of a 32-bit float, to which sigs.k8s.io/yaml turns a float key. */
function shortFloat(value: number): string {
  const single = Math.fround(value);
  for (let digits = 1; digits <= 9; digits++) {
    const short = Number(single.toPrecision(digits));
    if (Math.fround(short) === single) return String(short);
  }
  return String(value);
}

const NUMBER_ELSEWHERE = /^[-+]?(?:0o[0-7]+|[0-9][0-9_]*(?::[0-5]?[0-9])+(?:\.[0-9_]*)?)$/;
const TIMESTAMP = /^\d{4}-\d\d?-\d\d?(?:[Tt\s]|$)/;

/** Whether some reader in use (this one, YAML 1.1 or 1.2) takes the plain text for something else than a string. */
export function isAmbiguous(text: string): boolean {
  return (
    typeof resolvePlain(text) !== 'string' ||
    FLOAT.test(text.replaceAll('_', '')) ||
    NUMBER_ELSEWHERE.test(text) ||
    TIMESTAMP.test(text) ||
    text === '<<' ||
    text === '='
  );
}
