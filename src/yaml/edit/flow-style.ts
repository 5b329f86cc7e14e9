import { holderColumn } from '../print/copy.ts';
import { separateFlow, startsWithBreak, whiteSpace } from '../tree/comment-owner.ts';
import type { FlowContext, Spacing } from '../print/print.ts';
import type { Style } from '../print/style.ts';
import { lineStart } from '../tree/positions.ts';
import { isCollection, type Collection, type Entry, type Scalar, type TreeNode } from '../tree/tree.ts';

/**
 * Largest number of entries that each edit searches for an example of its white space: all of them take time with their
 * square.
 */
const MAX_EXAMPLES = 100;

/** Returns the style for additions to a flow collection: that of its existing entries. */
export function flowContext(
  collection: Collection,
  style: Style,
  old?: Scalar,
): FlowContext & { readonly spacing: Spacing } {
  const holder = collection.implicit ? collection.entry.parent : collection;
  if (holder === undefined) throw new Error('a pair without braces outside a sequence');
  separateFlow(holder);
  const json = isJson(holder);
  const lines = json ? linesOf(holder, style.eol) : undefined;
  const example = holder
    .first(MAX_EXAMPLES)
    .map(({ value }) => value)
    .find(isFilledFlow);
  const isDocument = outermostFlow(holder).entry.parent === undefined;
  return { json, isDocument, old, spacing: spacingOf(example ?? holder), lines };
}

/** Returns the lines that the entries of a collection have; undefined if the first does not begin one. */
function linesOf(collection: Collection, eol: string): FlowContext['lines'] {
  const indent = /\n([ \t]*)$/.exec(collection.at(0)?.before ?? '')?.[1];
  if (indent === undefined) return undefined;
  const { text, end } = collection;
  const outer = /^[ \t]*/.exec(text.slice(lineStart(text, end - 1)))?.[0] ?? '';
  const unit = indent.startsWith(outer) ? indent.slice(outer.length) : '';
  return unit === '' ? undefined : { indent, unit, eol };
}

function isFilledFlow(node: TreeNode): node is Collection {
  return isCollection(node) && node.flow && !node.implicit && node.length > 0;
}

/** Returns the white space after the separators of a flow collection, by the first example of each in it. */
export function spacingOf(collection: Collection): Spacing {
  separateFlow(collection);
  const [first, second] = collection.first(2);
  const { key, value, indicatorEnd } = first ?? {};
  const isTight = indicatorEnd !== undefined && indicatorEnd === value?.start && value.end > value.start;
  const isTightKey = isTight && key?.kind === 'scalar' && key.style !== 'plain';
  if (second === undefined) return isTightKey ? { comma: '', colon: '' } : { comma: ' ', colon: ' ' };
  const comma = second.before === '' ? '' : ' ';
  return { comma, colon: key === undefined ? comma : isTightKey ? '' : ' ' };
}

/**
 * Reports whether the outermost flow collection around a collection is JSON: by its first key, or else its first
 * string. If an edit leaves neither, by the last one. If there never was one, true if it is a whole document.
 */
export function isJson(collection: Collection): boolean {
  const outermost = outermostFlow(collection);
  const known = JSON_STYLE.get(outermost);
  if (known?.isCurrent === true) return known.json;
  const key = firstString(outermost, true);
  const example = key ?? firstString(outermost, false);
  const isDocument = outermost.entry.parent === undefined;
  const json = example === undefined ? (known?.json ?? isDocument) : example.scalar.style === 'double';
  JSON_STYLE.set(outermost, { json, isCurrent: true, hasKey: key !== undefined, holders: example?.holders });
  return json;
}

/**
 * Notes that an entry was set, added or removed. If it had the example of the style of its collection, or has the first
 * one, the style is that which a reader of the new text finds.
 */
export function tellJson(collection: Collection, entry: Entry): void {
  const known = JSON_STYLE.get(outermostFlow(collection));
  if (known === undefined) return;
  const { holders, hasKey } = known;
  const { key, value } = entry;
  const isFirst =
    (!hasKey && (key !== undefined || firstString(value, true) !== undefined)) ||
    (holders === undefined && firstString(value, false) !== undefined);
  if (isFirst || holders?.has(entry) === true) known.isCurrent = false;
}

function outermostFlow(collection: Collection): Collection {
  const { parent } = collection.entry;
  return parent?.flow === true ? outermostFlow(parent) : collection;
}

/** Style of an outermost flow collection. */
interface JsonStyle {
  readonly json: boolean;
  /** False if an edit may have changed the example. */
  isCurrent: boolean;
  /** True if the example is a key, false for a string that is not, or none. */
  readonly hasKey: boolean;
  /** Entries around the example, with its own; undefined without an example. */
  readonly holders: ReadonlySet<Entry> | undefined;
}

/**
 * Styles of edited outermost flow collections: a search for the first string at each edit would take quadratic time.
 */
const JSON_STYLE = new WeakMap<Collection, JsonStyle>();

/** Key or string that is an example of a style. */
interface Example {
  readonly scalar: Scalar;
  readonly holders: Set<Entry>;
}

function firstString(node: TreeNode, keys: boolean): Example | undefined {
  if (!isCollection(node))
    return !keys && node.kind === 'scalar' && typeof node.value === 'string'
      ? { scalar: node, holders: new Set() }
      : undefined;
  for (const entry of node.entries) {
    const { key, value } = entry;
    if (keys && key?.kind === 'scalar') return { scalar: key, holders: new Set([entry]) };
    const found = firstString(value, keys);
    found?.holders.add(entry);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The white space around the entries of a flow collection. */
export class FlowLayout {
  /** White space between a comma and the next entry. */
  readonly separator: string;
  readonly #newLine: string;

  constructor(collection: Collection, eol: string) {
    const entries = collection.first(MAX_EXAMPLES);
    const [first = '', second] = entries.map(({ before }) => whiteSpace(before));
    this.separator = second ?? (first.includes('\n') ? first : spacingOf(collection).comma);
    const pad = entries.map(({ before }) => /\n([ \t]*)$/.exec(before)?.[1]).find((found) => found !== undefined);
    this.#newLine = `${eol}${pad ?? ' '.repeat(holderColumn(collection) + 2)}`;
  }

  /** Returns a text, on a new line if it would otherwise become part of a comment before it. */
  after(before: string, text: string): string {
    return before.includes('#') && !startsWithBreak(text) ? `${this.#newLine}${text.trimStart()}` : text;
  }
}
