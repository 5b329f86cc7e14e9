import stringWidth from 'string-width';

/**
 * Returns the number of columns that any text takes on a terminal. In a separate module, since loading the library,
 * which compiles the patterns of emojis, takes some milliseconds.
 */
export function wideWidth(text: string): number {
  return stringWidth(text);
}
