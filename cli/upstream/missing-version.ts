import { type About, KrmError, type Resource, failure, makeResult } from '../../src/krm/index.ts';
import type { ResolvedRef } from '../git/refs.ts';
import type { Repository } from '../git/repository.ts';

/** Field of a Kptfile that names a version: the one that updates come from, or the one that the package came from. */
export type NamedVersion = 'upstream' | 'upstreamLock';

/**
 * Resolves the reference that a Kptfile names as its upstream. Throws a `KrmError` that says what to edit if the git repository does not have it, for
 * example since its default branch was renamed.
 */
export function resolveNamed(
  repository: Repository,
  { directory, ref }: { readonly directory: string; readonly ref: string },
  kptfile: Resource,
): ResolvedRef {
  const found = repository.lookUp(directory, ref);
  if (found !== undefined) return found;
  const { defaultBranch } = repository.refs;
  const branch = defaultBranch === undefined ? '' : `, whose default branch is ${JSON.stringify(defaultBranch)}`;
  const message = `must be a tag, a branch or a commit of ${repository.url.shown}${branch}: if upstream renamed the branch, set this field to the new name`;
  const about: About = {
    code: 'revision-not-found',
    resource: kptfile,
    field: ['upstream', 'git', 'ref'],
    currentValue: ref,
  };
  throw new KrmError([makeResult('error', message, about)]);
}

/** Returns the error of a folder that a commit does not have. It names the field of the Kptfile; undefined for a package that has none yet. */
export function absentFolder(
  { url }: Repository,
  { directory, ref, commit }: ResolvedRef & { readonly directory: string },
  { kptfile, name }: { readonly kptfile: Resource | undefined; readonly name: NamedVersion },
): KrmError {
  if (kptfile === undefined)
    return failure('file-not-found', `${JSON.stringify(directory)} must be a folder of ${url.shown} at ${ref}`);
  const id = commit.slice(0, 12);
  const message = `must be a folder of ${url.shown} at ${ref === commit ? id : `${ref} (${id})`}${REMEDIES[name]}`;
  const about: About = {
    code: 'file-not-found',
    resource: kptfile,
    field: [name, 'git', 'directory'],
    currentValue: directory,
  };
  return new KrmError([makeResult('error', message, about)]);
}

const REMEDIES: Readonly<Record<NamedVersion, string>> = {
  upstream: ': if upstream moved the package, set this field to its new folder',
  upstreamLock:
    ', the version that the package came from: correct this field and `upstreamLock.git.commit`, or give the files of that version with `--base DIR`',
};
