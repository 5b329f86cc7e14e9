import { type Place, foldersAround } from '../index.ts';
import { behindLink, placeIsLink } from '../messages/places.ts';
import { KrmError, type Resource, type Result, distinctResults, fileError } from '../../krm/index.ts';
import type { Files } from '../ports.ts';

/** Folder of a Repository, with the file that says so. */
interface NamedFolder {
  readonly file: string;
  readonly folder: string;
}

/**
 * Throws a `KrmError` if a folder of a Repository is reached through a symbolic link, which may lead out of the git
 * repository.
 */
export function refuseLinks(places: readonly NamedFolder[], files: Files): void {
  const errors = linkErrors(places, files);
  if (errors.length > 0) throw new KrmError(errors);
}

/** Returns an error about each Repository whose folder is reached through a symbolic link. */
export function linkErrors(places: readonly NamedFolder[], files: Files): readonly Result[] {
  const known = new Map<string, boolean>();
  const isLink = (path: string): boolean => {
    const found = known.get(path) ?? files.isLink(path);
    known.set(path, found);
    return found;
  };
  const errors = places.flatMap(({ file, folder }) => {
    const link = folder === '' ? undefined : foldersAround(folder).find(isLink);
    return link === undefined ? [] : linkError(file, link).results;
  });
  return distinctResults(errors);
}

/** Throws the same error for the place of one Repository. */
export function refuseLinked(place: Place, { location }: Resource, files: Files): void {
  const link = place.url === undefined ? files.linkTo(place.folder) : undefined;
  if (link !== undefined) throw linkError(location.path ?? '', link);
}

function linkError(file: string, link: string): KrmError {
  return fileError(file, 'wrong-file-type', placeIsLink(link));
}

/** Throws a `KrmError` for a folder behind a symbolic link, which may lead out of the git repository. */
export function refuseBehindLink(files: Pick<Files, 'linkTo'>, folder: string): void {
  const link = files.linkTo(folder);
  if (link !== undefined) throw fileError(folder, 'wrong-file-type', behindLink(link));
}
