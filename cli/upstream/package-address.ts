import { basename, dirname, isDrivePath, ofFileUrl } from '../process/host-paths.ts';
import { UsageError } from '../arguments/usage-error.ts';
import { isRepository } from '../git/local-store.ts';
import { findRef } from '../git/refs.ts';
import type { Repository } from '../git/repository.ts';
import { parseRepositoryUrl, type RepositoryUrl } from '../git/repository-url.ts';
import { fileError } from '../../src/krm/index.ts';
import { withoutCredentials } from '../../src/url-credentials.ts';
import { folderOutside } from '../../src/messages/upstreams.ts';

/** A folder of a git repository, as a command line names it. */
export interface PackageAddress {
  readonly url: RepositoryUrl;
  /** Relative to the repository, without slashes at its ends; '' for all of it. */
  readonly directory: string;
  /** Tag, branch or commit; undefined for the default branch. */
  readonly ref: string | undefined;
}

/** Parts of an address before they are checked. */
interface AddressParts {
  readonly repository: string;
  readonly rest: string;
}

/**
 * Parses `REPO/DIR@REF` in the forms of kpt: `.git` after the repository, which is removed; a URL of github.com, also
 * one of a browser; or a folder in a repository on this machine. Throws a `UsageError` if the repository cannot be told
 * from the folder, and a `KrmError` if its name is invalid.
 */
export function parseAddress(text: string): PackageAddress {
  const parts = withSuffix(text) ?? onGitHub(text) ?? onThisMachine(text);
  if (parts === undefined && /^(?:\.{0,2}\/|~|file:)/.test(text))
    throw new UsageError(`no git repository is at "${text}", or above it: check the path`);
  if (parts === undefined)
    throw new UsageError(
      `write \`.git\` after the repository, as in https://HOST/REPO.git/DIR@REF, not "${withoutCredentials(text)}"`,
    );
  const { repository, rest } = parts;
  const at = rest.lastIndexOf('@');
  const [folder, ref] = at === -1 ? [rest, undefined] : [rest.slice(0, at), rest.slice(at + 1)];
  if (ref === '') throw new UsageError(`a tag, a branch or a commit must follow "@" in "${withoutCredentials(text)}"`);
  const directory = cleanDirectory(folder);
  if (directory === undefined)
    throw new UsageError(`a folder of a repository must not have ".." in its path, as "${folder}" has`);
  return { url: parseRepositoryUrl(repository), directory, ref };
}

/**
 * Settles which `@` of an address begins its reference: the last one that an existing reference follows. Among several,
 * one after an existing folder is preferred. Returns the address as it is if there is none.
 */
export function settledAddress(address: PackageAddress, repository: Repository): PackageAddress {
  if (address.ref === undefined || !address.directory.includes('@')) return address;
  const text = `${address.directory}@${address.ref}`;
  const found = Array.from(text.matchAll(/@/g), ({ index }) => ({
    directory: cleanDirectory(text.slice(0, index)) ?? '',
    ref: text.slice(index + 1),
  })).flatMap((split) => {
    const commit = findRef(repository.refs, split.directory, split.ref)?.commit;
    return commit === undefined ? [] : [{ split, commit }];
  });
  const isThere = ({ split, commit }: (typeof found)[number]): boolean =>
    repository.find(commit, split.directory)?.folder !== undefined;
  return { ...address, ...(found.findLast(isThere) ?? found.at(-1))?.split };
}

/** Returns a folder of a repository without slashes at its ends; undefined if it leads out of the repository. */
function cleanDirectory(text: string): string | undefined {
  const parts = text.split('/').filter((part) => part !== '' && part !== '.');
  return parts.includes('..') ? undefined : parts.join('/');
}

/**
 * Returns the folder that a Kptfile names, as `PackageAddress` has it. `path`: the Kptfile, for a `KrmError` about a
 * wrong folder.
 */
export function repositoryFolder(text: string, path: string): string {
  const directory = cleanDirectory(text);
  if (directory !== undefined) return directory;
  throw fileError(path, 'invalid-value', folderOutside(text));
}

function withSuffix(text: string): AddressParts | undefined {
  const [, repository, rest = ''] = /^(.+?)\.git((?:[/@].*)?)$/s.exec(text) ?? [];
  return repository === undefined ? undefined : { repository, rest };
}

const GITHUB = /^((?:https?:\/\/(?:[^/@]*@)?|(?:ssh:\/\/)?git@)(?:www\.)?github\.com[/:][^/@]+\/[^/@]+)(.*)$/s;

function onGitHub(text: string): AddressParts | undefined {
  const [, repository, rest = ''] = GITHUB.exec(text) ?? [];
  if (repository === undefined) return undefined;
  const [, ref, folder = ''] = /^\/tree\/([^/@]+)(\/[^@]*)?$/.exec(rest) ?? [];
  return { repository, rest: ref === undefined ? rest : `${folder}@${ref}` };
}

/** Finds the innermost folder of a path that is a repository. */
function onThisMachine(text: string): AddressParts | undefined {
  const [, scheme = '', url = text] = /^(file:\/\/)(\/.*)$/is.exec(text) ?? [];
  const named = ofFileUrl(url);
  if (scheme === '' && /^[^/]+:/.test(text) && !isDrivePath(text)) return undefined;
  const at = named.lastIndexOf('@');
  const path = at === -1 ? named : named.slice(0, at);
  for (let folder = path.replace(/\/+$/, '') || '/'; ; folder = dirname(folder)) {
    // The current folder is not written at the start of a path in it.
    const isLeftOut = folder === '.' && !/^\.(?:\/|@|$)/.test(named);
    if (isRepository(folder))
      return {
        repository: `${scheme}${url.slice(0, url.length - named.length)}${folder}`,
        rest: isLeftOut ? `/${named}` : named.slice(folder.length),
      };
    // The folder named before `..` is not above it.
    if (dirname(folder) === folder || basename(folder) === '..') return undefined;
  }
}
