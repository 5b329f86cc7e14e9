/** Returns the name of a package for messages. `root`: name of the root package. `folder`: its folder there, '' for the root itself. */
export function packageName(root: string, folder: string): string {
  return [root, folder].filter((part) => part !== '').join('/');
}
