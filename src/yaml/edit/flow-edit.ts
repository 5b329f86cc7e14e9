import { flowContext, FlowLayout, isJson, spacingOf, tellJson } from './flow-style.ts';
import { separateFlow, splitFlowComments, splitTrivia, whiteSpace, withoutTabsBelow } from '../tree/comment-owner.ts';
import { entryFragment } from './fragment.ts';
import type { Insertion } from './insertion.ts';
import { printFlow, printFlowKey, withColon, type Printable, type Spacing } from '../print/print.ts';
import { printKey } from '../print/print-scalar.ts';
import { keyText } from '../print/render.ts';
import type { Style } from '../print/style.ts';
import { Entry, type Collection, type Edges, type EntrySource, type TreeNode } from '../tree/tree.ts';

/** Replaces the value of an entry of a flow collection. Its key, its anchor and the comments before the value stay. */
export function setFlowValue(entry: Entry, value: Printable, style: Style): void {
  const { text, start, parent, key, value: old, indicatorEnd } = entry;
  if (parent === undefined) throw new Error('an entry without a collection');
  const context = flowContext(parent, style, old.kind === 'scalar' ? old : undefined);
  const before = textBefore(text.slice(indicatorEnd ?? key?.end ?? start, old.start), old);
  const head = key === undefined ? '' : headText(entry, key, before === '' ? context.spacing : undefined);
  // A comment can directly follow a tag without a value and the blank after it.
  const gap = text[entry.end] === '#' ? ' ' : '';
  const { text: bracketed, source } = flowFragment(`${head}${before}${printFlow(value, context)}${gap}`, parent.kind);
  if (old.start === old.end || old.kind !== 'scalar' || old.style !== 'plain') replaceTabsAfter(entry);
  entry.replace(bracketed, 1, source);
  tellJson(parent, entry);
}

/**
 * Replaces tabs by spaces on the lines between an entry and its comma or bracket: in Go, a plain scalar could continue
 * there, but not in the column of a tab.
 */
function replaceTabsAfter(entry: Entry): void {
  const holder = entry.parent?.implicit === true ? entry.parent.entry : entry;
  holder.after = withoutTabsBelow(holder.after);
}

/** Returns the key of an entry with its colon. `spacing`: set if there is nothing between it and the value. */
function headText(entry: Entry, key: TreeNode, spacing?: Spacing): string {
  const { text, indicatorEnd, newKey, name } = entry;
  const from = newKey?.end ?? key.end;
  const old = keyText(entry, key);
  // Go takes several lines for a key only if there is no value.
  const isSplit = indicatorEnd === undefined && name !== undefined && old.includes('\n');
  const head = isSplit ? printKey(name, { flow: true, json: false }) : old;
  if (spacing === undefined) return `${head}${text.slice(from, indicatorEnd ?? from)}`;
  const gap = text.slice(from, indicatorEnd ?? from).replace(/:$/, '');
  return gap === '' ? withColon(head, spacing) : `${head}${gap}: `;
}

/**
 * Returns the part of the text between a colon or comma and a replaced value that stays: white space, comments and the
 * anchor.
 */
