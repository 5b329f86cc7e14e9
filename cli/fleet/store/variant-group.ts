import type { Variant } from '../../../src/fleet/index.ts';
import type { DownstreamVariants } from '../../../src/fleet/inputs/downstream-variants.ts';

/** Returns a variant with the git repository that holds it; undefined if that is the one of the fleet. */
export function groupOf(elsewhere: readonly DownstreamVariants[], variant: Variant): DownstreamVariants | undefined {
  const found = elsewhere.find(({ variants }) => variants.includes(variant));
  return found && { place: found.place, variants: [variant] };
}
