import type { DuplicateKey, Path, SourceDocument } from '../yaml/index.ts';

/** Returns the first duplicate key on a path; undefined if each is unique in its map. */
export function duplicateOn(document: SourceDocument, path: Path): DuplicateKey | undefined {
  for (const [depth, key] of path.entries()) {
    const found = document.duplicateIn(path.slice(0, depth), [String(key)]);
    if (found !== undefined) return found;
  }
  return undefined;
}
