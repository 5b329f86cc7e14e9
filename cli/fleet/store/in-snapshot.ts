import { lastCommit } from '../../git/work-tree.ts';
import { inRevision } from './revision-checkout.ts';
import type { FleetArguments } from '../request.ts';
import type { DownstreamVariants } from '../../../src/fleet/inputs/downstream-variants.ts';
import { WorkTree } from './work-tree.ts';
import { inDownstream, type ReadRepository } from './in-downstream.ts';
import { withoutCredentials } from '../../../src/url-credentials.ts';

/**
 * Passes a temporary work tree of another git repository to `act`, as `inDownstream` does, without keeping other
 * processes from the clone. Several can be open at once.
 */
export async function inSnapshot<T>(
  group: DownstreamVariants,
  args: Pick<FleetArguments, 'folder' | 'fetches'>,
  act: (read: ReadRepository) => Promise<T>,
): Promise<T> {
  const { root, commit } = await inDownstream(group, args, ({ tree }) => ({
    root: tree.root,
    commit: lastCommit(tree),
  }));
  const repository = withoutCredentials(group.place.url);
  return await inRevision(root, commit, async (folder) => await act({ tree: WorkTree.around(folder), repository }));
}
