import { decodeRune, MULTIBYTE } from './fmt/format-rune.ts';
import { isPrintable } from './fmt/quote-print.ts';

const ENTITIES: Readonly<Record<string, string>> = {
  '\0': '\xef\xbf\xbd',
  '"': '&#34;',
  "'": '&#39;',
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
};

const jsSpecial = new RegExp(String.raw`${MULTIBYTE}|[\0-\x1f\\'"<>&=]`, 'g');

/** Escapes bytes as text of HTML, like `template.HTMLEscapeString`. */
export function htmlEscape(bytes: string): string {
  return bytes.replace(/[\0"'&<>]/g, (char) => ENTITIES[char] ?? char);
}

/** Escapes bytes as the inside of a JavaScript string, like `template.JSEscapeString`. */
export function jsEscape(bytes: string): string {
  return bytes.replace(jsSpecial, (rune) => {
    if (/[\\'"]/.test(rune)) return `\\${rune}`;
    const code = decodeRune(rune);
    return rune.length > 1 && isPrintable(code) ? rune : `\\u${hex(code, 4)}`;
  });
}

/** Escapes bytes as a part of a URL's query, like `url.QueryEscape`: a space becomes a plus sign. */
export function urlQueryEscape(bytes: string): string {
  return bytes.replace(/[^\w\-.~]/g, (char) => (char === ' ' ? '+' : `%${hex(char.charCodeAt(0), 2)}`));
}

function hex(code: number, digits: number): string {
  return code.toString(16).toUpperCase().padStart(digits, '0');
}
