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
 * Reports whether the outermost flow collection around a collection was JSON before its first edit: by its first key, or
 * else its first string. Without either, by the first one that is added; until then, true if it is a whole document.
 */
export function isJson(collection: Collection): boolean {
  const outermost = outermostFlow(collection);
  let known = JSON_STYLE.get(outermost);
  if (known === undefined) {
    const first = firstString(outermost, true) ?? firstString(outermost, false);
    known = first === undefined ? 'open' : first.style === 'double';
    JSON_STYLE.set(outermost, known);
  }
  return known === 'open' ? outermost.entry.parent === undefined : known;
}

/** Records whether an added entry is JSON, as the style of later additions, if the collection has no other example. */
export function tellJson(collection: Collection, { key, value }: Entry): void {
  const outermost = outermostFlow(collection);
  if (JSON_STYLE.get(outermost) !== 'open') return;
  if (key !== undefined || firstString(value, true) !== undefined || firstString(value, false) !== undefined)
    JSON_STYLE.delete(outermost);
}

function outermostFlow(collection: Collection): Collection {
  const { parent } = collection.entry;
  return parent?.flow === true ? outermostFlow(parent) : collection;
}

/** Styles of edited outermost flow collections: a search for the first string at each edit would take quadratic time. */
const JSON_STYLE = new WeakMap<Collection, boolean | 'open'>();

function firstString(node: TreeNode, keys: boolean): Scalar | undefined {
  if (!isCollection(node)) return !keys && node.kind === 'scalar' && typeof node.value === 'string' ? node : undefined;
  for (const { key, value } of node.entries) {
    if (keys && key?.kind === 'scalar') return key;
    const found = firstString(value, keys);
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
