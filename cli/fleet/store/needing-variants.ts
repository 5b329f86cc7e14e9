import type { Variant, VariantPlace } from '../../../src/fleet/index.ts';
import {
  repositoryKey,
  type DownstreamPlace,
  type DownstreamVariants,
} from '../../../src/fleet/inputs/downstream-variants.ts';
import type { FleetInputs } from '../../../src/fleet/inputs/fleet-inputs.ts';
import type { FleetStore } from '../fleet-store.ts';

/**
 * Returns the variants that need folders of another git repository, named from its top: those that are in it, and those that are made of a
 * package in one of its branches.
 */
export function needingVariants(
  place: DownstreamPlace,
  inside: readonly DownstreamVariants[],
  all: readonly Variant[],
): readonly VariantPlace[] {
  const key = repositoryKey(place.url);
  const isHere = (url: string | undefined): boolean => url !== undefined && repositoryKey(url) === key;
  const own = inside.filter((each) => isHere(each.place.url)).flatMap(({ variants }) => variants);
  const made = all.filter(({ upstream }) => isHere(upstream.place.url) && mayFollow(upstream, place.branch));
  return [...own.map((each) => ({ ...variantPlace(each), upstream: NONE })), ...made.map(upstreamOnly)];
}

/**
 * Returns the variants that need folders of the fleet's own git repository: those that are in it, and those that are made of a package in
 * its work tree or its current branch, in whatever git repository they are.
 */
export function needingOwn(
  store: Pick<FleetStore, 'branch'>,
  { waves, elsewhere }: Pick<FleetInputs, 'waves' | 'elsewhere'>,
): readonly VariantPlace[] {
  const own = waves.flat();
  const others = elsewhere.flatMap(({ variants }) => variants);
  const made = madeOfOwn(store, [...own, ...others]);
  return [...own.map((each) => ({ ...variantPlace(each), upstream: NONE })), ...made.map(upstreamOnly)];
}

/** Returns the variants that are made of a package in the work tree or the current branch of the fleet's own git repository. */
function madeOfOwn(store: Pick<FleetStore, 'branch'>, variants: readonly Variant[]): readonly Variant[] {
  const { branch } = store;
  return variants.filter(({ upstream }) => upstream.place.url === undefined && mayFollow(upstream, branch));
}

/** Reports whether a version of an upstream may be what is in a branch now. A tag stays. A branch that is not known may be any. */
function mayFollow({ place, revision, workspaceName }: Variant['upstream'], branch: string | undefined): boolean {
  const asked = revision ?? workspaceName ?? (place.url === undefined ? undefined : place.branch);
  return asked === undefined || branch === undefined || asked === branch;
}

function variantPlace({ name, file, folder }: Variant): Omit<VariantPlace, 'upstream'> {
  return { name, file, folder };
}

/** Returns a variant as one that is in no folder of the git repository, and made of the current files of its upstream package. */
function upstreamOnly({ name, file, upstream }: Variant): VariantPlace {
  const { name: repository, folder } = upstream.place;
  const place = { name: repository, folder, publicUrl: undefined };
  return { name, file, folder: '', upstream: { ...NONE, place, package: upstream.package } };
}

/** Upstream that is in no folder of the repository. */
const NONE: Variant['upstream'] = {
  place: { name: '', url: '', branch: undefined, folder: '' },
  package: '',
  revision: undefined,
  workspaceName: undefined,
};
