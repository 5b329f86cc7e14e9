import { wideWidth } from './wide-width.ts';

/** Returns the number of columns that a text takes on a terminal. */
export function textWidth(text: string): number {
  return /^[ -~]*$/.test(text) ? text.length : wideWidth(text);
}
