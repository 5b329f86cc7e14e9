import type { Value } from '../../src/yaml/index.ts';

/** Returns JSON. An integer too large for a double becomes a string, to keep its digits. */
export function jsonText(value: Value): string {
  return JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? part.toString() : part));
}
