/** Joins two paths with a slash; either may be ''. */
export function joinPath(folder: string, path: string): string {
  return [folder, path].filter((part) => part !== '').join('/');
}

/** Returns the folders that hold a path, the innermost first, without the top folder. */
export function foldersAbove(path: string): readonly string[] {
  return [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index)).toReversed();
}
