import { KrmError } from '../krm/result.ts';
import type { Resource } from '../krm/resource.ts';
import { makeResult } from '../krm/results.ts';
import type { Path } from '../yaml/index.ts';
import { noRepositoryUrl, NOT_STRING, PLACE_OUTSIDE } from './messages/inputs.ts';
import { packagePath } from './package-path.ts';
import { unknownFields } from './repository-fields.ts';
import type { Place } from './variant.ts';

/** Kind of the resources that name places of packages. */
export const REPOSITORY = { apiVersion: 'config.porch.kpt.dev/v1alpha1', kind: 'Repository' };

/** Annotation of a Repository that is a folder of the fleet's own git repository: its path. */
const PATH = ['metadata', 'annotations', 'krm-variants.dev/path'];

/** Annotation of a Repository with the URL for the Kptfiles of copies. */
const URL = ['metadata', 'annotations', 'krm-variants.dev/url'];

const GIT = ['spec', 'git'];

/** `spec.git.repo` of a Repository that is a folder of the fleet's own git repository. */
const OWN = '.';

/**
 * Reads where the packages of a Repository are; undefined if it is not a git repository. Throws a `KrmError` if it names no
 * repository, or a folder that must not hold packages, and for misspelt fields.
 */
export function readPlace(repository: Resource): Place | undefined {
  const { name } = repository;
  const misspelt = unknownFields(repository).filter(({ severity }) => severity === 'error');
  if (misspelt.length > 0) throw new KrmError(misspelt);
  const own = stringAt(repository, PATH);
  if (own === undefined && repository.document.keys(GIT) === undefined) return undefined;
  const [repo = '', directory = '', branch] = ['repo', 'directory', 'branch'].map((key) =>
    stringAt(repository, [...GIT, key]),
  );
  if (own === undefined && repo === '') throw invalid(repository, [...GIT, 'repo'], noRepositoryUrl(OWN));
  const folder = packagePath(own ?? directory);
  if (folder === undefined) throw invalid(repository, folderField(repository), PLACE_OUTSIDE);
  const publicUrl = stringAt(repository, URL) ?? (repo === OWN || repo === '' ? undefined : repo);
  if (own !== undefined || repo === OWN) return { name, folder, publicUrl };
  return { name, url: repo, branch: branch || undefined, folder };
}

/** Returns the field of a Repository that names its folder. */
export function folderField(repository: Resource): Path {
  return stringAt(repository, PATH) === undefined ? [...GIT, 'directory'] : PATH;
}

/** Returns the string at a path; undefined if there is none. Throws a `KrmError` for a value that YAML does not read as a string. */
function stringAt(repository: Resource, field: Path): string | undefined {
  const value = repository.document.value(field) ?? undefined;
  if (value === undefined || typeof value === 'string') return value;
  throw invalid(repository, field, NOT_STRING);
}

function invalid(resource: Resource, field: Path, message: string): KrmError {
  return new KrmError([
    makeResult('error', message, {
      code: 'invalid-value',
      resource,
      field,
      currentValue: resource.document.value(field),
    }),
  ]);
}
