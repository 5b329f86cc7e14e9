import {
  notOwnFolder,
  notVariantFolder,
  noVariantAsAsked,
  noVariantWithLabels,
  ofVariantOption,
  severalVariants,
  unknownVariant,
} from '../messages/selection.ts';
import { KrmError, failure, fileError, resultsOf } from '../../krm/index.ts';
import { matchesLabels } from '../../function/index.ts';
import { isMetBy } from './meeting-variants.ts';
import { variantFiles } from './variant-files.ts';
import { PackageConditions } from '../../where/index.ts';
import { allVariants } from './downstream-variants.ts';
import { selectorAdvice, selectorWarnings } from './selector-advice.ts';
import type { FailedVariant, FleetInputs } from './fleet-inputs.ts';
import { type Variant, joinPaths, packagePath } from '../index.ts';
import type { Files } from '../ports.ts';
import type { FleetSelection } from '../request.ts';
import { withoutCredentials } from '../../url-credentials.ts';

/**
 * Leaves only the variants that the command line selects, with those that are wrong among them. `overlay`: files that
 * count in place of others in the git repository `root`. Default: none. Conditions on values leave variants in other
 * git repositories for `meetingVariants`: if none of them is left, the caller throws `noneSelected`. Variants whose
 * files cannot be read are then `unread`. Throws a `KrmError` for a name that no variant has, for a `!=` with a field
 * that none has, and if none is selected.
 */
export function selectVariants(
  inputs: FleetInputs,
  { variants, selector, conditions }: Pick<FleetSelection, 'variants' | 'selector' | 'conditions'>,
  files: Files,
): FleetInputs {
  if (variants.length === 0 && selector === undefined && conditions.length === 0) return inputs;
  const checked = new PackageConditions(conditions);
  const all = [...allVariants(inputs), ...inputs.failed];
  for (const name of variants) checkName(name, all);
  const unread: FailedVariant[] = [];
  const hasValues = (variant: Variant | FailedVariant): boolean => {
    const { folder } = variant;
    if (conditions.length === 0 || folder === undefined || isElsewhere(variant)) return true;
    const met = isMetBy(checked, variant, () => variantFiles(files, folder));
    if (typeof met !== 'boolean') unread.push(met);
    return met === true;
  };
  const isSelected = (variant: Variant | FailedVariant): boolean =>
    (variants.length === 0 || variants.some((name) => isNamed(variant, name))) &&
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
  const waves = inputs.waves.map((wave) => wave.filter(isSelected));
  const failed = inputs.failed.filter(isSelected);
  const elsewhere = inputs.elsewhere
    .map((each) => ({ ...each, variants: each.variants.filter(isSelected) }))
    .filter((each) => each.variants.length > 0);
  if (checked.isUnknownField) refuseUnknown(all, elsewhere.length > 0);
  const labelled = allVariants(inputs);
  const results = [...inputs.results, ...(selector === undefined ? [] : selectorWarnings(selector, labelled))];
  if (waves.flat().length + failed.length + unread.length + elsewhere.length > 0)
    return { ...inputs, waves, failed, unread, elsewhere, results };
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

/** Returns the folder of a variant in another git repository, after its URL; undefined for others. */
export function remoteFolder({
  folder,
  downstream: { place },
}: Pick<Variant, 'folder' | 'downstream'>): string | undefined {
  return place.url === undefined ? undefined : `${withoutCredentials(place.url)}/${folder}`;
}

function checkName(name: string, all: readonly (Variant | FailedVariant)[]): void {
  if (all.some((variant) => isNamed(variant, name))) return;
  const elsewhere = all.flatMap((variant) => ('downstream' in variant ? (remoteFolder(variant) ?? []) : []));
  const same = elsewhere.filter((each) => each.endsWith(`/${packagePath(name) ?? name}`));
  if (same.length > 0) throw failure('variant-not-found', notOwnFolder(name, same));
  throw failure('variant-not-found', ofVariantOption(noVariantNamed(name, all)));
}

/** Returns the message about a name that no variant has, with the nearest of their names. */
export function noVariantNamed(name: string, all: readonly NamedVariant[]): string {
  const names = all.map((each) => each.name);
  const others = all.flatMap((each) => [...namesOf(each), ...(each.folder === undefined ? [] : [each.folder])]);
  return unknownVariant(name, { names, path: packagePath(name) ?? name, others });
}

/** Parts of a variant by which it is named. */
type NamedVariant = Pick<FailedVariant, 'folder' | 'name' | 'namespace'> & Partial<Pick<Variant, 'downstream'>>;

/**
 * Reports whether a text names a variant: one of its names, or its folder. A folder alone is one of the git repository
 * of the fleet.
 */
export function isNamed(variant: NamedVariant, text: string): boolean {
  const { folder, downstream } = variant;
  // The same folder may be in several other git repositories.
  const isOwn = downstream?.place.url === undefined;
  return (isOwn && folder !== undefined && folder === packagePath(text)) || namesOf(variant).includes(text);
}

/** Returns the names of a variant, apart from its folder. */
export function namesOf({ name, namespace, folder = '', downstream }: NamedVariant): readonly string[] {
  const names = [name, joinPaths(namespace || 'default', name)];
  if (downstream === undefined) return names;
  const remote = remoteFolder({ folder, downstream });
  names.push(joinPaths(downstream.place.name, downstream.package));
  return remote === undefined ? names : [...names, remote];
}

/** Folder that the command line names. */
export interface NamedFolder {
  /** As given. */
  readonly named: string;
  /** The path that it has from here, relative to the top of the git repository. */
  readonly fromHere: string;
}

/**
 * Leaves only the variants with these folders, each named from the current folder or from the top of the git
 * repository, or as `isNamed` says for one in another git repository; all if there are none. Throws a `KrmError` for a
 * folder that no variant has.
 */
export function variantsIn(inputs: FleetInputs, folders: readonly NamedFolder[] | undefined): FleetInputs {
  if (folders === undefined) return inputs;
  const all = [...inputs.waves.flat(), ...inputs.failed];
  const others = inputs.elsewhere.flatMap(({ variants }) => variants);
  const wanted = new Set(folders.flatMap((named) => variantsNamed(named, { all, others })));
  return {
    ...inputs,
    waves: inputs.waves.map((wave) => wave.filter((each) => wanted.has(each))),
    failed: inputs.failed.filter((each) => wanted.has(each)),
    elsewhere: inputs.elsewhere
      .map((each) => ({ ...each, variants: each.variants.filter((variant) => wanted.has(variant)) }))
      .filter(({ variants }) => variants.length > 0),
  };
}

function variantsNamed(
  { named, fromHere }: NamedFolder,
  { all, others }: { readonly all: readonly (Variant | FailedVariant)[]; readonly others: readonly Variant[] },
): readonly (Variant | FailedVariant)[] {
  for (const path of [fromHere, packagePath(named)]) {
    const found = all.filter(({ folder }) => folder !== undefined && folder === path);
    if (found.length > 0) return found;
  }
  const elsewhere = others.filter((variant) => isNamed(variant, named));
  if (elsewhere.length > 0) return elsewhere;
  const known = all.flatMap(({ folder }) => folder ?? []);
  throw fileError(named, 'variant-not-found', notVariantFolder(fromHere, known));
}

/** Returns the error of a name that several variants have, in these folders. */
export function severalNamed(name: string, folders: readonly string[]): KrmError {
  return failure('ambiguous-name', severalVariants(name, folders));
}
