import { isJsonDocument } from './edit.ts';
import { isJson } from './flow-style.ts';
import { MAX_DEPTH } from '../tree/depth.ts';
import { YamlError } from '../tree/error.ts';
import { duplicateKey, duplicateMessage, mustBeQuoted } from '../tree/key-faults.ts';
import { lookUp, ownEntries, plainValue } from '../tree/plain.ts';
import { position } from '../tree/positions.ts';
import type { Printable } from '../print/print.ts';
import { printKey, printPrimitive, printString, type ScalarContext } from '../print/print-scalar.ts';
import { keyName, resolvePlain } from '../tree/scalar-type.ts';
import { isCollection, isTreeNode, resolveAlias, type Collection, type Entry, type TreeNode } from '../tree/tree.ts';
import type { Path } from '../tree/value.ts';

/** One of the changes of the tree that an edit consists of. */
export type Step =
  | { readonly kind: 'put'; readonly path: Path; readonly value: Printable; readonly before?: string | undefined }
  | { readonly kind: 'insert'; readonly path: Path; readonly index: number; readonly value: Printable }
  | { readonly kind: 'remove'; readonly path: Path };

/**
 * Checks that a change below an entry can be made, so that an edit of several changes is made whole or not at all.
 * @throws YamlError for what `SourceDocument` refuses.
 */
export function checkStep(root: Entry, step: Step): void {
  if (step.kind === 'put') checkPut(root, step.path, step.value);
  else if (step.kind === 'insert') checkInsert(root, step.path, step.value);
  else checkRemove(root, step.path);
}

/** Checks that the key at the end of a path can be renamed. */
export function checkRename(root: Entry, path: Path, key: string): void {
  const map = checkedEntry(root, path)?.parent;
  const holder = checkedEntry(root, path.slice(0, -1));
  const node = holder && resolveAlias(holder.value);
  if (node?.kind === 'map' && lookUp(node, key) !== undefined)
    throw new YamlError('edit', `key "${key}" already exists beside ${where(path)}`);
  printKey(key, { flow: map?.flow === true, json: false });
}

/** Checks that no key on a path is a duplicate. Returns the entry at its end, or undefined if there is none. */
function checkedEntry(root: Entry, path: Path): Entry | undefined {
  const { entry, missing } = follow(root, path);
  return missing.length === 0 ? entry : undefined;
}

/** Returns the last entry that exists on a path, and the steps that lead on from there. */
function follow(root: Entry, path: Path): { readonly entry: Entry; readonly missing: Path } {
  let entry = root;
  let depth = 0;
  for (const step of path) {
    const node = resolveAlias(entry.value);
    const next = isCollection(node) ? (own(node, step) ?? merged(node, step)) : undefined;
    if (next === undefined) break;
    entry = next;
    depth++;
  }
  return { entry, missing: path.slice(depth) };
}

function merged(map: Collection, step: string | number): Entry | undefined {
  return typeof step === 'string' && map.kind === 'map' ? lookUp(map, step) : undefined;
}

function checkPut(root: Entry, path: Path, value: Printable): void {
  const { entry, missing } = follow(root, path);
  const { value: found, parent } = entry;
  const node = resolveAlias(found);
  const isReplaced = missing.length === 0 || (node.kind === 'scalar' && node.value === null);
  if (isReplaced) checkHasColon(entry);
  else checkPlace(node, missing[0], path.slice(0, path.length - missing.length));
  for (let depth = path.length - missing.length + (isReplaced ? 0 : 1); depth < path.length; depth++)
    if (typeof path[depth] === 'number') throw new YamlError('edit', `no sequence at ${where(path.slice(0, depth))}`);
  const context = isReplaced ? contextOf(entry, parent) : contextOf(entry, node);
  for (const step of missing) printKey(String(step), context);
  checkValue(value, MAX_DEPTH - root.depth - path.length, context);
}

