import type { SourceDocument } from './document.ts';
import { openNode } from './tree/node.ts';
import { isMerge, plainValue } from './tree/plain.ts';
import type { Dialect } from './tree/scalar-type.ts';
import { isCollection, type Collection, type TreeNode } from './tree/tree.ts';
import { equalValues, isList, isMap, type Path, type Value } from './tree/value.ts';

/** A value with an anchor. */
export interface Anchored {
  readonly name: string;
  readonly path: Path;
  readonly value: Value;
}

/** Returns the values with anchors in a document, in the order of its text. */
export function anchorsIn(document: SourceDocument, reader: Dialect = 'kubernetes'): readonly Anchored[] {
  return nodesOf(document).flatMap(({ node, path }) =>
    node.kind === 'alias' || node.anchor === undefined
      ? []
      : [{ name: node.anchor, path, value: plainValue(node, reader) }],
  );
}

/** Returns the names of the anchors to which the aliases of a document lead, in the order of its text. */
export function aliasesIn(document: SourceDocument): readonly string[] {
  return nodesOf(document).flatMap(({ node }) => (node.kind === 'alias' ? [node.name] : []));
}

/** Reports whether a document has some data, except that each alias and merge key may stand for other data. */
export function hasDataBesideAliases(document: SourceDocument, value: Value, reader: Dialect = 'kubernetes'): boolean {
  const node = openNode(document.get([]));
  return node !== undefined && matches(node, value, reader);
}

function matches(node: TreeNode, value: Value, reader: Dialect): boolean {
  if (node.kind === 'alias') return true;
  if (node.kind === 'map') return isMap(value) && mapMatches(node, value, reader);
  if (node.kind === 'scalar') return equalValues(plainValue(node, reader), value);
  const { entries } = node;
  if (!isList(value) || value.length !== entries.length) return false;
  return entries.every((entry, index) => matches(entry.value, value[index] ?? null, reader));
}

function mapMatches(map: Collection, value: Readonly<Record<string, Value>>, reader: Dialect): boolean {
  const own = new Set<string>();
  for (const entry of map.entries) {
    if (isMerge(entry)) continue;
    const name = entry.nameTo(reader);
    const each = name === undefined ? undefined : value[name];
    if (name === undefined || each === undefined || !matches(entry.value, each, reader)) return false;
    own.add(name);
  }
  return map.entries.some(isMerge) || Object.keys(value).every((key) => own.has(key));
}

interface Found {
  readonly node: TreeNode;
  readonly path: Path;
}

function nodesOf(document: SourceDocument): readonly Found[] {
  const node = openNode(document.get([]));
  return node === undefined ? [] : nodesIn(node, []);
}

/** Returns a node and those inside of it: keys, too, with the path of the map. */
function nodesIn(node: TreeNode, path: Path): readonly Found[] {
  if (!isCollection(node)) return [{ node, path }];
  const inner = node.entries.flatMap(({ key, value, name }, index) => [
    ...(key === undefined ? [] : nodesIn(key, path)),
    ...nodesIn(value, [...path, node.kind === 'seq' ? index : (name ?? '')]),
  ]);
  return [{ node, path }, ...inner];
}
