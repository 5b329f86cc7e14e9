import { existsSync } from 'node:fs';
import { join } from '../../process/host-paths.ts';
import { callGit } from '../../git/git.ts';
import { repositoryName } from '../../../src/fleet/inputs/downstream-variants.ts';
import { NAME_SETTING } from '../../../src/fleet/inputs/fleet-paths.ts';

/** Finds a commit that changed the file whose path follows. */
const HISTORY = ['log', '--max-count=1', '--format=%H', '--'];

/** Start of a name that is a commit. */
const COMMIT = 'commit:';

/**
 * Name of the git repository of a fleet in the locks of its variants in others: the same in all clones, and without a
 * password.
 */
export class FleetName {
  readonly #root: string;
  readonly #commits = new Map<string, boolean>();
  readonly #files = new Map<string, boolean>();
  #own: { readonly name: string | undefined } | undefined;

  /** `root`: top folder of the git repository. */
  constructor(root: string) {
    this.#root = root;
  }

  /**
   * Returns the name for a new lock: that of the setting `krm-variants.fleetName` of git, else the URL of the remote
   * `origin`, or of the only remote, else the first commit. Returns that of the lock of now if it is of this fleet,
   * too, or if there is neither.
   */
  in(locked: string | undefined): string | undefined {
    return this.isOwn(locked) ? locked : (this.#name ?? locked);
  }

  /** Reports whether a lock was written for this fleet. */
  isOwn(locked: string | undefined): boolean {
    if (locked === undefined) return false;
    if (!locked.startsWith(COMMIT)) return locked === this.#name;
    const known = this.#commits.get(locked) ?? this.#hasCommit(locked.slice(COMMIT.length));
    this.#commits.set(locked, known);
    return known;
  }

  /** Reports whether a file is, or was, one of the git repository of the fleet, as far as its history is here. */
  hasHeld(file: string): boolean {
    const known =
      this.#files.get(file) ?? (existsSync(join(this.#root, file)) || this.#lines(...HISTORY, file).length > 0);
    this.#files.set(file, known);
    return known;
  }

  #hasCommit(commit: string): boolean {
    if (!/^[\da-f]{40,64}$/.test(commit)) return false;
    return callGit(['merge-base', '--is-ancestor', commit, 'HEAD'], { folder: this.#root }).status === 0;
  }

  get #name(): string | undefined {
    return (this.#own ??= { name: this.#givenName() ?? this.#remoteName() ?? this.#firstCommit() }).name;
  }

  /**
   * Returns the name that people configured: after a rename of the git repository, or for a clone whose remote has
   * another URL.
   */
  #givenName(): string | undefined {
    return this.#lines('config', '--get', NAME_SETTING)[0];
  }

  #remoteName(): string | undefined {
    const remotes = this.#lines('remote');
    const remote = remotes.includes('origin') ? 'origin' : remotes.length === 1 ? remotes[0] : undefined;
    // Without the replacements of `url.*.insteadOf`, which differ by person.
    const [url] = remote === undefined ? [] : this.#lines('config', '--get', `remote.${remote}.url`);
    return url === undefined ? undefined : repositoryName(url, this.#root);
  }

  #firstCommit(): string | undefined {
    if (this.#lines('rev-parse', '--is-shallow-repository')[0] === 'true') return undefined;
    const first = this.#lines('rev-list', '--max-parents=0', 'HEAD').at(-1);
    return first === undefined ? undefined : `${COMMIT}${first}`;
  }

  #lines(...args: readonly string[]): readonly string[] {
    const { stdout, status } = callGit(args, { folder: this.#root });
    return status === 0
      ? stdout
          .toString()
          .split('\n')
          .filter((line) => line !== '')
      : [];
  }
}
