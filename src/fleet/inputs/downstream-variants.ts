import { joinPaths, type RemotePlace, type Variant } from '../index.ts';
import { groupBy } from '../../group-by.ts';

/** Git repository by URL that holds variants. */
export type DownstreamPlace = Pick<RemotePlace, 'name' | 'url' | 'branch'>;

/** Variants in a branch of another git repository. */
export interface DownstreamVariants {
  /** Repository of the first of them: several may name the same git repository. */
  readonly place: DownstreamPlace;
  readonly variants: readonly Variant[];
}

/** Groups the variants that are not in the fleet's own git repository by the branch that holds them. */
export function groupElsewhere<V extends Pick<Variant, 'downstream'>>(
  variants: readonly V[],
): readonly { readonly place: DownstreamPlace; readonly variants: readonly V[] }[] {
  const placed = variants.flatMap((variant) => {
    const { place } = variant.downstream;
    return place.url === undefined ? [] : [{ variant, place }];
  });
  const groups = groupBy(placed, ({ place }) => JSON.stringify([repositoryKey(place.url), place.branch ?? '']));
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    return first === undefined ? [] : [{ place: first.place, variants: group.map(({ variant }) => variant) }];
  });
}

/** Returns the variants of all git repositories. */
export function allVariants({
  waves,
  elsewhere,
}: {
  readonly waves: readonly (readonly Variant[])[];
  readonly elsewhere: readonly Pick<DownstreamVariants, 'variants'>[];
}): readonly Variant[] {
  return [...waves.flat(), ...elsewhere.flatMap(({ variants }) => variants)];
}

/**
 * Returns the folder of the upstream package of a variant, which may be in any git repository; undefined if the package
 * is in another one than the fleet.
 */
export function ownUpstream({ upstream: { place, package: name } }: Pick<Variant, 'upstream'>): string | undefined {
  return place.url === undefined ? joinPaths(place.folder, name) : undefined;
}

/**
 * Returns the groups of variants that may have the same folders: those of one branch. A branch that is not named may be
 * any.
 */
export function identityGroups(all: readonly DownstreamVariants[]): readonly (readonly Variant[])[] {
  const repositories = [...groupBy(all, ({ place }) => repositoryKey(place.url)).values()];
  return repositories.flatMap((groups) =>
    groups.some(({ place }) => place.branch === undefined)
      ? [groups.flatMap(({ variants }) => variants)]
      : groups.map(({ variants }) => variants),
  );
}

/** Reports whether two places are the same branch of one git repository. */
export function isSamePlace(one: DownstreamPlace, other: DownstreamPlace): boolean {
  return one.branch === other.branch && repositoryKey(one.url) === repositoryKey(other.url);
}

/**
 * Returns the folders that variants have in a branch of another git repository. A branch that is not named may be any.
 */
export function askedFolders(all: readonly DownstreamVariants[], place: DownstreamPlace): ReadonlySet<string> {
  const isHere = (other: DownstreamPlace): boolean =>
    repositoryName(other.url, '/') === repositoryName(place.url, '/') &&
    (other.branch === place.branch || other.branch === undefined || place.branch === undefined);
  const found = all.filter((each) => isHere(each.place));
  return new Set(found.flatMap(({ variants }) => variants.map(({ folder }) => folder)));
}

/** Returns the same text for the usual forms of the URL of one repository. */
export function repositoryKey(url: string): string {
  return url.replace(/\/+$/, '').replace(/\/?\.git$/, '');
}

/**
 * Returns the host and path of a URL: the same for the URLs of one git repository by HTTPS and SSH, without user and
 * password. `root`: folder that a path of this machine is relative to.
 */
export function repositoryName(url: string, root: string): string {
  const [, scheme = '', host, path = ''] =
    /^([a-z][a-z\d+.-]*):\/\/(?:[^/]*@)?([^/]*)\/(.*)$/i.exec(url) ??
    /^()(?:[^/:]*@)?([^/:]+):(?!\/\/)(.*)$/.exec(url) ??
    [];
  const plain = (text: string): string => text.replace(/^[/~]+|\/+$/g, '').replace(/\/?\.git$/, '');
  if (host === undefined || host === '') return `/${plain(resolved(root, path === '' ? url : `/${path}`))}`;
  const isWeb = /^https?$/i.test(scheme);
  return `${isWeb ? host.toLowerCase() : host.toLowerCase().replace(/:\d*$/, '')}/${plain(path)}`;
}

/** Returns the absolute path that a path below a folder is, without `.` and `..`. */
function resolved(folder: string, path: string): string {
  const parts: string[] = [];
  for (const part of (path.startsWith('/') ? path : `${folder}/${path}`).split('/'))
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  return `/${parts.join('/')}`;
}
