import { joinPath } from '../../files/index.ts';
import type { LockedUpstream } from '../index.ts';
import { type Cause, type LineCommits, sourceOf, upstreamCauses } from '../../blame/index.ts';
import { type LinePlace, linesOf } from '../../explain/index.ts';
import { textOf } from '../../upstream/index.ts';
import type { Tree, UpstreamPackage } from '../ports.ts';

type Origin = (place: LinePlace) => Cause;

/** Returns a function that names the line of an upstream package, in a git repository or in a work tree, that a line is. */
export function upstreamOrigin({ locked, sources }: UpstreamPackage, tree: Tree): Origin {
  const inGit = upstreamCauses(sources);
  const inWorkTree = workTreeOrigin(locked, sources, tree);
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
  tree: Tree,
): Origin {
  const known = new Map<string, ReturnType<LineCommits['of']>>();
  let commits: LineCommits | undefined;
  return ({ file, line }) => {
    const path = joinPath(directory, file);
    const source = sourceOf(file, sources);
    const text = source && textOf(source.files, file.slice(source.folder.length));
    const found = known.get(path) ?? (commits ??= tree.lineCommits('')).of(path, linesOf(text ?? ''));
    known.set(path, found);
    const version = { repository, ref: 'work tree', ...(commit !== undefined && { commit }) };
    return { by: 'upstream', file: path, line, version, ...found[line - 1] };
  };
}
