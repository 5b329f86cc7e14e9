import { compareVersions } from '../../src/version-range.ts';
import { OwnSettings } from '../git/own-settings.ts';
import { tagsOf } from '../git/refs.ts';
import { fileError } from '../package/file-error.ts';
import { readWholeFolder } from '../package/whole-folder.ts';
import { lockOf, readKptfile, upstreamOf } from '../upstream/kptfile-upstream.ts';
import { repositoryFolder } from '../upstream/package-address.ts';
import { Repositories } from '../upstream/repositories.ts';
import { textOf } from '../upstream/version-files.ts';
import type { VersionArguments } from './package-versions.ts';

/**
 * Lists the tags of the upstream of a package that are newer than the package, the newest first, each with the date of its commit. A package that came from
 * a branch or a commit gets all of them. Throws a `KrmError` if the upstream cannot be read.
 */
export function listNewerVersions({ folder, isOffline }: VersionArguments): string {
  const kptfile = readKptfile(textOf(readWholeFolder(folder).files, 'Kptfile') ?? '', 'Kptfile');
  const upstream = upstreamOf(kptfile);
  if (upstream === undefined) throw fileError('Kptfile', 'must have an `upstream` that the package is updated from');
  const { repo, directory, ref } = upstream.git;
  const repository = new Repositories({ isOffline, own: new OwnSettings(folder) }).open(repo);
  const current = (lockOf(kptfile)?.ref ?? ref).replace(/^.*\//, '');
  const tags = [...tagsOf(repository.refs, repositoryFolder(directory, 'Kptfile'))];
  const newer = tags
    .filter(([name]) => compareVersions(name, name) !== undefined && (compareVersions(name, current) ?? 1) > 0)
    .toSorted(([a], [b]) => compareVersions(b, a) ?? 0);
  const dates = repository.dates(newer.map(([, { commit }]) => commit));
  const width = Math.max(0, ...newer.map(([name]) => name.length));
  return newer.map(([name, { commit }]) => `${name.padEnd(width)}  ${dates.get(commit) ?? 'date unknown'}\n`).join('');
}
