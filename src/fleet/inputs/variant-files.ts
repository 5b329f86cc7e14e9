import type { ValueFile } from '../../where/index.ts';
import type { Files } from '../ports.ts';
import { refuseBehindLink } from './place-links.ts';

/** Returns the files with the values of a variant. Throws a `KrmError` for a folder behind a symbolic link. */
export function variantFiles(files: Files, folder: string): readonly ValueFile[] {
  refuseBehindLink(files, folder);
  const { paths } = files.list(folder);
  return paths.map((name) => ({ name, read: () => Buffer.from(files.inputAt(name)).toString() }));
}
