/** Escape sequence: a single character, a code point or byte in octal or hexadecimal digits, or a code point. */
export const ESCAPE = /\\(?:[abfnrtv"'\\?`]|[0-3][0-7][0-7]|[xX][\da-fA-F]{2}|u[\da-fA-F]{4}|U[\da-fA-F]{8})/y;

const CHARACTERS: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};

const QUOTED = /^[bB]?([rR]?)("""|'''|"|')/;

/** Error of quoted text that cannot be read; the message says why. */
export class EscapeError extends Error {}

/** Returns the text of a string literal given in source form. Throws an EscapeError. */
export function unquoteString(literal: string): string {
  const { text, isRaw } = unquote(literal);
  if (isRaw) return text;
  return text.replace(new RegExp(ESCAPE, 'g'), (escape) => {
    const code = codeOf(escape);
    if (code === undefined) return CHARACTERS[escape.charAt(1)] ?? escape.charAt(1);
    if (code > 0x10ffff || (code >= 0xd800 && code < 0xe000)) throw new EscapeError('invalid unicode code point');
    return String.fromCodePoint(code);
  });
}

/** Returns the bytes of a bytes literal given in source form. Throws an EscapeError. */
export function unquoteBytes(literal: string): Uint8Array {
  const { text, isRaw } = unquote(literal);
  if (isRaw) return new TextEncoder().encode(text);
  const parts = text.split(new RegExp(`(${ESCAPE.source})`));
  return new Uint8Array(
    parts.flatMap((part, index) => (index % 2 === 1 ? [byteOf(part)] : [...new TextEncoder().encode(part)])),
  );
}

function byteOf(escape: string): number {
  if (/^\\u/i.test(escape)) throw new EscapeError(`bytes cannot have the escape sequence '${escape}'`);
  return codeOf(escape) ?? (CHARACTERS[escape.charAt(1)] ?? escape.charAt(1)).charCodeAt(0);
}

/** Returns the text between the quotes. Any line break becomes \n. */
function unquote(literal: string): { readonly text: string; readonly isRaw: boolean } {
  const [prefix, raw, quote = ''] = QUOTED.exec(literal) ?? [''];
  const text = literal.slice(prefix.length, literal.length - quote.length).replaceAll(/\r\n?/g, '\n');
  return { text, isRaw: raw !== '' };
}

function codeOf(escape: string): number | undefined {
  if (/^\\[0-3]/.test(escape)) return parseInt(escape.slice(1), 8);
  return /^\\[xu]/i.test(escape) ? parseInt(escape.slice(2), 16) : undefined;
}
