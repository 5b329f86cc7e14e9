import { join } from 'node:path';
import type { ValueFile } from '../../where/package-values.ts';
import { listOverlaid } from '../store/overlaid-list.ts';
import { refuseBehindLink } from '../store/symbolic-link.ts';
import { NO_OVERLAY, type Overlay } from '../overlay.ts';

/**
 * Returns the files with the values of a variant. `root`: top folder of the git repository. `overlay`: files in place of others there. Default: none.
 * Throws a `KrmError` for a folder behind a symbolic link.
 */
export function variantFiles(root: string, folder: string, overlay: Overlay = NO_OVERLAY): readonly ValueFile[] {
  refuseBehindLink(root, folder);
  const { paths } = listOverlaid(root, folder, overlay);
  return paths.map((name) => ({ path: join(root, name), name, content: overlay.file(name)?.content }));
}
