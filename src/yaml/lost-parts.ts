import type { SourceDocument } from './document.ts';
import { openNode } from './tree/node.ts';
import { plainValue } from './tree/plain.ts';
import { isCollection, resolveAlias, type TreeNode } from './tree/tree.ts';
import type { Path, Value } from './tree/value.ts';

/** Part of a document that its plain data lack: a tag of an application, or a key that is not a scalar. */
export interface LostPart {
  /** Path of the value with the tag, or of the map with the key. */
  readonly path: Path;
  /** Full tag; undefined for a key. */
  readonly tag: string | undefined;
  /** Plain data of the value, or of the key. */
  readonly value: Value;
}

/** Matches every text that may have such parts. */
const MAY_HAVE = /!|(?:^|[\s,[{-])\?(?:\s|$)|[\]}]\s*:|\*\S+\s*:/m;

/**
 * Returns the parts of a document that its plain data lack. `text`: that of the document, perhaps with more around it.
 */
export function lostParts(document: SourceDocument, text: string): readonly LostPart[] {
  const found: LostPart[] = [];
  const node = MAY_HAVE.test(text) ? openNode(document.get([])) : undefined;
  if (node !== undefined) addParts(node, [], found);
  return found;
}

function addParts(node: TreeNode, path: Path, found: LostPart[]): void {
  if (node.kind === 'alias') return;
  if (isForeign(node.tag)) found.push({ path, tag: node.tag, value: plainValue(node, 'kpt') });
  if (!isCollection(node)) return;
  for (const [index, entry] of node.entries.entries()) {
    const { key, value } = entry;
    const name = node.kind === 'seq' ? index : entry.nameTo('kpt');
    if (key !== undefined && isCollection(resolveAlias(key)))
      found.push({ path, tag: undefined, value: plainValue(key, 'kpt') });
    if (name !== undefined) addParts(value, [...path, name], found);
  }
}

function isForeign(tag: string | undefined): boolean {
  return tag !== undefined && tag !== '!' && !tag.startsWith('tag:yaml.org,2002:');
}
