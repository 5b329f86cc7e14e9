import { EntryPlace, type CommentPlace } from './entry-place.ts';
import type { SourceDocument } from './document.ts';
import { YamlError } from './tree/error.ts';
import { openNode } from './tree/node.ts';
import { isCollection, type Collection, type TreeNode } from './tree/tree.ts';
import type { Path } from './tree/value.ts';

/**
 * Returns the comments of each entry of the block maps and block sequences of an unedited document, or of the value of
 * a view, by `JSON.stringify` of its path. Entries without a unique path are left out, with all inside of them:
 * duplicate keys, and keys that are not scalars. Entries of flow collections and of aliases are left out, too.
 *
 * The first entry of a collection that begins beside a dash, as in `- name: a # c`, has no line of its own above it.
 * The comment beside it is that of the inner entry, here of `name`; in `- # c`, with `name: a` on the next line, it is
 * that of the element.
 *
 * @throws YamlError if the document was edited: its text must be read again.
 */
export function commentPlaces(document: SourceDocument): ReadonlyMap<string, CommentPlace> {
  const root = openNode(document.get([]));
  if (isCollection(root) && root.isEdited)
    throw new YamlError('edit', 'comments of an edited document cannot be located: read its text again');
  return placesIn(root);
}

/** Returns the comments of each entry of a tree as it was read, by its path from there. */
export function placesIn(root: TreeNode | undefined): ReadonlyMap<string, EntryPlace> {
  const places = new Map<string, EntryPlace>();
  if (root !== undefined) addPlaces(root, [], places);
  return places;
}

function addPlaces(node: TreeNode, path: Path, places: Map<string, EntryPlace>): void {
  if (!isCollection(node) || node.flow) return;
  let floor = node.linesStart;
  for (const [index, entry] of node.entries.entries()) {
    const step = node.kind === 'seq' ? index : uniqueName(node, entry.name);
    if (step !== undefined) {
      const inner = [...path, step];
      places.set(JSON.stringify(inner), new EntryPlace(entry, floor));
      addPlaces(entry.value, inner, places);
    }
    floor = entry.rangeEnd;
  }
}

function uniqueName(map: Collection, name: string | undefined): string | undefined {
  return name !== undefined && map.named(name).length === 1 ? name : undefined;
}
