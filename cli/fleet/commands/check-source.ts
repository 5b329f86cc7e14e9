import { unknownSourcePackage, unknownSourceRevision } from '../../../src/fleet/messages/versions.ts';
import { git } from '../../git/git.ts';
import { LocalStore } from '../../git/local-store.ts';
import { findRef, revisionNames } from '../../git/refs.ts';
import { Repository } from '../../git/repository.ts';
import type { PackageAddress } from '../../upstream/package-address.ts';
import { revisionName } from '../store/revision-name.ts';
import { failure } from '../../../src/krm/index.ts';

/**
 * Throws a `KrmError` unless a git repository on this machine has the folder of a package at its version. One on a host is not read, since nothing is
 * fetched before `fleet apply --fetch`. `path`: of the package.
 */
export function checkSource({ url, ref = '' }: PackageAddress, path: string): void {
  if (url.folder === undefined) return;
  const repository = new Repository(url, { isOffline: true });
  const { refs } = repository;
  const { name } = revisionName(repository, path, ref);
  if (findRef(refs, path, name) === undefined && !/^[\da-f]{4,63}$/.test(name))
    throw failure('revision-not-found', unknownSourceRevision(ref, url.shown, revisionNames(refs, path)));
  const { commit } = repository.resolve(path, name);
  const args = ['ls-tree', '-r', '-z', '--name-only', '--full-tree', commit];
  const files = git(args, LocalStore.at(url.folder).place).toString().split('\0');
  if (files.some((file) => file.startsWith(`${path}/`))) return;
  const packages = files.flatMap((file) => /^(.+)\/Kptfile$/s.exec(file)?.[1] ?? []);
  throw failure('package-not-found', unknownSourcePackage(path, { place: url.shown, ref }, packages));
}
