import { KrmError, type Result } from '../../../src/krm/index.ts';
import { tagsOf } from '../../git/refs.ts';
import type { Repository } from '../../git/repository.ts';
import type { TaggedVersions } from '../ports.ts';

/**
 * Reads the versions of a package that tags name, as `revisionName` finds them: those of its folder, of a folder around it, and of its last
 * name. Leaves out tags of commits without the package. `read`: reads the version of a tag by the name that finds it. Throws a `KrmError` if the repository cannot be read.
 */
export function taggedVersions<Version extends { readonly refused: readonly Result[] }>(
  repository: Repository,
  directory: string,
  read: (tag: string) => Version,
): TaggedVersions<Version> {
  const own = tagsOf(repository.refs, directory.split('/').at(-1) ?? '');
  const tags = new Map([...own, ...tagsOf(repository.refs, directory)]);
  const versions: Version[] = [];
  let unread = 0;
  for (const [tag, { commit }] of tags) {
    const state = stateOf(repository, commit, directory);
    const version = state === 'present' ? readable(() => read(tag)) : undefined;
    if (version !== undefined && version.refused.length === 0) versions.push(version);
    else if (state !== 'absent') unread++;
  }
  return { versions, unread };
}

function stateOf(repository: Repository, commit: string, directory: string): 'present' | 'absent' | 'unread' {
  const found = readable(() => repository.find(commit, directory));
  if (found === undefined) return 'unread';
  return found.folder === undefined ? 'absent' : 'present';
}

function readable<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof KrmError) return undefined;
    throw error;
  }
}
