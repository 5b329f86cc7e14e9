import { failure, type KrmError } from '../../krm/index.ts';
import { withoutCredentials } from '../../url-credentials.ts';
import { matchesWildcard } from '../../wildcard.ts';
import { firstNames } from '../../wording.ts';
import { foldersAround, isWithin, joinPaths, packagePath, type Variant } from '../index.ts';
import { notOwnFolder, severalMeanings, severalVariants, unknownVariant } from '../messages/selection.ts';
import type { FailedVariant } from './fleet-inputs.ts';

/** Word of a command line that names variants. */
export interface VariantWord {
  /** As given. */
  readonly text: string;
  /** The path that it is from the current folder, relative to the top of the git repository. */
  readonly fromHere: string;
}

/** Parts of a variant by which it is named. */
export type NamedVariant = Pick<FailedVariant, 'folder' | 'name'> & Partial<Pick<Variant, 'namespace' | 'downstream'>>;

/**
 * Returns the variants that a word names, in their order; none if it has no meaning. It is a folder, one above, or a
 * file in one, from the current folder or from the top of the git repository of the fleet; a PackageVariant, `NAME` or
 * `NAMESPACE/NAME`; a package, `REPOSITORY/PACKAGE` or the folder after the URL of its git repository; a Repository; or
 * a pattern for any of these, in which `*` stands for characters other than `/`. Throws a `KrmError` for a word with
 * several meanings that are different variants.
 */
export function meantBy<T extends NamedVariant>(word: VariantWord, all: readonly T[]): readonly T[] {
  const found = meaningsOf(word)
    .map(({ what, isMeant }) => ({ what, variants: all.filter(isMeant) }))
    .filter(({ variants }) => variants.length > 0);
  const different = found.filter(
    (one, index) => found.findIndex((other) => isSameList(one.variants, other.variants)) === index,
  );
  if (different.length < 2) return different[0]?.variants ?? [];
  const meanings = different.map(({ what, variants }) => `${what} (${firstNames(placesOf(variants), (each) => each)})`);
  throw failure('ambiguous-name', severalMeanings(word.text, meanings));
}

/**
 * Returns the variants that a word names, as `meantBy` does. Throws a `KrmError` if there are none. `hasFile`: reports
 * whether there is a file or folder at a path.
 */
export function variantsNamed<T extends NamedVariant>(
  word: VariantWord,
  all: readonly T[],
  hasFile: (path: string) => boolean,
): readonly T[] {
  const found = meantBy(word, all);
  if (found.length === 0) throw noneNamed(word, all, hasFile);
  return found;
}

/**
 * Returns the variant that a word names, as `meantBy` does; undefined if there is none. Throws a `KrmError` if there
 * are several.
 */
export function onlyMeantBy<T extends NamedVariant>(word: VariantWord, all: readonly T[]): T | undefined {
  const found = meantBy(word, all);
  const places = placesOf(found);
  if (new Set(places).size > 1) throw severalNamed(word.text, places);
  return found[0];
}

/** Names the places of variants for people. */
function placesOf(variants: readonly NamedVariant[]): readonly string[] {
  return variants.map(
    ({ folder = '', name, downstream }) => (downstream && remoteFolder({ folder, downstream })) ?? (folder || name),
  );
}

/** One meaning of a word. */
interface Meaning {
  /** Names it for people. */
  readonly what: string;
  readonly isMeant: (variant: NamedVariant) => boolean;
}

function meaningsOf({ text, fromHere }: VariantWord): readonly Meaning[] {
  const paths = pathsOf({ text, fromHere });
  if (text.includes('*')) {
    const isLike = (name: string): boolean => [text, ...paths].some((pattern) => matchesPath(pattern, name));
    return [{ what: 'pattern', isMeant: (variant) => [...namesOf(variant), ...foldersOf(variant)].some(isLike) }];
  }
  return [
    ...paths.map((path) => ({ what: `folder ${path}`, isMeant: (variant: NamedVariant) => isAt(variant, path) })),
    { what: `PackageVariant ${text}`, isMeant: (variant) => ownNames(variant).includes(text) },
    { what: `package ${text}`, isMeant: (variant) => packageNames(variant).includes(text) },
    { what: `Repository ${text}`, isMeant: ({ downstream }) => downstream?.place.name === text },
  ];
}

