import type { Result } from '../../../src/krm/index.ts';
import { fleetCommand, inDirectory } from '../../../src/fleet/inputs/fleet-command.ts';
import { deletedOnce } from '../../../src/fleet/messages/apply.ts';

/**
 * Returns the command that leaves the deleted folder of a variant as it is in all runs. `place`: that folder, after the
 * URL of its git repository. `inputs`: folder with the PackageVariants. Default: the current one.
 */
export function holdDeleted(place: string, inputs = '.'): string {
  return fleetCommand('hold', place, '--reason', 'people deleted the folder', ...inDirectory(inputs));
}

/** Returns a hint about folders that stay deleted in this run only, as results say. */
export function deletedHint(results: readonly Result[]): readonly Result[] {
  const places = results.filter(({ code }) => code === 'deletion-kept').flatMap(({ file }) => file?.path ?? []);
  const [first] = places;
  if (first === undefined) return [];
  return [{ severity: 'info', code: 'deletion-kept', message: deletedOnce(places, holdDeleted(first)) }];
}
