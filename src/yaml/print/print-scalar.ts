import { YamlError } from '../tree/error.ts';
import { literalHeader } from './print-literal.ts';
import { isOneLine, isPrintable, quoted } from './print-quoted.ts';
import { isAmbiguous } from '../tree/scalar-type.ts';
import type { Scalar } from '../tree/tree.ts';

/** The destination of a scalar, and the scalar that it replaces. */
export interface ScalarContext {
  readonly flow: boolean;
  /** Prints strings in double quotes with only the escapes that JSON needs. */
  readonly json: boolean;
  /** The scalar that it replaces. */
  readonly old?: Scalar | undefined;
}

/** A longer key would need `? ` before it: YAML 1.2, 7.4.2. */
const MAX_KEY_LENGTH = 1024;

/** Prints a number, boolean or null. @throws YamlError for a number that JSON does not have. */
export function printPrimitive(value: null | boolean | number | bigint, context: ScalarContext): string {
  if (typeof value !== 'number' || Number.isFinite(value)) return String(value);
  if (context.json) throw new YamlError('edit', `${value} cannot be written as JSON`);
  return Number.isNaN(value) ? '.nan' : value > 0 ? '.inf' : '-.inf';
}

/** Prints a key. @throws YamlError for one of more than 1,024 characters. */
export function printKey(name: string, context: ScalarContext): string {
  const text = printString(name, context);
  if (text.length > MAX_KEY_LENGTH) throw new YamlError('edit', `a key must have at most ${MAX_KEY_LENGTH} characters`);
  return text;
}

/**
 * Prints a string on one line: plain if that is safe, in double quotes if a reader could take it for something else, in
 * single quotes if only the syntax needs quotes. Existing quotes stay if possible.
 *
 * @throws YamlError for a string that is not Unicode text.
 */
export function printString(content: string, context: ScalarContext): string {
  if (/\p{Surrogate}/u.test(content))
    throw new YamlError('edit', 'a string must be Unicode text: it has an unpaired surrogate');
  const { json, old } = context;
  if (json || old?.style === 'double' || !isOneLine(content)) return quoted(content, 'double', json, old);
  if (old?.style === 'single') return quoted(content, 'single', false, old);
  if (isAmbiguous(content)) return quoted(content, 'double', false, old);
  return isPlainSafe(content, context.flow) ? content : quoted(content, 'single', false, old);
}

/**
 * Reports whether a string can be a literal block that every reader reads the same. Lines that end in white space are
 * allowed only if there was a literal block before: other printers would turn them into one long quoted line. The first
 * line may be white space only if the header of that block gives the indentation.
 */
export function isLiteralSafe(content: string, old: Scalar | undefined): boolean {
  const isLiteral = old?.style === 'literal';
  const linesEndPlainly = isLiteral || !/[ \t](?:\n|$)/.test(content);
  const first = /\d/.test(literalHeader(old)) ? /^[ \n]*[^ \n\t]/ : /^\n*(?! *\n| *$)[^\t]/;
  return isPrintable(content) && first.test(content) && linesEndPlainly;
}

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
