import { MAX_BYTES } from '../limits.ts';

/** Error of a formatted text longer than `MAX_BYTES`; Go continues until memory is exhausted. */
export class FormattedTooLong extends Error {
  constructor() {
    super(`formatted text must not be longer than ${MAX_BYTES} bytes`);
  }
}

/** Returns the text with more appended. Throws a `FormattedTooLong` beyond `MAX_BYTES`. */
export function extended(text: string, more: string): string {
  if (text.length + more.length > MAX_BYTES) throw new FormattedTooLong();
  return text + more;
}

/** Joins the parts with a separator. Throws a `FormattedTooLong` before the result gets too long. */
export function joined(parts: Iterable<string>, separator: string): string {
  let text = '';
  let isFirst = true;
  for (const part of parts) {
    text = extended(text, isFirst ? part : separator + part);
    isFirst = false;
  }
  return text;
}
