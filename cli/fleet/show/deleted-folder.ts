import type { Result } from '../../../src/krm/index.ts';
import { counted } from '../../../src/wording.ts';
import { fleetCommand } from '../inputs/fleet-command.ts';

/**
 * Returns the command that leaves the deleted folder of a variant as it is in all runs. `place`: that folder, after the URL of its git repository.
 * `inputs`: folder with the PackageVariants. Default: the current one.
 */
export function holdDeleted(place: string, inputs = '.'): string {
  return fleetCommand(
    'hold',
    ...(inputs === '.' ? [] : [inputs]),
    '--variant',
    place,
    '--reason',
    'people deleted the folder',
  );
}

/** Returns the lasting ways to leave a deleted folder as it is, which `local` does in one run only. */
export function lastingWays(place: string): string {
  return `remove its PackageVariant, or the target of its set, or run \`${holdDeleted(place)}\``;
}

/** Returns a hint about folders that stay deleted in this run only, as results say. */
export function deletedHint(results: readonly Result[]): readonly Result[] {
  const places = results.filter(({ code }) => code === 'deletion-kept').flatMap(({ file }) => file?.path ?? []);
  const [first] = places;
  if (first === undefined) return [];
  const what = places.length === 1 ? `${first} stays` : `${counted(places.length, 'folder')} stay`;
  return [
    {
      severity: 'info',
      code: 'deletion-kept',
      message: `${what} deleted in this run only; to leave ${first} so in all runs, ${lastingWays(first)}`,
    },
  ];
}
