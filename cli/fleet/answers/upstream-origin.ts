import { joinPath } from '../../../src/files/index.ts';
import type { LockedUpstream } from '../../../src/fleet/index.ts';
import type { Cause } from '../../blame/cause.ts';
import { LocalCommits } from '../../blame/local-commits.ts';
import { sourceOf, upstreamCauses } from '../../blame/package-lineages.ts';
import type { LinePlace } from '../../report/aligned-lines.ts';
import { linesOf } from '../../report/text-parts.ts';
import { textOf } from '../../upstream/version-files.ts';
import type { UpstreamPackage } from '../ports.ts';

type Origin = (place: LinePlace) => Cause;

/** Returns a function that names the line of an upstream package, in a git repository or in the work tree `root`, that a line is. */
export function upstreamOrigin({ locked, sources }: UpstreamPackage, root: string): Origin {
  const inGit = upstreamCauses(sources);
  const inWorkTree = workTreeOrigin(locked, sources, root);
  return (place) => {
    const source = sourceOf(place.file, sources);
    if (source?.version === undefined) return inWorkTree(place);
    const cause = inGit(place);
    if (cause.by !== 'upstream' || cause.version === undefined || source.folder !== '') return cause;
    const { asked, url, repository, ref = cause.version.ref } = locked;
    // A folder of the fleet's own repository has a path that differs on each machine.
    const named = url === undefined ? repository : cause.version.repository;
    return { ...cause, version: { ...cause.version, repository: named, ref: asked ?? ref } };
  };
}

function workTreeOrigin(
  { directory, repository, commit }: LockedUpstream,
  sources: UpstreamPackage['sources'],
  root: string,
): Origin {
  const known = new Map<string, ReturnType<LocalCommits['of']>>();
  let commits: LocalCommits | undefined;
  return ({ file, line }) => {
    const path = joinPath(directory, file);
    const source = sourceOf(file, sources);
    const text = source && textOf(source.files, file.slice(source.folder.length));
    const found = known.get(path) ?? (commits ??= new LocalCommits(root)).of(path, linesOf(text ?? ''));
    known.set(path, found);
    const version = { repository, ref: 'work tree', ...(commit !== undefined && { commit }) };
    return { by: 'upstream', file: path, line, version, ...found[line - 1] };
  };
}
