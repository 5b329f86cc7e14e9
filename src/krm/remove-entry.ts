import type { Path, SourceDocument } from '../yaml/index.ts';

/** Removes what a map has at the end of a path, and the map with it where nothing else is in it. */
export function removeEntry(document: SourceDocument, path: Path): void {
  const map = path.slice(0, -1);
  document.remove(document.keys(map)?.length === 1 ? map : path);
}
