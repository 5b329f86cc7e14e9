import { entryFragment } from './fragment.ts';
import type { Insertion } from './insertion.ts';
import { printKey } from './print-scalar.ts';
import { printFlow, type FlowContext, type Printable } from './print.ts';
import { keyText } from './render.ts';
import type { Style } from './style.ts';
import { lineEnd, lineStart, skipBlanks, skipTrivia } from './text.ts';
import { Entry, isCollection, type Collection, type EntrySource, type Scalar, type TreeNode } from './tree.ts';

/** Gives an entry of a flow collection another value. */
export function setFlowValue(entry: Entry, value: Printable, style: Style): void {
  const { text, start, parent } = entry;
  if (parent === undefined) throw new Error('an entry without a collection');
  const { key, value: old, indicatorEnd } = entry;
  const context = flowContext(parent, style, old.kind === 'scalar' ? old : undefined);
  const name = key === undefined ? '' : keyText(entry, key);
  const before = text.slice(start, key?.start ?? start);
  const between =
    key === undefined ? '' : text.slice(key.end, indicatorEnd ?? key.end) + (indicatorEnd === undefined ? ':' : '');
  const gap =
    /^\s+$/.exec(text.slice(indicatorEnd ?? start, old.start))?.[0] ??
    (key === undefined || context.tight === true ? '' : ' ');
  const anchor =
    old.kind !== 'alias' && old.anchor !== undefined ? `${key === undefined ? '' : ' '}&${old.anchor} ` : gap;
  const core = `${before}${name}${between}${anchor}${printFlow(value, context)}`;
  const { text: bracketed, source } = flowFragment(core, parent.kind);
  entry.replace(bracketed, 1, source);
}

/** Adds an entry to a flow collection that has some. */
export function insertFlowEntry(collection: Collection, { index, key, value, style }: Insertion): void {
  const context = flowContext(collection, style, undefined);
  const head =
    key === undefined
      ? ''
      : `${printKey(key, { flow: true, json: context.json })}:${context.tight === true ? '' : ' '}`;
  const { text, source } = flowFragment(`${head}${printFlow(value, context)}`, collection.kind, key);
  const entry = new Entry(text, 1, source);
  const between = separatorBlank(collection, context);
  const [previous, next] = [collection.entries[index - 1], collection.entries[index]];
  if (next === undefined && previous !== undefined) placeLast(entry, previous, between, collection, style.eol);
  else if (next !== undefined) placeBefore(entry, next, previous === undefined ? between : undefined);
  collection.add(entry, index);
}

/** Takes an entry out of a flow collection that has more, with its comments. */
export function removeFlowEntry(collection: Collection, index: number): void {
  separate(collection);
  const [previous, entry, next] = [
    collection.entries[index - 1],
    collection.entries[index],
    collection.entries[index + 1],
  ];
  if (entry === undefined) throw new Error('no entry to remove');
  collection.take(index);
  const kept = detachedComments(entry.lead);
  if (next !== undefined && previous === undefined && !next.lead.includes('#')) next.lead = blankOf(entry.lead);
  if (next === undefined && previous !== undefined && !collection.trailingComma) previous.trail = blankOf(entry.trail);
  if (next !== undefined) next.lead = `${kept}${next.lead}`;
  else collection.tail = `${kept}${collection.tail ?? ''}`;
}

/** The text of an entry in brackets of its own. */
function flowFragment(
  core: string,
  kind: 'map' | 'seq',
  name?: string,
): { readonly text: string; readonly source: EntrySource } {
  const text = kind === 'map' ? `{${core}}` : `[${core}]`;
  return { text, source: entryFragment(text, 1 + core.length, name) };
}

/** How what is added to a flow collection is written: as what is there. */
function flowContext(collection: Collection, style: Style, old: Scalar | undefined): FlowContext {
  const holder = collection.implicit ? collection.entry.parent : collection;
  if (holder === undefined) throw new Error('a pair without braces outside a sequence');
  separate(holder);
  const json = isJson(holder);
  const inner = /\n([ \t]*)$/.exec(holder.entries[0]?.lead ?? '')?.[1];
  const outer = /^[ \t]*/.exec(holder.text.slice(lineStart(holder.text, holder.end - 1)))?.[0] ?? '';
  const unit = inner?.startsWith(outer) ? inner.slice(outer.length) : '';
  const lines = json && inner !== undefined && unit !== '' ? { indent: inner, unit, eol: style.eol } : undefined;
  return { json, old, tight: isTight(holder), lines };
}

