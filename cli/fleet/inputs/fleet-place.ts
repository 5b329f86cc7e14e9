import { existsSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { foldersAround } from '../../../src/fleet/index.ts';
import { FLEET_IN_PACKAGE, FLEET_IN_TOP_PACKAGE } from '../../../src/fleet/messages/inputs.ts';
import { resolveFolder } from '../../package/folder-files.ts';
import type { Overlay } from '../overlay.ts';
import { fileError } from '../../../src/krm/index.ts';

/** Place of a fleet. */
export interface FleetPlace {
  /** Top folder of the git repository, without symbolic links. */
  readonly root: string;
  /** Folder of the fleet's inputs, relative to the root; '' for all of it. */
  readonly folder: string;
  /** Files that count in place of others in the git repository. Default: none. */
  readonly overlay?: Overlay;
}

/** Returns the place of a fleet in a git repository. Throws a `KrmError` if the folder is in a package. */
export function placeOf(named: string, root: string): FleetPlace {
  const folder = relative(root, resolveFolder(named)).split(sep).join('/');
  const around = ['', ...(folder === '' ? [] : foldersAround(folder))];
  const inPackage = around.find((each) => existsSync(join(root, each, 'Kptfile')));
  if (inPackage === undefined) return { root, folder };
  throw fileError(named, 'inside-package', inPackage === '' ? FLEET_IN_TOP_PACKAGE : FLEET_IN_PACKAGE);
}
