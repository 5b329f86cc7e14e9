import { existsSync } from 'node:fs';
import { realpathSync } from '../../process/host-folders.ts';
import { join, relative } from '../../process/host-paths.ts';
import { isWithin, type Variant } from '../../../src/fleet/index.ts';
import {
  ofWith,
  WITH_IGNORED,
  WITH_UNREAD,
  withObjects,
  withReadAnyway,
  withReadByOption,
} from '../../../src/fleet/messages/inputs.ts';
import { KrmError, Resources, type Result, failure } from '../../../src/krm/index.ts';
import { contentText, readPackageFile } from '../../../src/package/index.ts';
import { isStream } from '../../process/stdio.ts';
import type { FleetArguments } from '../request.ts';
import type { Overlay, Replacement } from '../../../src/fleet/overlay.ts';
import { DECISION_FOLDERS, isDecisionPath } from '../../../src/fleet/inputs/decision-kinds.ts';
import { allVariants, ownUpstream } from '../../../src/fleet/inputs/downstream-variants.ts';
import type { FleetInputs } from '../../../src/fleet/inputs/fleet-inputs.ts';
import { isFleetInput } from '../../../src/fleet/inputs/fleet-kinds.ts';
import { EXCLUDED } from '../../../src/fleet/inputs/input-files.ts';
import type { FleetPlace } from '../../../src/fleet/ports.ts';

/** Options whose files and folders are read as they are on the disk. */
type ReadElsewhere = Pick<FleetArguments, 'objects' | 'context' | 'policies'>;

/**
 * Throws a `KrmError` for each file or folder of `--with` that no variant depends on, since it would change nothing in
 * silence. `inputs`: those with the overlay, as are the files of `place`.
 */
export function checkOverlay(
  overlay: Overlay,
  inputs: FleetInputs,
  place: FleetPlace,
  { objects, context, policies }: ReadElsewhere,
): void {
  if (overlay.replacements.length === 0) return;
  const others = [
    ...optionPlaces('--objects', objects === undefined ? [] : [objects], place),
    ...optionPlaces('--policy', policies, place),
  ];
  const variants = allVariants(inputs);
  const own = [...inputs.waves.flat(), ...inputs.failed].map(({ folder }) => folder);
  const listed = readFiles(overlay, inputs, place);
  const source = objects === undefined ? context && `--context ${context}` : `--objects ${objects}`;
  const read = source === undefined ? listed : new Set([...listed].filter((path) => isFleetFile(path, overlay, place)));
  const packages = new Set([...own, ...variants.map(ownUpstream), ...DECISION_FOLDERS]);
  packages.delete(undefined);
  const errors = overlay.replacements.flatMap((each) => {
    const { from, at, files } = each;
    const other = others.find((option) => isWithin(at, new Set([option.at])) || isWithin(option.at, new Set([at])));
    if (other !== undefined) return refused(at, withReadByOption(other.option, other.path));
    const used = files.filter(({ path }) => read.has(path) || isWithin(path, packages));
    if (used.length > 0 && used.every(({ path, isIgnored }) => isIgnored && !read.has(path) && !isDecisionPath(path)))
      return refused(at, WITH_IGNORED);
    const isObject = source !== undefined && files.some(({ path }) => listed.has(path));
    if (used.length === 0) return refused(at, isObject ? withObjects(source) : WITH_UNREAD);
    if (!isInPlace(each, place.root) || variants.some((variant) => hasOtherVersion(variant, at))) return [];
    return refused(from, withReadAnyway(from));
  });
  if (errors.length > 0) throw new KrmError(errors);
}

/** Returns the files and folders of an option that are in the git repository, relative to its top. */
function optionPlaces(option: string, paths: readonly string[], { root }: FleetPlace) {
  return paths
    .filter((path) => !isStream(path) && existsSync(path))
    .map((path) => ({ option, path, at: relative(root, realpathSync(path)) }))
    .filter(({ at }) => at !== '..' && !at.startsWith('../'));
}

/** Returns the files of an overlay that are read as inputs. */
function readFiles(overlay: Overlay, { places }: FleetInputs, { files, folder }: FleetPlace): ReadonlySet<string> {
  const { paths } = files.list(folder, { exclude: EXCLUDED, skipsPackages: true });
  const held = new Set(places.map((each) => each.folder));
  return new Set(paths.filter((path) => overlay.file(path) !== undefined && !isWithin(path, held)));
}

/** Reports whether a file describes the fleet, with the overlay or without it, rather than having only objects. */
function isFleetFile(path: string, overlay: Overlay, { files }: FleetPlace): boolean {
  const contents = [overlay.file(path)?.content, files.contentAt(path)];
  return contents.some((content) => {
    try {
      const { resources } = readPackageFile(path, contentText(content ?? '', path));
      return [...new Resources(resources)].some(isFleetInput);
    } catch (error) {
      // The file that is replaced may be wrong.
      if (error instanceof KrmError) return false;
      throw error;
    }
  });
}

/** Reports whether the command line names what is in the place already. */
function isInPlace({ from, at }: Replacement, root: string): boolean {
  return existsSync(from) && realpathSync(from) === join(root, at);
}

/**
 * Reports whether a variant is made of a revision of a package that a path is in, or that is in it, rather than of the
 * work tree.
 */
function hasOtherVersion(variant: Variant, at: string): boolean {
  const { revision, workspaceName } = variant.upstream;
  const directory = ownUpstream(variant);
  if (directory === undefined || (revision ?? workspaceName) === undefined) return false;
  return isWithin(at, new Set([directory])) || isWithin(directory, new Set([at]));
}

function refused(path: string, why: string): readonly Result[] {
  return failure('invalid-argument', ofWith(path, why)).results;
}
