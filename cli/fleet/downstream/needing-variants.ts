import type { Variant, VariantPlace } from '../../../src/fleet/index.ts';
import { repositoryKey, type DownstreamPlace, type DownstreamVariants } from '../inputs/downstream-variants.ts';

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
  // A tag stays.
  const isBranch = ({ revision, workspaceName }: Variant['upstream']): boolean =>
    revision === undefined && (place.branch === undefined || workspaceName === place.branch);
  const made = all.filter(({ upstream }) => isHere(upstream.place.url) && isBranch(upstream));
  return [
    ...own.map(({ name, file, folder }) => ({ name, file, folder, upstream: NONE })),
    ...made.map(({ name, file, upstream }) => {
      const { name: repository, folder } = upstream.place;
      const from = { place: { name: repository, folder, publicUrl: undefined }, package: upstream.package };
      return { name, file, folder: '', upstream: { ...NONE, ...from } };
    }),
  ];
}

/** Upstream that is in no folder of the repository. */
const NONE: Variant['upstream'] = {
  place: { name: '', url: '', branch: undefined, folder: '' },
  package: '',
  revision: undefined,
  workspaceName: undefined,
};
