import type { Directive } from './format-directive.ts';
import { fill, pad } from './format-pad.ts';
import { firstRunes } from './format-rune.ts';
import { canBackquote, quote, quoteToAscii } from './quote.ts';

/** Formats a string by the verb of a directive; undefined if the verb does not accept strings. */
export function formatString(bytes: string, directive: Directive): string | undefined {
  switch (directive.verb) {
    case 'v':
      return directive.goSyntax ? quoted(bytes, directive) : plain(bytes, directive);
    case 's':
      return plain(bytes, directive);
    case 'q':
      return quoted(bytes, directive);
    case 'x':
      return hexadecimal(bytes, directive);
    case 'X':
      return hexadecimal(bytes, directive).toUpperCase();
    default:
      return undefined;
  }
}

/** Returns the string itself, truncated to the precision and padded to the width. */
export function plain(bytes: string, directive: Directive): string {
  return pad(cut(bytes, directive), directive);
}

function quoted(bytes: string, directive: Directive): string {
  const text = cut(bytes, directive);
  if (directive.sharp && canBackquote(text)) return pad(`\`${text}\``, directive);
  return pad(directive.plus ? quoteToAscii(text) : quote(text), directive);
}

function cut(bytes: string, { precision }: Directive): string {
  return precision === undefined ? bytes : firstRunes(bytes, precision);
}

/**
 * Returns two digits a byte, of as many bytes as the precision says; with spaces, the flag # gives each byte a prefix.
 */
function hexadecimal(bytes: string, directive: Directive): string {
  const { space, sharp, minus, width, precision } = directive;
  const digits = Buffer.from(bytes.slice(0, precision), 'latin1').toString('hex');
  const spaced = space ? digits.replace(/..(?!$)/g, sharp ? '$& 0x' : '$& ') : digits;
  const text = sharp && digits !== '' ? `0x${spaced}` : spaced;
  const padding = fill(width - text.length, directive);
  return minus ? text + padding : padding + text;
}
