import { existsSync } from 'node:fs';
import { realpathSync } from '../../process/host-folders.ts';
import { relative, resolve } from '../../process/host-paths.ts';
import { foldersAround, joinPaths, type Variant } from '../../../src/fleet/index.ts';
import type { DownstreamVariants } from '../../../src/fleet/inputs/downstream-variants.ts';
import type { VariantWord } from '../../../src/fleet/inputs/named-variants.ts';
import { FLEET_IN_PACKAGE, FLEET_IN_TOP_PACKAGE } from '../../../src/fleet/messages/inputs.ts';
import type { Files, FleetPlace } from '../../../src/fleet/ports.ts';
import { fileError } from '../../../src/krm/index.ts';

/** Returns the place of a fleet in a git repository. Throws a `KrmError` if the folder is in a package. */
export function fleetPlace(named: string, files: Files): FleetPlace {
  const { root } = files;
  const folder = files.folderOf(named);
  const around = ['', ...(folder === '' ? [] : foldersAround(folder))];
  const inPackage = around.find((each) => files.has(joinPaths(each, 'Kptfile')));
  if (inPackage === undefined) return { root, folder, files };
  throw fileError(named, 'inside-package', inPackage === '' ? FLEET_IN_TOP_PACKAGE : FLEET_IN_PACKAGE);
}

/**
 * Returns a function that finds out which paths words for variants are. `root`: top folder of the git repository.
 * `folder`: the one that the words are relative to, as given.
 */
export function wordsFrom(root: string, folder: string): (text: string) => VariantWord {
  const here = existsSync(folder) ? realpathSync(folder) : folder;
  return (text) => {
    const path = resolve(here, text);
    const real = existsSync(path) ? realpathSync(path) : path;
    return { text, fromHere: relative(root, real) };
  };
}

/** Returns a variant with the git repository that holds it; undefined if that is the one of the fleet. */
export function groupOf(elsewhere: readonly DownstreamVariants[], variant: Variant): DownstreamVariants | undefined {
  const found = elsewhere.find(({ variants }) => variants.includes(variant));
  return found && { place: found.place, variants: [variant] };
}
