import type { Path, SourceDocument } from '../yaml/index.ts';

/** Removes the map entry at a path, and the map itself if nothing else is in it. */
export function removeField(document: SourceDocument, path: Path): void {
  const map = path.slice(0, -1);
  document.remove(document.keys(map)?.length === 1 ? map : path);
}
