import { neededConsent, packagePath } from '../index.ts';
import { consentNeeded, goneUnknown } from '../messages/apply.ts';
import { allVariants } from './downstream-variants.ts';
import type { FleetInputs } from './fleet-inputs.ts';
import type { GoneVariant } from './gone-variants.ts';
import { failure } from '../../krm/index.ts';

/** Variants that a person asks to prune. */
interface PruneSelection {
  /** Names, as given; none: all. */
  readonly names: readonly string[];
  /** Consent to prune many variants, or most of them; undefined: none. */
  readonly agrees: 'usual' | 'most' | undefined;
  /** True to prune none. */
  readonly check: boolean;
}

/**
 * Returns the variants that are to be pruned, of those that are gone. Throws a `KrmError` for a name that none of them
 * has, and for so many that a person must agree.
 */
export function selectGone(
  gone: readonly GoneVariant[],
  inputs: FleetInputs,
  { names, agrees, check }: PruneSelection,
): readonly GoneVariant[] {
  const isNamed = ({ folder, repository, name }: GoneVariant, named: string): boolean =>
    name === named || (repository === undefined ? folder === packagePath(named) : `${repository}/${folder}` === named);
  for (const named of names)
    if (!gone.some((each) => isNamed(each, named)))
      throw failure(
        'variant-not-found',
        goneUnknown(
          named,
          gone.map(({ folder }) => folder),
        ),
      );
  const selected = names.length === 0 ? gone : gone.filter((each) => names.some((named) => isNamed(each, named)));
  const all = allVariants(inputs).length + inputs.failed.length + gone.length;
  const needed = neededConsent(selected.length, all);
  if (check || needed === 'none' || agrees === 'most' || agrees === needed) return selected;
  throw failure('consent-needed', consentNeeded(selected.length, all, needed));
}
