import { isDeepStrictEqual } from 'node:util';
import { readDocuments } from '../../src/yaml/read/reader.ts';
import { splitLayout } from '../../src/yaml/read/text-layout.ts';
import { isMerge } from '../../src/yaml/tree/plain.ts';
import { resolveAlias, type Collection, type Entry, type TreeNode } from '../../src/yaml/tree/tree.ts';
import type { Value } from '../../src/yaml/tree/value.ts';

/**
 * Texts that sigs.k8s.io/yaml reads otherwise than this library. Every other difference is a fault, and so is a
 * difference in more than this.
 */
interface Difference {
  readonly reason: string;
  /** Matches the texts. */
  readonly pattern: RegExp;
  /** Returns data without what the readers see differently. */
  readonly common: (value: Value) => Value;
  /** Error of Go in place of data. */
  readonly error?: string;
}

const DIFFERENCES: readonly Difference[] = [
  {
    reason: 'a block scalar at the end of the text, whose last line has only blanks and no line break',
    pattern: /(?:^|[\s,[{])[|>][-+0-9]*(?:[ \t]+#[^\n]*)?\r?\n(?:[^]*\n)?[ \t]+$/,
    common: (value) => withStrings(value, (text) => text.replace(/[ \n]+$/, '')),
  },
  {
    reason: 'aliases that expand to more than a thousand values and are nearly all of the document',
    pattern: /\*/,
    error: 'error: "yaml: document contains excessive aliasing"',
    common: (value) => value,
  },
];

/**
 * Returns the reason for which Go may read these data from a text, though others are meant; undefined if it must not.
 */
export function reasonFor(text: string, got: Value, meant: Value): string | undefined {
  const found = DIFFERENCES.filter(({ pattern }) => pattern.test(text));
  return found.find(({ error, common }) => got === error || isDeepStrictEqual(common(got), common(meant)))?.reason;
}

/** Returns data with each string changed. */
function withStrings(value: Value, change: (text: string) => string): Value {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((item: Value) => withStrings(item, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withStrings(item, change)]));
}

/**
 * Order in which the pairs of a map count, each replacing the same keys before it: to Go that of the `text`; to this
 * library `merged first`, before all others.
 */
export type Order = 'text' | 'merged first';

/** Returns the plain data of a text of one document, with the pairs of its maps in an order. */
export function mergedIn(order: Order, text: string): Value {
  const [document] = readDocuments(splitLayout(text).bare);
  return document === undefined ? null : valueOf(document.top.value, order);
}

function valueOf(node: TreeNode, order: Order): Value {
  const target = resolveAlias(node);
  if (target.kind === 'scalar') return target.value;
  if (target.kind === 'seq') return target.entries.map(({ value }) => valueOf(value, order));
  return Object.fromEntries(pairsOf(target, order));
}

/** Returns the pairs of a map, of which the last with a key counts. */
function pairsOf(map: Collection, order: Order): readonly (readonly [string, Value])[] {
  const merges = map.entries.filter(isMerge);
  const entries = order === 'text' ? map.entries : [...merges, ...map.entries.filter((entry) => !isMerge(entry))];
  return entries.flatMap((entry) => (isMerge(entry) ? mergedPairs(entry, order) : ownPair(entry, order)));
}

function ownPair({ name, value }: Entry, order: Order): readonly (readonly [string, Value])[] {
  return name === undefined ? [] : [[name, valueOf(value, order)]];
}

function mergedPairs({ value }: Entry, order: Order): readonly (readonly [string, Value])[] {
  const merged = resolveAlias(value);
  const sources = merged.kind === 'seq' ? merged.entries.map((entry) => resolveAlias(entry.value)) : [merged];
  return sources.toReversed().flatMap((source) => (source.kind === 'map' ? pairsOf(source, order) : []));
}
