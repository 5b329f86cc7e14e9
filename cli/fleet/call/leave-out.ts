import { leftOutUnpublished } from '../../../src/fleet/messages/places.ts';
import type { JobArguments } from '../../work/job.ts';
import type { FleetWork } from '../show/fleet-outcome.ts';
import type { DownstreamVariants } from '../../../src/fleet/inputs/downstream-variants.ts';
import { report } from './call-job.ts';
import { failedRow } from '../show/variant-row.ts';
import { failure } from '../../../src/krm/index.ts';
import { withoutCredentials } from '../../../src/url-credentials.ts';

/**
 * Leaves out the variants in another git repository, since the commits of the fleet's own one are not published: they would be made of inputs and packages
 * that nobody else has. Adds an error and their rows to `done`.
 */
export async function leaveOutUnpublished(
  { done, args }: { readonly done: FleetWork; readonly args: JobArguments },
  { place, variants }: DownstreamVariants,
): Promise<void> {
  const repository = withoutCredentials(place.url);
  await report(done, args, () => {
    const names = variants.map(({ name }) => name);
    throw failure('variant-left-out', leftOutUnpublished(repository, names));
  });
  for (const variant of variants) {
    const row = { ...failedRow(variant), repository };
    done.rows.push(row);
    done.facts.set(row, { variant });
  }
}