/** Checks that a key can be added to a node. */
function checkPlace(node: TreeNode, step: string | number | undefined, path: Path): void {
  if (!isCollection(node)) throw new YamlError('edit', `no map or sequence at ${where(path)}`);
  if (typeof step !== 'string' || node.kind !== 'map')
    throw new YamlError('edit', `no value can be set at ${where([...path, step ?? ''])}`);
  checkNewKey(node, step);
}

/** Returns how values are written in a node that is at an entry or holds it. */
function contextOf(entry: Entry, holder: TreeNode | undefined): ScalarContext {
  if (holder === undefined) return { flow: false, json: isJsonDocument(entry) };
  return isCollection(holder) && holder.flow ? { flow: true, json: isJson(holder) } : { flow: false, json: false };
}

/** Checks all but the index, which may be that after other steps. */
function checkInsert(root: Entry, path: Path, value: Printable): void {
  const entry = checkedEntry(root, path);
  const old = entry && resolveAlias(entry.value);
  if (entry === undefined || (old?.kind === 'scalar' && old.value === null)) checkPut(root, path, [value]);
  else if (old?.kind !== 'seq') throw new YamlError('edit', `no sequence at ${where(path)}`);
  else checkValue(value, MAX_DEPTH - root.depth - path.length - 1, contextOf(entry, old));
}

function checkRemove(root: Entry, path: Path): void {
  const entry = checkedEntry(root, path);
  const map = entry?.parent;
  if (entry === undefined || map?.kind !== 'map' || map.flow) return;
  // `: b` without a key could become the value of the key above.
  const below = map.named('null').find(({ text, start }) => text[start] === ':');
  const index = below === undefined ? -1 : map.indexOf(below) - 1;
  if (below === undefined || index < 1 || map.at(index) !== entry) return;
  const { line } = position(below.text, below.start);
  throw new YamlError('edit', `the value in line ${line} must have a key before the entry above it is removed`);
}

/** Checks that an entry of a block map has a colon. */
function checkHasColon({ text, start, key, indicatorEnd, parent }: Entry): void {
  if (parent === undefined || parent.flow || key === undefined || indicatorEnd !== undefined) return;
  const { line } = position(text, start);
  throw new YamlError('edit', `the key in line ${line} must have a \`:\` before it can have a value`);
}

/** Checks that a value can be written, and read again within `depth` more collections. */
function checkValue(value: Printable, depth: number, context: ScalarContext): void {
  if (isTreeNode(value)) {
    checkValue(plainValue(value), depth, context);
    return;
  }
  const isHolder = typeof value === 'object' && value !== null;
  if (depth < Number(isHolder))
    throw new YamlError('edit', `collections must be nested at most ${MAX_DEPTH} levels deep`);
  if (typeof value === 'string') printString(value, context);
  else if (!isHolder) printPrimitive(value, context);
  else
    for (const [key, inner] of Object.entries<Printable>(value)) {
      if (!Array.isArray(value)) printKey(key, context);
      checkValue(inner, depth - 1, context);
    }
}

/** Returns the map's or sequence's own entry. @throws YamlError for a duplicate key. */
export function own(collection: Collection, step: string | number): Entry | undefined {
  if (typeof step === 'number')
    return collection.kind === 'seq' && Number.isInteger(step) ? collection.at(step) : undefined;
  const entries = collection.kind === 'map' ? ownEntries(collection, step) : [];
  if (entries.length > 1) {
    throw new YamlError('edit', duplicateMessage(duplicateKey([step], entries)));
  }
  return entries[0];
}

/**
 * Rejects a new key like `yes` beside a plain one: to Kubernetes, which reads the plain one as `true`, it would be
 * another key; to kpt it would be a duplicate, and kpt would lose one.
 */
function checkNewKey(map: Collection, key: string): void {
  const name = keyName(resolvePlain(key), key);
  const other = name === key ? undefined : map.named(name).find((entry) => entry.nameTo('kpt') === key);
  if (other === undefined) return;
  throw new YamlError('edit', mustBeQuoted(other, key, name));
}

/** Returns a path as messages name it. */
export function where(path: Path): string {
  return path.length === 0 ? 'the top of the document' : `\`${path.join('.')}\``;
}
