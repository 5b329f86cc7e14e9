import { encodeBytes } from '../value.ts';

const SEQUENCES = [
  String.raw`[\xc2-\xdf][\x80-\xbf]`,
  String.raw`\xe0[\xa0-\xbf][\x80-\xbf]`,
  String.raw`\xed[\x80-\x9f][\x80-\xbf]`,
  String.raw`[\xe1-\xec\xee\xef][\x80-\xbf]{2}`,
  String.raw`\xf0[\x90-\xbf][\x80-\xbf]{2}`,
  String.raw`[\xf1-\xf3][\x80-\xbf]{3}`,
  String.raw`\xf4[\x80-\x8f][\x80-\xbf]{2}`,
];

/** Pattern of a code point beyond ASCII in byte strings: well-formed UTF-8 of two to four bytes (RFC 3629). */
export const MULTIBYTE = `(?:${SEQUENCES.join('|')})`;

/** Code point that Go uses for a byte that is not part of UTF-8, and prints for a number that is not a code point. */
export const REPLACEMENT = 0xfffd;

const multibytes = new RegExp(MULTIBYTE, 'g');
const rune = new RegExp(`${MULTIBYTE}|[^]`, 'y');

/** Counts the runes of bytes; a byte that is not part of UTF-8 counts as one. */
export function runeCount(bytes: string): number {
  return isAscii(bytes) ? bytes.length : bytes.replace(multibytes, '.').length;
}

/** Returns the first `count` runes of bytes, as bytes. */
export function firstRunes(bytes: string, count: number): string {
  if (count >= bytes.length) return bytes;
  if (isAscii(bytes)) return bytes.slice(0, count);
  let end = 0;
  for (let left = count; left > 0 && end < bytes.length; left--) end += runeAt(bytes, end).length;
  return bytes.slice(0, end);
}

/** Returns the bytes of the rune at an offset: one if they are not UTF-8, none at the end. */
export function runeAt(bytes: string, offset: number): string {
  rune.lastIndex = offset;
  return rune.exec(bytes)?.[0] ?? '';
}

/** Returns the code point of a rune from `runeAt`, or U+FFFD for a single byte that is not part of UTF-8. */
export function decodeRune(bytes: string): number {
  const lead = bytes.charCodeAt(0);
  if (bytes.length === 1) return lead < 0x80 ? lead : REPLACEMENT;
  let code = lead & (0x7f >> bytes.length);
  for (let i = 1; i < bytes.length; i++) code = (code << 6) | (bytes.charCodeAt(i) & 0x3f);
  return code;
}

/** Returns the UTF-8 bytes of a code point; of U+FFFD for a number that is not a code point. */
export function encodeRune(code: number): string {
  if (code >= 0 && code < 0x80) return String.fromCharCode(code);
  return encodeBytes(String.fromCodePoint(isCodePoint(code) ? code : REPLACEMENT));
}

/** Reports whether a number is a code point that UTF-8 can encode: not a surrogate. */
export function isCodePoint(code: number): boolean {
  return code >= 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
}

function isAscii(bytes: string): boolean {
  return !/[\x80-\xff]/.test(bytes);
}
