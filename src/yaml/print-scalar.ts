import { YamlError } from './error.ts';
import { isAmbiguous } from './scalar-type.ts';
import type { Scalar } from './tree.ts';

/** Where a scalar is to stand, and what stood there. */
export interface ScalarContext {
  readonly flow: boolean;
  /** Among JSON: strings in double quotes with no more escapes than JSON needs. */
  readonly json: boolean;
  /** What it replaces. */
  readonly old?: Scalar | undefined;
}

/** A longer key would need `? ` before it: YAML 1.2, 7.4.2. */
const MAX_KEY_LENGTH = 1024;

/** The text of a number, boolean or null. @throws YamlError for a number that JSON does not have. */
export function printPrimitive(value: null | boolean | number | bigint, context: ScalarContext): string {
  if (typeof value !== 'number' || Number.isFinite(value)) return String(value);
  if (context.json) throw new YamlError('edit', `${value} cannot be written as JSON`);
  return Number.isNaN(value) ? '.nan' : value > 0 ? '.inf' : '-.inf';
}

/** The text of a key. @throws YamlError for one of more than 1,024 characters. */
export function printKey(name: string, context: ScalarContext): string {
  const text = printString(name, context);
  if (text.length > MAX_KEY_LENGTH) throw new YamlError('edit', `a key of more than ${MAX_KEY_LENGTH} characters`);
  return text;
}

/**
 * The text of a string on one line: plain where that is safe, in double quotes where a reader could take it for
 * something else, in single quotes where only the syntax needs some. Quotes that were there stay where they can.
 *
 * @throws YamlError for a string that is no Unicode text.
 */
export function printString(content: string, context: ScalarContext): string {
  if (/\p{Surrogate}/u.test(content))
    throw new YamlError('edit', 'a string with half a surrogate pair, which is no Unicode text');
  if (context.json) return JSON.stringify(content);
  const oneLine = isPrintable(content) && !/[\n\t]/.test(content);
  if (!oneLine || context.old?.style === 'double') return doubleQuoted(content);
  if (context.old?.style === 'single') return singleQuoted(content);
  if (isAmbiguous(content)) return doubleQuoted(content);
  return isPlainSafe(content, context.flow) ? content : singleQuoted(content);
}

/**
 * Whether a string can be a literal block that every reader takes for the same. Lines that end in white space are one
 * only where a literal block was: other printers would turn them into one long quoted line.
 */
export function isLiteralSafe(content: string, old: Scalar | undefined): boolean {
  const linesEndPlainly = old?.style === 'literal' || !/[ \t](?:\n|$)/.test(content);
  return isPrintable(content) && /^\n*(?! *\n| *$)[^\t]/.test(content) && linesEndPlainly;
}

/** No control characters, line breaks of YAML 1.1 alone, byte order marks: they need an escape. */
function isPrintable(content: string): boolean {
  return !NEEDS_ESCAPE.test(content);
}

const NEEDS_ESCAPE = /[\0-\x08\x0B-\x1F\x7F-\x9F\u2028\u2029\uFEFF\uFFFE\uFFFF]/;

function isPlainSafe(content: string, flow: boolean): boolean {
  return (
    content !== '' &&
    content.trim() === content &&
    !/^[,[\]{}#&*!|>'"%@`?:]/.test(content) &&
    !/^-(?:\s|$|--)|^\.\.\.(?:\s|$)/.test(content) &&
    !/:(?:\s|$)|\s#/.test(content) &&
    !(flow && /[,[\]{}?]/.test(content))
  );
}

function singleQuoted(content: string): string {
  return `'${content.replaceAll("'", "''")}'`;
}

const SHORT_ESCAPES: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '\n': '\\n',
  '\t': '\\t',
  '\r': '\\r',
};

function doubleQuoted(content: string): string {
  const escaped = content.replace(/["\\\n\t\r]|[\0-\x1F\x7F-\x9F\u2028\u2029\uFEFF\uFFFE\uFFFF]/g, (char) => {
    const code = char.charCodeAt(0);
    return SHORT_ESCAPES[char] ?? (code < 256 ? `\\x${hex(code, 2)}` : `\\u${hex(code, 4)}`);
  });
  return `"${escaped}"`;
}

function hex(code: number, digits: number): string {
  return code.toString(16).toUpperCase().padStart(digits, '0');
}
