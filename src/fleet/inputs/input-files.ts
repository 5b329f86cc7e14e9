import { REPOSITORY, folderField, isWithin, readPlace } from '../index.ts';
import { ofOtherFile, placeHoldsInputs } from '../messages/inputs.ts';
import { KrmError, kindOf, makeResult, Resources, resultsOf, type Resource, type Result } from '../../krm/index.ts';
import { contentText, type PackageFile, readEach, readPackageFile, unreadWarning } from '../../package/index.ts';
import { linkErrors } from './place-links.ts';
import type { Files } from '../ports.ts';

/** Texts of the files that may hold inputs of a fleet. */
export interface InputTexts {
  /** Contents by path, relative to the top of the git repository. */
  readonly contents: ReadonlyMap<string, Uint8Array>;
  /** Names what was not read. */
  readonly passedOver: readonly Result[];
  /** As in a `FileList`. */
  readonly unread: readonly string[];
}

/** Files with the inputs of a fleet. */
export interface InputFiles {
  /** Files by path, relative to the top of the git repository. */
  readonly files: readonly PackageFile[];
  /** Folders of Repositories in this git repository. */
  readonly places: readonly OwnRepository[];
  /** Names what was not read. */
  readonly passedOver: readonly Result[];
  /** Errors about Repositories that are wrong, or behind a link. */
  readonly errors: readonly Result[];
}

/** Folders that never hold inputs. */
export const EXCLUDED = ['.krm-variants/', 'node_modules/'];

/**
 * Parses the inputs of a fleet: files outside of the folders of Repositories, since those may be other people's. Throws
 * a `KrmError` for files that are not YAML, and for Repositories that are wrong or behind a link. `leavesOut`: true to
 * return the errors about these Repositories. Default: false.
 */
export function parseInputFiles(
  { contents, passedOver, unread }: InputTexts,
  disk: Files,
  leavesOut = false,
): InputFiles {
  const invalid: Result[] = [];
  const skip = (results: readonly Result[]): void => void invalid.push(...results.map(withRemedy));
  const files = readEach([...contents.keys()], (path) => parseInput(path, contents), { skip });
  const { places, errors: invalidPlaces } = ownPlaces(files);
  const wrong = [...invalidPlaces, ...linkErrors(places, disk)];
  if (wrong.length > 0 && !leavesOut) throw new KrmError(wrong);
  const held = new Set(places.map((place) => place.folder));
  const isInput = (path: string): boolean => !isWithin(path, held);
  const errors = invalid.filter(({ file }) => file === undefined || isInput(file.path));
  if (errors.length > 0) throw new KrmError(errors);
  const inputs = files.filter(({ path }) => isInput(path));
  const notRead = [
    ...passedOver,
    ...unreadWarning(unread.filter(isInput)),
    ...inputs.flatMap((file) => file.passedOver),
  ];
  return { files: inputs, places, passedOver: notRead, errors: wrong };
}

/** Parses one of the files. */
export function parseInput(path: string, contents: InputTexts['contents']): PackageFile {
  return readPackageFile(path, contentText(contents.get(path) ?? '', path));
}

function withRemedy(result: Result): Result {
  return { ...result, message: ofOtherFile(result.message) };
}

/** Repository that is a folder of this git repository, with the file that says so. */
export interface OwnRepository {
  readonly file: string;
  readonly folder: string;
}

/** Repository that is a folder of this git repository, as it was read. */
interface ReadRepository extends OwnRepository {
  readonly resource: Resource;
}

/** Repository that is wrong. */
interface InvalidRepository {
  readonly file: string;
  readonly folder?: undefined;
  readonly results: readonly Result[];
}

/**
 * Returns the Repositories that are folders, and the errors about those that are wrong. One that is in the folder of
 * another does not count: it may come with a package. Throws a `KrmError` if that leaves open which of them count.
 */
function ownPlaces(files: readonly PackageFile[]): Pick<InputFiles, 'places' | 'errors'> {
  let open = files.flatMap(ownRepositories);
  const places: OwnRepository[] = [];
  const errors: Result[] = [];
  while (open.length > 0) {
    const folders = new Set([...open, ...places].map(({ folder }) => folder));
    const outer = open.filter(({ file }) => !isWithin(file, folders));
    if (outer.length === 0) throw new KrmError(open.flatMap((one) => heldErrors(one, open)));
    for (const one of outer) {
      if (one.folder === undefined) errors.push(...one.results);
      else places.push({ file: one.file, folder: one.folder });
    }
    const taken = new Set<unknown>(outer);
    const known = new Set(places.map(({ folder }) => folder));
    open = open.filter((one) => !taken.has(one) && !isWithin(one.file, known));
  }
  return { places, errors };
}

/** Returns the errors about one of the Repositories that hold the files of each other, or their own. */
function heldErrors(
  one: ReadRepository | InvalidRepository,
  all: readonly (ReadRepository | InvalidRepository)[],
): readonly Result[] {
  if (one.folder === undefined) return one.results;
  const { folder, resource } = one;
  const held = [...new Set(all.map(({ file }) => file))].filter((file) => isWithin(file, new Set([folder])));
  if (held.length === 0) return [];
  return [
    makeResult('error', placeHoldsInputs(held), {
      code: 'invalid-value',
      resource,
      field: folderField(resource),
      currentValue: folder || undefined,
    }),
  ];
}

/** Returns the Repositories of a file that are folders of this git repository, also invalid ones. */
export function ownRepositories({
  path: file,
  resources,
}: PackageFile): readonly (ReadRepository | InvalidRepository)[] {
  return [...new Resources(resources)].flatMap((resource): readonly (ReadRepository | InvalidRepository)[] => {
    if (kindOf(resource) !== kindOf(REPOSITORY)) return [];
    try {
      const place = readPlace(resource);
      return place === undefined || place.url !== undefined ? [] : [{ file, folder: place.folder, resource }];
    } catch (error) {
      return [{ file, results: resultsOf(error) }];
    }
  });
}