/** Returns the paths that a word can be, relative to the top of the git repository. */
export function pathsOf({ text, fromHere }: VariantWord): readonly string[] {
  // What begins with `.` or `/` is from here, as in a shell.
  const fromTop = /^[./]/.test(text) ? undefined : packagePath(text);
  const paths = new Set([fromHere, ...(fromTop === undefined ? [] : [fromTop])]);
  return [...paths].filter((path) => !/^\.\.(?:\/|$)/.test(path));
}

/** Reports whether a path is the folder of a variant in the git repository of the fleet, above it, or in it. */
function isAt({ folder, downstream }: NamedVariant, path: string): boolean {
  // The same folder may be in several other git repositories.
  if (folder === undefined || downstream?.place.url !== undefined) return false;
  return path === '' || isWithin(path, new Set([folder])) || isWithin(folder, new Set([path]));
}

/** Returns the folder of a variant in the git repository of the fleet, and those above it. */
function foldersOf({ folder, downstream }: NamedVariant): readonly string[] {
  return folder === undefined || downstream?.place.url !== undefined ? [] : foldersAround(folder);
}

/** Reports whether a path matches a pattern, in which `*` stands for any number of characters other than `/`. */
function matchesPath(pattern: string, path: string): boolean {
  const [patterns, names] = [pattern.split('/'), path.split('/')];
  return patterns.length === names.length && patterns.every((each, index) => matchesWildcard(each, names[index] ?? ''));
}

function isSameList<T>(one: readonly T[], other: readonly T[]): boolean {
  return one.length === other.length && one.every((each, index) => each === other[index]);
}

/** Returns the error of a word that names no variant. `hasFile`: as for `variantsNamed`. */
export function noneNamed(
  { text, fromHere }: VariantWord,
  all: readonly NamedVariant[],
  hasFile: (path: string) => boolean,
): KrmError {
  const elsewhere = all.flatMap(({ folder = '', downstream }) =>
    downstream === undefined ? [] : (remoteFolder({ folder, downstream }) ?? []),
  );
  const same = elsewhere.filter((each) => each.endsWith(`/${packagePath(text) ?? text}`));
  if (same.length > 0) return failure('variant-not-found', notOwnFolder(text, same));
  const place = fromHere !== '' && hasFile(fromHere) ? text : undefined;
  return failure('variant-not-found', noVariantNamed(text, all, place));
}

/**
 * Returns the message about a name that no variant has, with the nearest of their names. `place`: a folder that the
 * name is; undefined: it is none.
 */
function noVariantNamed(name: string, all: readonly NamedVariant[], place?: string): string {
  const names = all.map((each) => each.name);
  const others = all.flatMap((each) => [...namesOf(each), ...foldersOf(each)]);
  return unknownVariant(name, { names, path: packagePath(name) ?? name, others: [...new Set(others)], place });
}

/** Returns the names of a variant, apart from its folder. */
export function namesOf(variant: NamedVariant): readonly string[] {
  const cluster = variant.downstream?.place.name;
  return [...ownNames(variant), ...packageNames(variant), ...(cluster === undefined ? [] : [cluster])];
}

/** Returns the names of a PackageVariant. */
function ownNames({ name, namespace }: NamedVariant): readonly string[] {
  return [name, joinPaths(namespace || 'default', name)];
}

/** Returns the names of the package that a variant is. */
function packageNames({ folder = '', downstream }: NamedVariant): readonly string[] {
  if (downstream === undefined) return [];
  const remote = remoteFolder({ folder, downstream });
  return [joinPaths(downstream.place.name, downstream.package), ...(remote === undefined ? [] : [remote])];
}

/** Returns the folder of a variant in another git repository, after its URL; undefined for others. */
export function remoteFolder({
  folder,
  downstream: { place },
}: Pick<Variant, 'folder' | 'downstream'>): string | undefined {
  return place.url === undefined ? undefined : `${withoutCredentials(place.url)}/${folder}`;
}

/** Returns the error of a name that several variants have, in these folders. */
export function severalNamed(name: string, folders: readonly string[]): KrmError {
  return failure('ambiguous-name', severalVariants(name, folders));
}
