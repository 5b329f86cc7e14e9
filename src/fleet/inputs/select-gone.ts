import { neededConsent } from '../index.ts';
import { consentNeeded, goneUnknown } from '../messages/apply.ts';
import { allVariants } from './downstream-variants.ts';
import type { FleetInputs } from './fleet-inputs.ts';
import type { GoneVariant } from './gone-variants.ts';
import { meantBy, type VariantWord } from './named-variants.ts';
import { failure } from '../../krm/index.ts';

/** Variants that a person asks to prune. */
interface PruneSelection {
  /** Words for them; none: all. */
  readonly words: readonly VariantWord[];
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
  { words, agrees, check }: PruneSelection,
): readonly GoneVariant[] {
  const named = new Set(words.flatMap((word) => goneNamed(word, gone)));
  const selected = words.length === 0 ? gone : gone.filter((each) => named.has(each));
  const all = allVariants(inputs).length + inputs.failed.length + gone.length;
  const needed = neededConsent(selected.length, all);
  if (check || needed === 'none' || agrees === 'most' || agrees === needed) return selected;
  throw failure('consent-needed', consentNeeded(selected.length, all, needed));
}

/** Returns the variants that a word names. Throws a `KrmError` if there are none, or if it has several meanings. */
function goneNamed(word: VariantWord, gone: readonly GoneVariant[]): readonly GoneVariant[] {
  const { text } = word;
  const byUrl = gone.filter(({ repository, folder }) => repository !== undefined && `${repository}/${folder}` === text);
  const own = gone.filter(({ repository }) => repository === undefined);
  const found = byUrl.length > 0 ? byUrl : meantBy(word, own);
  const others = gone.filter(({ repository, name }) => repository !== undefined && name === text);
  if (found.length + others.length > 0) return [...found, ...others];
  const folders = gone.map(({ folder }) => folder);
  throw failure('variant-not-found', goneUnknown(text, folders));
}
