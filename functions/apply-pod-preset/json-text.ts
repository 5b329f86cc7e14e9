import type { Value } from '../../src/index.ts';

/** JSON; an integer that is too large for a double is written as text, so that it keeps its digits. */
export function jsonText(value: Value): string {
  return JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? part.toString() : part));
}
