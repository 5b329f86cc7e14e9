import { parseInputs, type FleetInputs } from '../../../src/fleet/inputs/fleet-inputs.ts';
import { fleetPlace } from './fleet-place.ts';
import { readInputTexts } from './input-texts.ts';
import type { Functions } from '../../../src/function/index.ts';
import type { Files } from '../../../src/fleet/ports.ts';

/** Parses the inputs of a fleet in a folder of a git repository, without objects of a cluster. Throws a `KrmError` as `parseInputs` does. */
export async function readAllInputs(functions: Functions, folder: string, files: Files): Promise<FleetInputs> {
  const place = fleetPlace(folder, files);
  return await parseInputs(functions, {}, place, readInputTexts(place));
}