function textBefore(text: string, old: TreeNode): string {
  const anchor = old.kind === 'alias' || old.anchor === undefined ? '' : `&${old.anchor} `;
  const tokens = text.match(/#[^\n]*|\s+|[^\s#]\S*/g) ?? [];
  const kept = text.includes('#') ? tokens.filter((token) => /^[#\s]/.test(token)) : tokens.slice(0, 1);
  const trivia = kept.join('');
  return `${/^[^\s#]/.test(trivia) ? '' : trivia}${anchor}`;
}

/** Adds an entry to a flow collection that has entries or comments. A pair without braces gets some. */
export function insertFlowEntry(collection: Collection, { index, key, value, style }: Insertion): void {
  const { implicit, entry: holder } = collection;
  const context = flowContext(collection, style, undefined);
  const head = key === undefined ? '' : printFlowKey(key, { ...context, spacing: spacingOf(collection) });
  const { text, source } = flowFragment(`${head}${printFlow(value, context)}`, collection.kind, key);
  // A comment can directly follow a colon without a value and the blank after it.
  if (implicit) holder.after = holder.after.replace(/^#/, ' #');
  const entry = new Entry(text, 1, source);
  const [previous, next] = [collection.at(index - 1), collection.at(index)];
  const edges = separateFlow(collection);
  const layout = new FlowLayout(collection, style.eol);
  if (next !== undefined) placeBefore(entry, next, previous, layout);
  else if (previous !== undefined) placeLast(entry, previous, edges, layout);
  else entry.before = layout.after(edges.head, '');
  collection.add(entry, index);
  tellJson(collection, entry);
}

function placeLast(entry: Entry, previous: Entry, { hasComma }: Edges, layout: FlowLayout): void {
  if (!hasComma) {
    // A comment beside the last entry stays on its line, after the comma that is added.
    const { beside, comments, blank } = splitTrivia(previous.after);
    previous.afterSeparator = beside.replace(/^#/, ' #');
    previous.after = '';
    entry.after = withoutTabsBelow(`${comments}${blank}`);
  }
  entry.before = layout.after(previous.afterSeparator, layout.separator);
}

function placeBefore(entry: Entry, next: Entry, previous: Entry | undefined, layout: FlowLayout): void {
  entry.before = whiteSpace(next.before);
  if (previous !== undefined) return;
  const [detached, own] = splitFlowComments(next.before);
  entry.before = `${detached}${entry.before}`;
  next.before = own.includes('#') ? own : layout.separator;
}

/** Removes an entry of a flow collection with its comments. */
export function removeFlowEntry(collection: Collection, index: number, eol: string): void {
  // Without another example, later entries have the style of this one.
  isJson(collection);
  const edges = separateFlow(collection);
  const layout = new FlowLayout(collection, eol);
  const [previous, next] = [collection.at(index - 1), collection.at(index + 1)];
  const entry = collection.at(index);
  if (entry === undefined) throw new Error('no entry to remove');
  collection.take(index);
  tellJson(collection, entry);
  const trail = splitTrivia(entry.after);
  const kept = `${splitFlowComments(entry.before)[0]}${trail.comments}`;
  const above = `${previous?.afterSeparator ?? edges.head}${kept}`;
  if (next !== undefined) {
    const lead = previous === undefined && !next.before.includes('#') ? whiteSpace(entry.before) : next.before;
    next.before = `${kept}${layout.after(above, lead)}`;
  } else if (previous !== undefined && !edges.hasComma) endWith(previous, kept, trail.blank, layout);
  else {
    const tail = edges.hasComma ? edges.tail : trail.blank;
    edges.tail = `${kept}${layout.after(above, tail)}`;
  }
}

/** Makes an entry the last one, without a comma, before comments and white space. */
function endWith(entry: Entry, kept: string, blank: string, layout: FlowLayout): void {
  const { beside, comments, blank: gap } = splitTrivia(entry.after);
  const own = `${beside}${comments}`;
  const post = entry.afterSeparator.replace(/^#/, ' #');
  const text = `${own}${own !== '' && post !== '' ? gap : ''}${post}${kept}`;
  entry.after = withoutTabsBelow(`${text}${layout.after(text, blank)}`);
  entry.afterSeparator = '';
}

/** Reports whether a flow collection without entries holds a comment, which stays. */
export function holdsComment(collection: Collection): boolean {
  if (!collection.flow || collection.implicit) return false;
  const { head, tail } = separateFlow(collection);
  return `${head}${tail}`.includes('#');
}

/** Returns the text of an entry in brackets of its own. */
function flowFragment(
  core: string,
  kind: 'map' | 'seq',
  name?: string,
): { readonly text: string; readonly source: EntrySource } {
  const text = kind === 'map' ? `{${core}}` : `[${core}]`;
  return { text, source: entryFragment(text, 1 + core.length, name) };
}
