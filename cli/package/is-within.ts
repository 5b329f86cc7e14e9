/** Reports whether a path is a folder or inside it. */
export function isWithin(path: string, folder: string): boolean {
  return `${path}/`.startsWith(folder.endsWith('/') ? folder : `${folder}/`);
}
