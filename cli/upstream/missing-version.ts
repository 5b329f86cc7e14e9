import { type About, KrmError, type Resource, failure, makeResult } from '../../src/krm/index.ts';
import { folderNotFound, namedFolderNotFound, refNotFound } from '../../src/messages/upstreams.ts';
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
  const message = refNotFound(repository.url.shown, repository.refs.defaultBranch);
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
  const version = { repository: url.shown, ref, commit };
  if (kptfile === undefined) return failure('file-not-found', folderNotFound(directory, version));
  const message = namedFolderNotFound(name, version);
  const about: About = {
    code: 'file-not-found',
    resource: kptfile,
    field: [name, 'git', 'directory'],
    currentValue: directory,
  };
  return new KrmError([makeResult('error', message, about)]);
}
