import type { Value } from '../../src/yaml/index.ts';
import { plain } from '../yaml/edit/random-edits.ts';

type Reviver = (key: string, value: unknown, context: { readonly source?: string }) => unknown;

/** Parses the JSON that a Go program printed, with integers of any size, or returns its error. */
export function readGo(line: string): Value {
  if (line.startsWith('error: ')) return line;
  const parse = JSON.parse as (text: string, reviver: Reviver) => unknown;
  return plain(
    parse(line.replaceAll(ESCAPED_KEY, `$1${END}":`), (_, value, { source = '' }) => {
      if (typeof value === 'object') return withoutEnds(value);
      if (typeof value !== 'number' || Number.isSafeInteger(value) || !/^-?\d+$/.test(source)) return value;
      const exact = BigInt(source);
      return exact >= -(2n ** 63n) && exact < 2n ** 64n ? exact : value;
    }),
  );
}

/**
 * A key with escapes. `JSON.parse` of Node 24.21 reads one that has only escapes as another key of the same length that
 * it has read before: after `{"\\u": 1}`, `{"\u003c\u003c": 1}` has the key `\u`.
 */
const ESCAPED_KEY = /("(?:[^"\\]|\\.)*\\.(?:[^"\\]|\\.)*)":/g;

/** Text after such a key while it is parsed. */
const END = '(end of the key)';

function withoutEnds(value: unknown): unknown {
  if (value === null || Array.isArray(value)) return value;
  const entries = Object.entries(value as Readonly<Record<string, unknown>>);
  if (!entries.some(([key]) => key.endsWith(END))) return value;
  return Object.fromEntries(entries.map(([key, each]) => [key.endsWith(END) ? key.slice(0, -END.length) : key, each]));
}
