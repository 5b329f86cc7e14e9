import { noVariantAsAsked, noVariantWithLabels } from '../messages/selection.ts';
import { KrmError, failure, resultsOf } from '../../krm/index.ts';
import { matchesLabels } from '../../function/index.ts';
import { isMetBy } from './meeting-variants.ts';
import { variantFiles } from './variant-files.ts';
import { PackageConditions } from '../../where/index.ts';
import { allVariants } from './downstream-variants.ts';
import { selectorAdvice, selectorWarnings } from './selector-advice.ts';
import type { FailedVariant, FleetInputs } from './fleet-inputs.ts';
import { type NamedVariant, variantsNamed, type VariantWord } from './named-variants.ts';
import type { Variant } from '../index.ts';
import type { Files } from '../ports.ts';
import type { FleetSelection } from '../request.ts';

/**
 * Leaves only the variants that the command line selects, with those that are wrong among them. `wordOf`: finds out
 * which path a word is from the current folder. Conditions on values leave variants in other
 * git repositories for `meetingVariants`: if none of them is left, the caller throws `noneSelected`. Variants whose
 * files cannot be read are then `unread`. Throws a `KrmError` for a name that no variant has, for a `!=` with a field
 * that none has, and if none is selected.
 */
export function selectVariants(
  inputs: FleetInputs,
  { variants, selector, conditions }: Pick<FleetSelection, 'variants' | 'selector' | 'conditions'>,
  files: Files,
  wordOf: (text: string) => VariantWord,
): FleetInputs {
  if (variants.length === 0 && selector === undefined && conditions.length === 0) return inputs;
  const checked = new PackageConditions(conditions);
  const all = [...allVariants(inputs), ...inputs.failed];
  const named = new Set(namedBy(variants.map(wordOf), all, files));
  const unread: FailedVariant[] = [];
  const hasValues = (variant: Variant | FailedVariant): boolean => {
    const { folder } = variant;
    if (conditions.length === 0 || folder === undefined || isElsewhere(variant)) return true;
    const met = isMetBy(checked, variant, () => variantFiles(files, folder));
    if (typeof met !== 'boolean') unread.push(met);
    return met === true;
  };
  const isSelected = (variant: Variant | FailedVariant): boolean =>
    (variants.length === 0 || named.has(variant)) &&
    (selector === undefined || !('labels' in variant) || matchesLabels(selector, variant.labels)) &&
    hasValues(variant);
  /** Looks for the field in variants that are not selected, too. */
  const refuseUnknown = (own: readonly (Variant | FailedVariant)[], isPart: boolean): void => {
    const others = new PackageConditions(conditions, { skipInvalid: true });
    for (const variant of own) {
      const { folder } = variant;
      if (folder !== undefined && !isElsewhere(variant)) isMetBy(others, variant, () => variantFiles(files, folder));
    }
    try {
      others.refuseUnknown({ isPart });
    } catch (error) {
      throw new KrmError([...unread.flatMap(({ results }) => results), ...resultsOf(error)]);
    }
  };
  const left = onlyThose(inputs, isSelected);
  const { waves, failed, elsewhere } = left;
  if (checked.isUnknownField) refuseUnknown(all, elsewhere.length > 0);
  const labelled = allVariants(inputs);
  const results = [...inputs.results, ...(selector === undefined ? [] : selectorWarnings(selector, labelled))];
  if (waves.flat().length + failed.length + unread.length + elsewhere.length > 0) return { ...left, unread, results };
  const labels = selector === undefined ? '' : selectorAdvice(selector, labelled);
  throw noneSelected({ selector, conditions }, `${labels}${checked.advice}`);
}

/** Returns the error of a selection without any variant. `advice`: end of the message. Default: ''. */
export function noneSelected(
  { selector, conditions }: Pick<FleetSelection, 'selector' | 'conditions'>,
  advice = '',
): KrmError {
  return failure(
    'variant-not-found',
    selector !== undefined && conditions.length === 0 ? noVariantWithLabels(advice) : noVariantAsAsked(advice),
  );
}

/** Reports whether a variant is in another git repository, whose values are not known before it is fetched. */
function isElsewhere(variant: Variant | FailedVariant): boolean {
  return 'downstream' in variant && variant.downstream.place.url !== undefined;
}

/** Returns the variants that one of these words names. Throws a `KrmError` as `variantsNamed` does. */
function namedBy<T extends NamedVariant>(
  words: readonly VariantWord[],
  all: readonly T[],
  files: Pick<Files, 'has'>,
): readonly T[] {
  return words.flatMap((word) => variantsNamed(word, all, (path) => files.has(path)));
}

/**
 * Leaves only the variants that one of these words names; all if there are none. Throws a `KrmError` as `variantsNamed`
 * does.
 */
export function variantsIn(
  inputs: FleetInputs,
  words: readonly VariantWord[] | undefined,
  files: Pick<Files, 'has'>,
): FleetInputs {
  if (words === undefined) return inputs;
  const wanted = new Set(namedBy(words, [...allVariants(inputs), ...inputs.failed], files));
  return onlyThose(inputs, (variant) => wanted.has(variant));
}

/** Leaves only some variants. */
function onlyThose(inputs: FleetInputs, isWanted: (variant: Variant | FailedVariant) => boolean): FleetInputs {
  return {
    ...inputs,
    waves: inputs.waves.map((wave) => wave.filter(isWanted)),
    failed: inputs.failed.filter(isWanted),
    elsewhere: inputs.elsewhere
      .map((each) => ({ ...each, variants: each.variants.filter(isWanted) }))
      .filter(({ variants }) => variants.length > 0),
  };
}
