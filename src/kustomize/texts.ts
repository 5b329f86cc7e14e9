import { byteOrder } from '../byte-order.ts';
import type { Problems } from '../function/problems.ts';
import { anyValue, type Schema } from '../function/schema.ts';
import type { Resource } from '../krm/resource.ts';
import type { Results } from '../krm/results.ts';
import { readDocument, type Path } from '../yaml/index.ts';

/** Schema of a map of strings in which numbers and booleans without quotes are taken as their text. */
export const textMap = {
  type: 'object',
  additionalProperties: { ...anyValue, description: 'A string.' },
} as const satisfies Schema;

/** Map of texts in a function config. */
export interface Texts {
  /** In byte order of the keys. */
  readonly entries: ReadonlyMap<string, string>;
  readonly source: Resource;
  readonly field: Path;
  /** Keys of values that are numbers, booleans or null. */
  readonly unquoted: readonly string[];
}

/** Reads a map of texts at a field of a function config. A number or boolean is taken as it is written. */
export function readTexts(
  map: Readonly<Record<string, unknown>>,
  { source, field, problems }: { readonly source: Resource; readonly field: Path; readonly problems: Problems },
): Texts {
  const keys = Object.keys(map).toSorted(byteOrder);
  for (const key of keys)
    if (typeof map[key] === 'object' && map[key] !== null)
      problems.add({ field: [...field, key], message: 'must be a string' });
  const unquoted = keys.filter((key) => typeof map[key] !== 'string');
  const textOf = (key: string): string => {
    const value = map[key];
    if (typeof value === 'string') return value;
    return value === null || typeof value === 'object'
      ? ''
      : source.document
          .view([...field, key])
          .text()
          .trim();
  };
  return { entries: new Map(keys.map((key) => [key, textOf(key)])), source, field, unquoted };
}

/** Warns of values that are no strings: Kubernetes refuses them in a ConfigMap. */
export function warnOfUnquoted({ entries, source, field, unquoted }: Texts, results: Results): void {
  for (const key of unquoted) {
    const message = `should be a string: taken as ${JSON.stringify(entries.get(key) ?? '')}`;
    results.warning(message, { code: 'invalid-value', resource: source, field: [...field, key] });
  }
}

/** Reports whether Kubernetes reads a text without quotes as a boolean, although kpt and kustomize take it as a string. */
export function needsQuotes(text: string): boolean {
  return WORDS.test(text) && typeof readDocument(text).value([]) !== 'string';
}

/** Words that begin with letters of YAML 1.1's booleans. */
const WORDS = /^[yYnNoO][a-zA-Z]{0,2}$/;

/**
 * Reports the entries that the original can write without the quotes that they need. Depends on the function config
 * alone, so that a second run reports the same.
 */
export function reportQuotes({ entries, source, field }: Texts, results: Results): void {
  for (const [key, value] of entries) {
    const about = { resource: source, field: [...field, key] };
    if (needsQuotes(value))
      results.difference(
        `written with quotes: without, as the original can write ${JSON.stringify(value)}, it is a boolean to Kubernetes`,
        about,
      );
    if (needsQuotes(key))
      results.difference(
        `the key is written with quotes: without, as the original writes it, it is a boolean to Kubernetes`,
        about,
      );
  }
}
