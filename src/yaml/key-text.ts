import type { SourceDocument } from './document.ts';
import { openNode } from './tree/node.ts';
import type { Path } from './tree/value.ts';

/**
 * Returns the text of the key at the end of a path, without quotes: `n` for the key `false`. Undefined if the path
 * leads to no such key.
 */
export function keyText(document: SourceDocument, path: Path): string | undefined {
  const { key, name } = openNode(document.get(path))?.entry ?? {};
  // The value of an alias is in the entry of its anchor.
  return key?.kind === 'scalar' && name === path.at(-1) ? key.content : undefined;
}
