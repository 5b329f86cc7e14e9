import { htmlEscape, jsEscape, urlQueryEscape } from '../../../src/go-template/builtins.ts';
import { sprint, sprintf, sprintln } from '../../../src/go-template/fmt/format.ts';
import {
  canBackquote,
  quote,
  quoteRune,
  quoteRuneToAscii,
  quoteToAscii,
  unquote,
  unquoteRune,
} from '../../../src/go-template/fmt/quote.ts';
import { isPrintable } from '../../../src/go-template/fmt/quote-print.ts';
import type { GoValue } from '../../../src/go-template/value.ts';

type Callee = (text: string, args: readonly GoValue[]) => string | null;

/** Functions by their names in `test/e2e/go-format`; null if the text is refused. */
const callees = {
  sprintf,
  sprint: (_, args) => sprint(args),
  sprintln: (_, args) => sprintln(args),
  htmlEscape,
  jsEscape,
  urlQueryEscape,
  quote,
  quoteToAscii,
  canBackquote: (text) => String(canBackquote(text)),
  quoteRune: (_, args) => quoteRune(codePoint(args)),
  quoteRuneToAscii: (_, args) => quoteRuneToAscii(codePoint(args)),
  unquote: (text) => unquote(text) ?? null,
  unquoteRune: (text) => {
    const character = unquoteRune(text);
    return character ? `${character.code} ${character.rest}` : null;
  },
  printable: printableRanges,
} satisfies Readonly<Record<string, Callee>>;

/** Call of one of the functions under test. */
export interface Call {
  readonly name: keyof typeof callees;
  readonly text: string;
  readonly args: readonly GoValue[];
}

/** Returns the result of the function; null if it refuses the text. */
export function perform({ name, text, args }: Call): string | null {
  const callee: Callee = callees[name];
  return callee(text, args);
}

/** Returns a call as `test/e2e/go-format` reads it, in JSON. */
export function encodeCall({ name, text, args }: Call): readonly unknown[] {
  return [name, text, ...args.map(encodeValue)];
}

/** Returns the code points that are printed unescaped: the first and the last of each range, in hexadecimal. */
function printableRanges(): string {
  const ranges: string[] = [];
  let first: number | undefined;
  for (let code = 0; code <= 0x10ffff; code++) {
    if (!isPrintable(code)) continue;
    first ??= code;
    if (code < 0x10ffff && isPrintable(code + 1)) continue;
    ranges.push(`${first.toString(16)}-${code.toString(16)}`);
    first = undefined;
  }
  return ranges.join(' ');
}

function codePoint([code]: readonly GoValue[]): number {
  return code?.kind === 'int' ? Number(code.value) : 0;
}

function encodeValue(value: GoValue): unknown {
  const { kind } = value;
  if (kind === 'nil') return null;
  if (kind === 'int' || kind === 'uint8') return [kind, String(BigInt.asUintN(64, value.value))];
  if (kind === 'float64') return [kind, bitsOf(value.value)];
  if (kind === 'complex128') return [kind, bitsOf(value.real), bitsOf(value.imaginary)];
  if (kind === 'slice') return [kind, ...value.items.map(encodeValue)];
  if (kind !== 'map') return [kind, value.value];
  return [`map[string]${value.element}`, ...Array.from(value.entries, ([key, item]) => [key, encodeValue(item)])];
}

function bitsOf(value: number): string {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  return String(view.getBigUint64(0));
}
