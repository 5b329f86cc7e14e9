import { goneUnsought, repositoryUnread } from '../../../src/fleet/messages/places.ts';
import type { KrmError, Result } from '../../../src/krm/index.ts';
import type { FleetArguments } from '../request.ts';
import type { DownstreamVariants } from '../../../src/fleet/inputs/downstream-variants.ts';
import { WorkTree } from './work-tree.ts';
import { openDownstream, refuseFiles } from './open-downstream.ts';
import { withoutCredentials } from '../../../src/url-credentials.ts';

/** Clone of another git repository for a command that only reads it. */
export interface ReadRepository {
  readonly tree: WorkTree;
  /** Its URL, for people. */
  readonly repository: string;
}

/**
 * Passes the clone of another git repository to `act`, as it was when it was last fetched. Fetches it with `--fetch`. Throws a `KrmError` if it is
 * not in the cache.
 */
export async function inDownstream<T>(
  { place, variants }: DownstreamVariants,
  args: Pick<FleetArguments, 'folder' | 'fetches'>,
  act: (read: ReadRepository) => T | Promise<T>,
): Promise<T> {
  const clone = openDownstream(place, { ...args, writes: false, pushes: false });
  try {
    refuseFiles(
      clone.folder,
      variants.map(({ folder }) => folder),
    );
    return await act({ tree: WorkTree.around(clone.folder), repository: withoutCredentials(place.url) });
  } finally {
    clone.release();
  }
}

/** Returns errors about variants in another git repository that cannot be opened; warnings if only variants that are gone may be there. */
export function unopened({ place, variants }: DownstreamVariants, { results }: KrmError): readonly Result[] {
  const url = withoutCredentials(place.url);
  return results.map((result) =>
    variants.length === 0
      ? {
          severity: 'warning',
          code: 'repository-unreachable',
          message: goneUnsought(url, result.message),
        }
      : { ...result, message: repositoryUnread(url, variants.length, result.message) },
  );
}
