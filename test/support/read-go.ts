import type { Value } from '../../src/yaml/index.ts';
import { plain } from '../yaml/edit/random-edits.ts';

type Reviver = (key: string, value: unknown, context: { readonly source?: string }) => unknown;

/** Parses the JSON that a Go program printed, with integers of any size, or returns its error. */
export function readGo(line: string): Value {
  if (line.startsWith('error: ')) return line;
  const parse = JSON.parse as (text: string, reviver: Reviver) => unknown;
  return plain(
    parse(line, (_, value, { source = '' }) => {
      if (typeof value !== 'number' || Number.isSafeInteger(value) || !/^-?\d+$/.test(source)) return value;
      const exact = BigInt(source);
      return exact < 2n ** 64n ? exact : value;
    }),
  );
}
