import { counted, firstNames } from '../../../src/wording.ts';
import { withoutCredentials } from '../../git/repository-url.ts';
import { failure } from '../../process/failure.ts';
import type { JobArguments } from '../../work/job.ts';
import type { FleetWork } from '../fleet-outcome.ts';
import type { DownstreamVariants } from '../inputs/downstream-variants.ts';
import { report } from '../repository-call.ts';
import { failedRow } from '../variant-row.ts';
import { madeOfOwn } from './needing-variants.ts';

/**
 * Leaves out the variants in another git repository that are made of folders of the fleet's own one, whose push failed: they would show what it was
 * not given. Adds an error and their rows to `done`. Returns the others.
 */
export async function leaveOutUnpublished(
  { done, args, root }: { readonly done: FleetWork; readonly args: JobArguments; readonly root: string },
  { place, variants }: DownstreamVariants,
): Promise<DownstreamVariants> {
  const left = madeOfOwn(root, variants);
  if (left.length === 0) return { place, variants };
  const repository = withoutCredentials(place.url);
  await report(done, args, () => {
    const names = firstNames(left, ({ name }) => name);
    throw failure(`leaves out ${counted(left.length, 'variant')} in ${repository}, ${names}, ${REASON}`);
  });
  for (const variant of left) {
    const row = { ...failedRow(variant), repository };
    done.rows.push(row);
    done.facts.set(row, { variant });
  }
  return { place, variants: variants.filter((each) => !left.includes(each)) };
}

const REASON =
  "since they are made of folders of the fleet's own git repository, whose push failed: push that first, and run the command again";
