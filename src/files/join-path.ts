/** Joins two paths with a slash; either may be ''. */
export function joinPath(folder: string, path: string): string {
  return [folder, path].filter((part) => part !== '').join('/');
}

/** Returns the folders that hold a path, the innermost first, without the top folder. */
export function foldersAbove(path: string): readonly string[] {
  return [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index)).toReversed();
}

/**
 * Returns a path without empty segments, `.`, and `..` after another segment, as Go's `path.Clean`; '.' for nothing.
 */
export function cleanPath(path: string): string {
  const root = path.startsWith('/') ? '/' : '';
  const kept: string[] = [];
  for (const segment of path.split('/'))
    if (segment === '..' && kept.length > 0 && kept.at(-1) !== '..') kept.pop();
    else if (segment !== '' && segment !== '.' && (segment !== '..' || root === '')) kept.push(segment);
  return root + kept.join('/') || '.';
}
