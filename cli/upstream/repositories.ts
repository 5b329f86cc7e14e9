import { parseRepositoryUrl, type RepositoryUrl } from '../git/repository-url.ts';
import type { RepositoryAccess } from '../git/object-store.ts';
import { Repository } from '../git/repository.ts';

/** Repositories of a call, each opened once. */
export class Repositories {
  readonly #access: RepositoryAccess;
  readonly #opened = new Map<string, Repository>();

  constructor(access: RepositoryAccess) {
    this.#access = access;
  }

  /** Opens a repository. Throws a `KrmError` if its name is invalid. */
  open(url: RepositoryUrl | string): Repository {
    const parsed = typeof url === 'string' ? parseRepositoryUrl(url) : url;
    const opened = this.#opened.get(parsed.text) ?? new Repository(parsed, this.#access);
    this.#opened.set(parsed.text, opened);
    return opened;
  }
}
