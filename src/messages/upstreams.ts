/**
 * Messages about the upstream of a package, its versions, and nested packages. Each function returns the text of a
 * result.
 */
import { firstNames, counted, oneOf } from '../wording.ts';

export const UPSTREAM_NEEDED = 'must have an `upstream` that the package is updated from';

export const LOCK_NEEDED =
  'must have an `upstreamLock`, the version that the package came from: give the files of that version with `--base DIR`';

export const IN_VARIANT =
  'is in a variant of a fleet, whose versions its lock names: use `krm-variants fleet blame`, `fleet diff` or `fleet apply`';

export const BASE_WITHOUT_KPTFILE =
  'must have the Kptfile of the version that the package came from: pass the folder that has it';

export const BASE_OTHER_FILES =
  'must have the files of the version that the package came from, but has no file of it: pass their folder';

/** `field`: `upstream` or `upstreamLock`. `type`: value of its type, as JSON. */
export function onlyGit(field: string, type: string): string {
  return `must be git, the only supported type, but is ${type}: set it to git, and \`${field}.git\` to the place of the package`;
}

export const UPSTREAM_FIELD_EMPTY = 'must be a text that is not empty: only upstreams in git are supported';

export function unknownStrategy(strategies: readonly string[]): string {
  return `must be ${oneOf(strategies)}`;
}

/** `repository`: its URL. `defaultBranch`: undefined if it is not known. */
export function refNotFound(repository: string, defaultBranch: string | undefined): string {
  const branch = defaultBranch === undefined ? '' : `, whose default branch is ${JSON.stringify(defaultBranch)}`;
  return `must be a tag, a branch or a commit of ${repository}${branch}: if upstream renamed the branch, set this field to the new name`;
}

/** Folder of a repository in a version. `ref` can be the commit. */
interface VersionFolder {
  readonly repository: string;
  readonly ref: string;
  readonly commit: string;
}

/** Is about a folder that the command line names. */
export function folderNotFound(directory: string, { repository, ref }: Omit<VersionFolder, 'commit'>): string {
  return `${JSON.stringify(directory)} must be a folder of ${repository} at ${ref}`;
}

/**
 * Is about the folder that a field of a Kptfile names: the one that updates come from, or the one that the package came
 * from.
 */
export function namedFolderNotFound(
  field: 'upstream' | 'upstreamLock',
  { repository, ref, commit }: VersionFolder,
): string {
  const id = commit.slice(0, 12);
  return `must be a folder of ${repository} at ${ref === commit ? id : `${ref} (${id})`}${FOLDER_REMEDIES[field]}`;
}

const FOLDER_REMEDIES = {
  upstream: ': if upstream moved the package, set this field to its new folder',
  upstreamLock:
    ', the version that the package came from: correct this field and `upstreamLock.git.commit`, or give the files of that version with `--base DIR`',
} as const;

/** `folder`: that of the nested package; '' for the root package. */
export function commitGone(commit: string, repository: string, folder: string): string {
  const files =
    folder === ''
      ? 'give the files of that version with `--base DIR`'
      : `give the files of that version in the folder ${JSON.stringify(folder)} of \`--base DIR\``;
  return `the commit ${commit} that the package came from is no longer in ${repository}: ${files}`;
}

export function folderOutside(directory: string): string {
  return `the folder of an upstream must not have ".." in its path, as ${JSON.stringify(directory)} has`;
}

export function fetchedTooDeep(levels: number): string {
  return `packages must not fetch each other more than ${levels} levels deep`;
}

export const NESTED_ALONE = 'is not updated with the package around it: update it on its own';

export const NESTED_UPSTREAM_STAYS =
  '`upstream` stays: the local package and the new version of the package around it changed it differently';

export const NESTED_STAYS_DELETED = 'stays deleted, though new changes it';

export function nestedOnThisMachine(repository: string): string {
  return `the upstream of a nested package must not be on this machine, but is ${repository}: allow it by making it a remote of your git repository (\`git remote add NAME PATH\`)`;
}

export function nestedOnOtherHost(host: string): string {
  return `the upstream of a nested package must be on the host of the root package, but is on ${host}: allow it with \`--allow-host ${host}\``;
}

export const LFS_POINTER = 'is a pointer of Git LFS: the file itself is not fetched';

export const ONE_KPTFILE = 'must have one resource of kind Kptfile (kpt.dev/v1) with `metadata.name`';

export const KPTFILE_RESOURCE = 'must have a Kptfile resource';

export const CONTEXT_NEEDED = 'must have the package context, a ConfigMap kptfile.kpt.dev';

/** `name`: the one of the package that is copied. */
export function contextOfOther(name: string): string {
  return `is the name of another package: \`--for-deployment\` sets it to "${name}"`;
}

export const CREDENTIALS_LEFT_OUT =
  'the credentials in the URL are not written to the Kptfile: updates need a credential helper of git';

/** `made`: folder that the new package gets. */
export function madeInside(made: string): string {
  return `is a package, so the new one is nested in it, as by kpt, in ${made}: to confirm this, name that folder; for a separate package, name a new one`;
}

/** `paths`: files of a new package that git ignores. */
export function ignoredHere(paths: readonly string[]): string {
  const names = firstNames(paths, (path) => path);
  return `has ${counted(paths.length, 'file')} that git ignores here (${names}), so other clones would take ${paths.length === 1 ? 'it' : 'them'} for deleted: commit with \`git add --force\`, or change your .gitignore`;
}

export function parentNeeded(folder: string): string {
  return `parent directory ${JSON.stringify(folder)} must exist`;
}

export function destinationNoFolder(path: string): string {
  return `${JSON.stringify(path)} must be a folder`;
}

/** Is about the current folder as a destination. `folder`: the one that the package would be in by default. */
export function currentNotEmpty(folder: string): string {
  return `the current folder must be empty to hold the package: leave the destination out to create ${JSON.stringify(folder)}`;
}

export function destinationExists(folder: string): string {
  return `destination directory ${JSON.stringify(folder)} already exists: name another folder`;
}
