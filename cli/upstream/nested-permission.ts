import { isSameRepository } from '../git/local-store.ts';
import { parseRepositoryUrl, type RepositoryUrl } from '../git/repository-url.ts';
import { fileError } from '../../src/krm/index.ts';
import { nestedOnOtherHost, nestedOnThisMachine } from '../../src/messages/upstreams.ts';

/** Repositories that the packages in a package may name. */
export interface NestedPermission {
  /** Repository of the package that the user named. */
  readonly root: RepositoryUrl;
  /** Further hosts. */
  readonly hosts: readonly string[];
  /** Returns further repositories on this machine: the user's own remotes. */
  readonly remotes: () => readonly string[];
}

/**
 * Parses the repository of a nested package, which a stranger may have named. Throws a `KrmError` unless it is on the
 * host of the root package, or on a host that the user allows. A repository on this machine must be that of the root
 * package, or one of the user's own remotes.
 */
export function nestedUrl(repo: string, { root, hosts, remotes }: NestedPermission, path: string): RepositoryUrl {
  const url = parseRepositoryUrl(repo);
  const { folder, host, shown } = url;
  if (folder !== undefined) {
    if (folder === root.folder || remotes().some((each) => isSameRepository(each, folder))) return url;
    throw fileError(path, 'access-refused', nestedOnThisMachine(shown));
  }
  if (host === root.host || hosts.includes(host)) return url;
  throw fileError(path, 'access-refused', nestedOnOtherHost(host));
}
