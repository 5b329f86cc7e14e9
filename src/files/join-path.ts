/** Joins two paths with a slash; either may be ''. */
export function joinPath(folder: string, path: string): string {
  return [folder, path].filter((part) => part !== '').join('/');
}
