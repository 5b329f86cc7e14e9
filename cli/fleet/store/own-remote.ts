import { resolve } from '../../process/host-paths.ts';
import { fetchHint } from '../../../src/fleet/messages/versions.ts';
import { KrmError } from '../../../src/krm/index.ts';
import { callGit } from '../../git/git.ts';
import { isPartialClone } from '../../git/work-tree.ts';
import { parseRepositoryUrl, type RepositoryUrl } from '../../git/repository-url.ts';

/** Git repository of a fleet, and the one that it was cloned from. */
export class OwnRemote {
  readonly #root: string;
  readonly #fetches: boolean;

  constructor(root: string, { fetches }: { readonly fetches: boolean }) {
    this.#root = root;
    this.#fetches = fetches;
  }

  /**
   * Reads from the repository of the fleet and, if that lacks something, as a shallow, partial or single-branch clone
   * does, from the remote of the current branch. Without `--fetch`, that is only what an earlier call fetched. `lacks`:
   * reports whether a repository lacks the version to read. Throws a `KrmError` if neither has it.
   */
  read<T>(read: (root: RepositoryUrl) => T, lacks: (root: RepositoryUrl) => boolean): T {
    const own = parseRepositoryUrl(this.#root);
    try {
      return read(own);
    } catch (error) {
      if (!(error instanceof KrmError)) throw error;
      const url = lacks(own) || isPartialClone(this.#root) ? this.#findUrl() : undefined;
      if (url === undefined) throw error;
      if (this.#fetches) return read(url);
      return this.#readFetched(() => read(url), { url, error });
    }
  }

  #readFetched<T>(read: () => T, { url, error }: { readonly url: RepositoryUrl; readonly error: KrmError }): T {
    try {
      // A folder is never in the cache.
      if (url.folder === undefined) return read();
    } catch (other) {
      if (!(other instanceof KrmError)) throw other;
    }
    throw new KrmError(error.results.map((result) => ({ ...result, message: fetchHint(result.message, url.shown) })));
  }

  /** Returns the remote of the current branch, else `origin`; undefined if there is none that can be read. */
  #findUrl(): RepositoryUrl | undefined {
    const branch = this.#line('symbolic-ref', '--quiet', '--short', 'HEAD');
    const named = branch === '' ? '' : this.#line('config', '--get', `branch.${branch}.remote`);
    const remote = named === '' || named === '.' ? 'origin' : named;
    const [configured = ''] = this.#line('config', '--get-all', `remote.${remote}.url`).split('\n');
    if (configured === '') return undefined;
    const replaced = this.#line('ls-remote', '--get-url', remote);
    const url = parsed(replaced);
    if (url?.folder !== undefined) return /^file:/i.test(replaced) ? url : parsed(resolve(this.#root, replaced));
    // Git replaces it again, by `url.*.insteadOf`, when it is fetched.
    const host = parsed(configured);
    return url === undefined || host === undefined || host.folder !== undefined ? url : host;
  }

  #line(...args: readonly string[]): string {
    return callGit(args, { folder: this.#root }).stdout.toString().trim();
  }
}

/** Parses the URL of a repository; undefined if it is invalid. */
function parsed(text: string): RepositoryUrl | undefined {
  try {
    return parseRepositoryUrl(text);
  } catch (error) {
    if (error instanceof KrmError) return undefined;
    throw error;
  }
}
