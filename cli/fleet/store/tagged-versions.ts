import { KrmError, type Result } from '../../../src/krm/index.ts';
import { packageTags } from '../../git/refs.ts';
import type { Repository } from '../../git/repository.ts';
import type { TaggedVersions } from '../../../src/fleet/ports.ts';

/**
 * Reads the versions of a package that its tags name. Leaves out tags of commits without the package. `read`: reads the version of a tag by the name
 * that finds it. Throws a `KrmError` if the repository cannot be read.
 */
export function taggedVersions<Version extends { readonly refused: readonly Result[] }>(
  repository: Repository,
  directory: string,
  read: (tag: string) => Version,
): TaggedVersions<Version> {
  const versions: Version[] = [];
  let unread = 0;
  for (const [tag, { commit }] of packageTags(repository.refs, directory)) {
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
