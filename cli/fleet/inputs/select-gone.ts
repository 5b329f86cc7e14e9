import { neededConsent, packagePath } from '../../../src/fleet/index.ts';
import { counted, unknownName } from '../../../src/wording.ts';
import { failure } from '../../process/failure.ts';
import type { FleetArguments } from '../fleet-request.ts';
import { allVariants } from './downstream-variants.ts';
import type { FleetInputs } from './fleet-inputs.ts';
import type { GoneVariant } from './gone-variants.ts';

/**
 * Returns the variants that are to be pruned, of those that are gone. Throws a `KrmError` for a name that none of them has, and for so many
 * that a person must agree.
 */
export function selectGone(
  gone: readonly GoneVariant[],
  inputs: FleetInputs,
  { variants: names, task, check }: Pick<FleetArguments, 'variants' | 'task' | 'check'>,
): readonly GoneVariant[] {
  const isNamed = ({ folder, repository, name }: GoneVariant, named: string): boolean =>
    name === named || (repository === undefined ? folder === packagePath(named) : `${repository}/${folder}` === named);
  for (const named of names)
    if (!gone.some((each) => isNamed(each, named)))
      throw failure(
        'variant-not-found',
        `\`--variant\`: ${unknownName(
          'variant that is gone',
          named,
          gone.map(({ folder }) => folder),
        )}`,
      );
  const selected = names.length === 0 ? gone : gone.filter((each) => names.some((named) => isNamed(each, named)));
  const all = allVariants(inputs).length + inputs.failed.length + gone.length;
  const needed = neededConsent(selected.length, all);
  const agrees = task.prunes?.agrees;
  if (check || needed === 'none' || agrees === 'most' || agrees === needed) return selected;
  throw failure(
    'consent-needed',
    `prune would remove ${selected.length} of ${counted(all, 'variant')}, ${REMEDIES[needed]}`,
  );
}

const REMEDIES = {
  usual: 'which is more than a tenth: see which with `--check`, and pass `--yes` if that is meant',
  most: 'which is more than half, so that a file of the fleet may be missing or misspelt: see which with `--check`, and pass `--yes --all` if that is meant',
};
