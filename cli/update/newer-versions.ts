import { type Resource, fileError } from '../../src/krm/index.ts';
import { counted, firstNames } from '../../src/wording.ts';
import { UPSTREAM_NEEDED } from '../../src/messages/upstreams.ts';
import { OwnSettings } from '../git/own-settings.ts';
import { readWholeFolder } from '../package/whole-folder.ts';
import { lockOf, readKptfile, textOf, upstreamOf } from '../../src/upstream/index.ts';
import { Repositories } from '../upstream/repositories.ts';
import { newerTags, type CurrentVersion, type NewerTags } from './newer-tags.ts';
import type { VersionArguments } from './package-versions.ts';

/** Lines about newer versions. */
interface NewerVersions {
  /** Tags with dates, one on a line, newest first. */
  readonly list: string;
  /** Line about the tags that cannot be compared; '' if there are none. */
  readonly note: string;
}

/**
 * Lists the tags of the upstream of a package that are newer than the package, each with the date of its commit. Tags are compared if the text around
 * their version is that of the version in use. A package that came from a branch or a commit gets all of one form. Throws a `KrmError` if the upstream cannot be read.
 */
export function listNewerVersions({
  folder,
  isOffline,
}: Pick<VersionArguments, 'folder' | 'isOffline'>): NewerVersions {
  const kptfile = readKptfile(textOf(readWholeFolder(folder).files, 'Kptfile') ?? '', 'Kptfile');
  const current = currentOf(kptfile);
  const repository = new Repositories({ isOffline, own: new OwnSettings(folder) }).open(current.repo);
  const tags = newerTags(repository.refs, current);
  const dates = repository.dates(tags.newer.map(({ commit }) => commit));
  const width = Math.max(0, ...tags.newer.map(({ name }) => name.length));
  const lines = tags.newer.map(({ name, commit }) => `${name.padEnd(width)}  ${dates.get(commit) ?? 'date unknown'}\n`);
  return { list: lines.join(''), note: noteOf(tags) };
}

/** Returns the place in the upstream that newer versions are looked for at, with the version that the package came from. */
function currentOf(kptfile: Resource): CurrentVersion {
  const upstream = upstreamOf(kptfile);
  if (upstream === undefined) throw fileError('Kptfile', 'no-upstream', UPSTREAM_NEEDED);
  const lock = lockOf(kptfile);
  return { ...upstream.git, ref: lock?.ref ?? upstream.git.ref, commit: lock?.commit };
}

function noteOf({ others, current }: NewerTags): string {
  if (others.length === 0) return '';
  const names = firstNames(others, (name) => name);
  const tags = counted(others.length, 'other tag');
  if (current === undefined) return `${tags} not listed: ${names}\n`;
  return `${tags} cannot be compared with ${current}, and may be newer: ${names}\n`;
}
