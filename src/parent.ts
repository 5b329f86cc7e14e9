/** Returns the folder above a path with slashes, '' for the top. */
export function parent(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}
