import { byteOrder } from '../byte-order.ts';
import type { Problems } from '../function/problems.ts';
import { anyValue, type Schema } from '../function/schema.ts';
import { annotationKeyFaults, labelKeyFaults, labelValueFaults } from '../krm/qualified-name.ts';
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

/** Warns of values that are not strings, and of keys and values that Kubernetes does not allow. */
export function warnOfTexts({ entries, source, field, unquoted }: Texts, of: TextKind, results: Results): void {
  const warn = (message: string, key: string): void => {
    results.warning(message, { code: 'invalid-value', resource: source, field: [...field, key] });
  };
  for (const key of unquoted) warn(`should be a string: taken as ${JSON.stringify(entries.get(key) ?? '')}`, key);
  for (const [key, value] of entries) for (const fault of FAULTS[of](key, value)) warn(fault, key);
}

type TextKind = 'labels' | 'annotations';

const FAULTS: Readonly<Record<TextKind, (key: string, value: string) => readonly string[]>> = {
  labels: (key, value) => [...labelKeyFaults(key), ...labelValueFaults(value)],
  annotations: annotationKeyFaults,
};

/**
 * Reports whether Kubernetes reads a text without quotes as a boolean, although kpt and kustomize take it as a string.
 */
function needsQuotes(text: string): boolean {
  return isSomethingElse(text) && readDocument(text).value([], 'kpt') === text;
}

/** Reports whether a text without quotes is not a string to Kubernetes. */
function isSomethingElse(text: string): boolean {
  return WORD.test(text) && typeof readDocument(text).value([]) !== 'string';
}

/** Text that is a whole YAML document, and may be a number or a word with a meaning. */
const WORD = /^[\w.~][\w.]*$/;

/**
 * Reports the entries that the original can write without the quotes that they need. Depends on the function config
 * alone, so that a second run reports the same.
 */
export function reportQuotes({ entries, source, field }: Texts, results: Results): void {
  for (const [key, value] of entries) {
    const about = { resource: source, field: [...field, key] };
    if (needsQuotes(value)) results.difference(`${JSON.stringify(value)} ${UNQUOTED}`, about);
    if (needsQuotes(key)) results.difference(`the key ${UNQUOTED}`, about);
  }
}

const UNQUOTED =
  'is written with quotes: the original can write it without them, and to Kubernetes it is then a boolean';

/** Reports the keys with which the original fails: without quotes they are not strings. */
export function reportRefusedKeys({ entries, source, field }: Texts, results: Results): void {
  for (const key of entries.keys()) {
    const about = { resource: source, field: [...field, key] };
    if (isSomethingElse(key))
      results.difference('set: the original fails, since it writes the key without quotes', about);
  }
}
