import { foldersAbove } from '../files/index.ts';
import type { Resource } from '../krm/resource.ts';
import { KrmError, type Result } from '../krm/result.ts';
import { makeResult } from '../krm/results.ts';
import { nearestName } from '../nearest-name.ts';
import type { Path } from '../yaml/index.ts';
import { fieldIgnored, fieldMisspelt, noRepositoryUrl, NOT_STRING, PLACE_OUTSIDE } from './messages/inputs.ts';
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
 * Reads where the packages of a Repository are; undefined if it is not a git repository. Throws a `KrmError` if it
 * names no repository, or a folder that must not hold packages, and for misspelt fields.
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

/**
 * Returns the string at a path; undefined if there is none. Throws a `KrmError` for a value that YAML does not read as
 * a string.
 */
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

/** Names of folders that are not for packages. */
const RESERVED: ReadonlySet<string> = new Set(['..', '.git', '.krm-variants']);

/**
 * Returns a path of a package or a folder of packages without `.` and superfluous slashes, '' for the top folder.
 * Returns undefined for one that leads out of the repository, or into a folder that is not for packages.
 */
export function packagePath(text: string): string | undefined {
  const parts = text.split('/').filter((part) => part !== '' && part !== '.');
  const isReserved = parts.some((part) => RESERVED.has(part.toLowerCase()) || /[\\\0]/.test(part));
  return isReserved ? undefined : parts.join('/');
}

/** Joins paths, each of which may be ''. */
export function joinPaths(...paths: readonly string[]): string {
  return paths.filter((path) => path !== '').join('/');
}

/** Returns the folders that hold a path, from itself upwards, without the top folder. */
export function foldersAround(path: string): readonly string[] {
  return [path, ...foldersAbove(path)];
}

/** Reports whether a path is one of the folders, or in one of them; '' holds all. */
export function isWithin(path: string, folders: ReadonlySet<string | undefined>): boolean {
  return folders.has('') || foldersAround(path).some((folder) => folders.has(folder));
}

/**
 * Fields of a Repository that a version of Porch knows, by the map that has them. Only few of them matter to a fleet.
 */
const KNOWN: readonly (readonly [map: Path, names: readonly string[]])[] = [
  [[], ['apiVersion', 'kind', 'metadata', 'spec', 'status']],
  [
    ['spec'],
    [
      'content',
      'deployment',
      'description',
      'functions',
      'git',
      'mutators',
      'oci',
      'sync',
      'type',
      'upstream',
      'validators',
    ],
  ],
  [
    ['spec', 'git'],
    ['author', 'branch', 'createBranch', 'directory', 'email', 'repo', 'secretRef'],
  ],
];

/**
 * Returns a result for each field of a Repository that no version of Porch knows: an error if a known name is near,
 * since the field is then probably misspelt and would be ignored, else a warning.
 */
export function unknownFields(repository: Resource): readonly Result[] {
  return KNOWN.flatMap(([map, names]) =>
    (repository.document.keys(map) ?? [])
      .filter((name) => !names.includes(name))
      .map((name) => {
        const about = { code: 'unknown-field', resource: repository, field: [...map, name] } as const;
        const right = nearestName(name, names);
        if (right !== undefined) return makeResult('error', fieldMisspelt(quote(right)), about);
        return makeResult('warning', fieldIgnored(names.map(quote)), about);
      }),
  );
}

function quote(name: string): string {
  return `\`${name}\``;
}