/** Whether the outermost flow collection about a place is JSON: by its first key, or else its first string; a whole document without any is. */
function isJson(collection: Collection): boolean {
  let outermost = collection;
  for (let parent = outermost.entry.parent; parent?.flow === true; parent = outermost.entry.parent) outermost = parent;
  const first = firstString(outermost, true) ?? firstString(outermost, false);
  return first === undefined ? outermost.entry.parent === undefined : first.style === 'double';
}

function firstString(node: TreeNode, keys: boolean): Scalar | undefined {
  if (!isCollection(node)) return !keys && node.kind === 'scalar' && typeof node.value === 'string' ? node : undefined;
  for (const { key, value } of node.entries) {
    if (keys && key?.kind === 'scalar') return key;
    const found = firstString(value, keys);
    if (found !== undefined) return found;
  }
  return undefined;
}

function isTight({ entries }: Collection): boolean {
  const { key, value, indicatorEnd } = entries[0] ?? {};
  if (key === undefined) return entries[1]?.lead === '';
  return indicatorEnd !== undefined && indicatorEnd === value?.start && value.end > value.start;
}

/** The white space between the comma and a new entry that is not the first. */
function separatorBlank({ entries }: Collection, { tight }: FlowContext): string {
  const [first, second] = entries;
  if (second !== undefined) return blankOf(second.lead);
  return first?.lead.includes('\n') === true ? blankOf(first.lead) : tight === true ? '' : ' ';
}

/** Gives each entry of a flow collection the white space and comments about it, so that entries can come and go. */
function separate(collection: Collection): void {
  if (collection.tail !== undefined) return;
  const { text, entries } = collection;
  let from = collection.start + 1;
  for (const entry of entries) {
    entry.lead = text.slice(from, entry.at);
    const stop = skipTrivia(text, entry.resume);
    entry.trail = text.slice(entry.resume, stop);
    collection.trailingComma = text[stop] === ',';
    from = collection.trailingComma ? stop + 1 : stop;
    const comment = skipBlanks(text, from);
    if (!collection.trailingComma || text[comment] !== '#') continue;
    const end = lineEnd(text, comment) - (/\r?\n$/.exec(text.slice(comment, lineEnd(text, comment)))?.[0].length ?? 0);
    entry.post = text.slice(from, end);
    from = end;
  }
  collection.tail = text.slice(from, collection.end - 1);
}

function placeLast(entry: Entry, previous: Entry, between: string, collection: Collection, eol: string): void {
  if (!collection.trailingComma) {
    // A comment beside the last entry stays on its line, after the comma that now follows.
    const [, comment = '', blank = ''] = /^([ \t]*#[^\r\n]*)?(.*)$/s.exec(previous.trail) ?? [];
    previous.post += comment;
    previous.trail = '';
    entry.trail = blank;
  }
  entry.lead = previous.post !== '' && !between.includes('\n') ? `${eol}${between}` : between;
}

/** `between`: given where the entry becomes the first, for the one that was. */
function placeBefore(entry: Entry, next: Entry, between: string | undefined): void {
  entry.lead = blankOf(next.lead);
  if (between !== undefined && !next.lead.includes('#')) next.lead = between;
}

/** The white space that leads to an entry, without the comments before it. */
function blankOf(lead: string): string {
  return lead.includes('#') ? lead.slice(Math.max(0, lead.lastIndexOf('\n'))) : lead;
}

/** The comments before an entry that are not directly above it: those before the last blank line. */
function detachedComments(lead: string): string {
  const [, detached = ''] = /^([^]*)\n[ \t]*\r?\n/.exec(lead) ?? [];
  return detached.includes('#') ? detached : '';
}
