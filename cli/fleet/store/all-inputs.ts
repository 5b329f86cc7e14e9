import { parseInputs, type FleetInputs } from '../../../src/fleet/inputs/fleet-inputs.ts';
import { placeOf } from './fleet-place.ts';
import { readInputTexts } from './input-texts.ts';
import { DiskFiles } from './disk-files.ts';
import type { Functions } from '../../../src/function/index.ts';

/** Parses the inputs of a fleet in a folder of the git repository `root`, without objects of a cluster. Throws a `KrmError` as `parseInputs` does. */
export async function readAllInputs(functions: Functions, folder: string, root: string): Promise<FleetInputs> {
  const place = placeOf(folder, new DiskFiles(root));
  return await parseInputs(functions, {}, place, readInputTexts(place));
}
