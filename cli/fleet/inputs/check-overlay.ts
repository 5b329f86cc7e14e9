import { existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { isWithin, type Variant } from '../../../src/fleet/index.ts';
import { KrmError } from '../../../src/krm/index.ts';
import { failure } from '../../process/failure.ts';
import { HOLD_FOLDER, RESOLUTION_FOLDER } from '../fleet-paths.ts';
import type { Overlay, Replacement } from '../tree/overlay.ts';
import { allVariants, ownUpstream } from './downstream-variants.ts';
import type { FleetInputs } from './fleet-inputs.ts';
import type { FleetPlace } from './fleet-place.ts';
import { EXCLUDED } from './input-files.ts';
import { listOverlaid } from './overlaid-list.ts';

/**
 * Throws a `KrmError` for each file or folder of `--with` that no variant depends on, since it would change nothing in silence. `inputs`: those
 * with the overlay.
 */
export function checkOverlay(overlay: Overlay, inputs: FleetInputs, place: FleetPlace): void {
  if (overlay.replacements.length === 0) return;
  const variants = allVariants(inputs);
  const own = [...inputs.waves.flat(), ...inputs.failed].map(({ folder }) => folder);
  const read = readFiles(overlay, inputs, place);
  const packages = new Set([...own, ...variants.map(ownUpstream), HOLD_FOLDER, RESOLUTION_FOLDER]);
  packages.delete(undefined);
  const errors = overlay.replacements.flatMap((each) => {
    const { from, at, files } = each;
    if (!files.some(({ path }) => read.has(path) || isWithin(path, packages)))
      return failure(`\`--with\`: ${JSON.stringify(at)} ${UNREAD}`).results;
    if (!isInPlace(each, place.root) || variants.some((variant) => hasOtherVersion(variant, at))) return [];
    return failure(`\`--with\`: ${JSON.stringify(from)} is what \`fleet plan\` reads anyway: ${REMEDY(from)}`).results;
  });
  if (errors.length > 0) throw new KrmError(errors);
}

/** Returns the files of an overlay that are read as inputs. */
function readFiles(overlay: Overlay, { places }: FleetInputs, { root, folder }: FleetPlace): ReadonlySet<string> {
  const { paths } = listOverlaid(root, folder, overlay, { exclude: EXCLUDED, skipsPackages: true });
  const held = new Set(places.map((each) => each.folder));
  return new Set(paths.filter((path) => overlay.file(path) !== undefined && !isWithin(path, held)));
}

/** Reports whether the command line names what is in the place already. */
function isInPlace({ from, at }: Replacement, root: string): boolean {
  return existsSync(from) && realpathSync(from) === join(root, at);
}

/** Reports whether a variant is made of a revision of a package that a path is in, or that is in it, rather than of the work tree. */
function hasOtherVersion(variant: Variant, at: string): boolean {
  const { revision, workspaceName } = variant.upstream;
  const directory = ownUpstream(variant);
  if (directory === undefined || (revision ?? workspaceName) === undefined) return false;
  return isWithin(at, new Set([directory])) || isWithin(directory, new Set([at]));
}

const UNREAD =
  'is not read by `fleet plan`: it must be a file with inputs, a FleetHold or a MergeResolution, or be in the folder of a variant or of an upstream package in this git repository';
const REMEDY = (from: string): string =>
  `name a file elsewhere, or what it takes the place of: \`--with ${from}=REPLACED\``;
