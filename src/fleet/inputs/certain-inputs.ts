import { isManifestPath } from '../../files/index.ts';
import { isWithin } from '../index.ts';
import { INPUT_NOT_CHECKED_OUT, inputsMustBeKnown } from '../messages/inputs.ts';
import { findNearMisses } from '../../function/index.ts';
import { KrmError, Resources, type Result, fileError } from '../../krm/index.ts';
import { FLEET_KINDS } from './fleet-kinds.ts';
import { type InputTexts, parseInputFiles } from './input-files.ts';
import type { Tree } from '../ports.ts';

/**
 * Throws a `KrmError` if a PackageVariant may be missing from the inputs of a fleet: its file is not checked out, or it
 * is skipped as something else. Its variant would count as gone. `tree`: all files of the work tree.
 */
export function refuseUncertain(tree: Tree, folder: string, texts: InputTexts): void {
  const { files, places } = parseInputFiles(texts, tree);
  const held = new Set(places.map((place) => place.folder));
  const isInput = (path: string): boolean =>
    isManifestPath(path) && !isWithin(path, held) && !path.startsWith('.krm-variants/');
  const absent = [...tree.filesBelow(folder).values()].filter(({ path, state }) => state === 'sparse' && isInput(path));
  const doubts: readonly Result[] = [
    ...files.flatMap(({ passedOver }) => passedOver),
    ...files.flatMap(({ resources }) => findNearMisses(FLEET_KINDS, new Resources(resources))),
  ];
  const errors = [
    ...absent.flatMap(({ path }) => fileError(path, 'file-not-checked-out', INPUT_NOT_CHECKED_OUT).results),
    ...doubts.map((result): Result => ({ ...result, severity: 'error' })),
  ];
  if (errors.length > 0)
    throw new KrmError(errors.map((each) => ({ ...each, message: inputsMustBeKnown(each.message) })));
}
