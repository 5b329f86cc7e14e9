import { didYouMean } from '../../../src/nearest-name.ts';
import { git } from '../../git/git.ts';
import { LocalStore } from '../../git/local-store.ts';
import { findRef, revisionNames } from '../../git/refs.ts';
import { Repository } from '../../git/repository.ts';
import { failure } from '../../process/failure.ts';
import type { PackageAddress } from '../../upstream/package-address.ts';
import { revisionName } from '../store/revision-name.ts';

/**
 * Throws a `KrmError` unless a git repository on this machine has the folder of a package at its version. One on a host is not read, since nothing is
 * fetched before `fleet apply --fetch`. `path`: of the package.
 */
export function checkSource({ url, ref = '' }: PackageAddress, path: string): void {
  if (url.folder === undefined) return;
  const repository = new Repository(url, { isOffline: true });
  const { refs } = repository;
  const { name } = revisionName(repository, path, ref);
  if (findRef(refs, path, name) === undefined && !/^[\da-f]{4,63}$/.test(name)) {
    const otherwise = `if only its remote has it, run \`git fetch --tags\`; if it does not exist yet, run \`git tag ${ref}\` there`;
    const hint = didYouMean(ref, revisionNames(refs, path), { otherwise });
    throw failure(
      'revision-not-found',
      `\`--from\`: ${JSON.stringify(ref)} must be a tag, a branch or a commit of ${url.shown}${hint}`,
    );
  }
  const { commit } = repository.resolve(path, name);
  const args = ['ls-tree', '-r', '-z', '--name-only', '--full-tree', commit];
  const files = git(args, LocalStore.at(url.folder).place).toString().split('\0');
  if (files.some((file) => file.startsWith(`${path}/`))) return;
  const packages = files.flatMap((file) => /^(.+)\/Kptfile$/s.exec(file)?.[1] ?? []);
  const hint = didYouMean(path, packages, { otherwise: 'if it is new, commit it, and tag this commit' });
  throw failure(
    'package-not-found',
    `\`--from\`: ${JSON.stringify(path)} must be a folder of ${url.shown} at ${ref}${hint}`,
  );
}
