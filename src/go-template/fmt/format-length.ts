import { MAX_BYTES } from '../limits.ts';

/** Thrown where a formatted text would be longer than `MAX_BYTES`; Go goes on as long as there is memory. */
export class FormattedTooLong extends Error {
  constructor() {
    super(`formatted text must not be longer than ${MAX_BYTES} bytes`);
  }
}

/** The text with more behind it. Throws a `FormattedTooLong` beyond `MAX_BYTES`. */
export function extended(text: string, more: string): string {
  if (text.length + more.length > MAX_BYTES) throw new FormattedTooLong();
  return text + more;
}

/** The parts with a separator between them. Throws a `FormattedTooLong` before it makes what is too long. */
export function joined(parts: Iterable<string>, separator: string): string {
  let text = '';
  let isFirst = true;
  for (const part of parts) {
    text = extended(text, isFirst ? part : separator + part);
    isFirst = false;
  }
  return text;
}
