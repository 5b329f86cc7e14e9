import { join } from '../process/host-paths.ts';
import { pause } from '../process/pause.ts';
import { callFailure, callGit, git, type GitCall } from './git.ts';
import { OwnSettings } from './own-settings.ts';
import { parseRepositoryUrl } from './repository-url.ts';
import { withoutCredentials } from '../../src/url-credentials.ts';

/** Refusal of a push: nothing of it was accepted. */
export interface Refusal {
  /** Reason of the server, or of git. */
  readonly reason: string;
}

/**
 * Milliseconds to wait before each further try of a push that a server refuses: it locks a branch while it accepts the
 * push of somebody else, which is visible only afterwards. The answer does not say in a way that all servers share
 * whether that was the reason, or a rule of the server.
 */
const PAUSES = [200, 800];

/** Arguments of every fetch. */
export const FETCH = ['fetch', '--quiet', '--no-tags', '--no-write-fetch-head', '--recurse-submodules=no'];

/** Remote of a git repository to fetch from and push to. Its configuration is the user's own. */
export class Remote {
  readonly name: string;
  /** Its URL, without credentials. */
  readonly shown: string;
  /** Settings of calls that may need objects of the remote, such as in a partial clone. */
  readonly call: GitCall;
  /** Settings of calls that always reach the remote. */
  readonly #online: GitCall;

  private constructor(
    folder: string,
    name: string,
    { url, home }: { readonly url: string; readonly home?: OwnSettings | undefined },
  ) {
    const { folder: local, text, shown } = parseRepositoryUrl(url);
    this.name = name;
    this.shown = shown;
    const ssh = /^(?:https?|git):/i.test(text) ? {} : new OwnSettings(folder).call.settings;
    const settings = { ...ssh, ...(local !== undefined && { 'protocol.file.allow': 'always' }) };
    this.call = { folder, isOnline: true, settings };
    this.#online = home === undefined ? this.call : { gitDir: join(folder, '.git'), ...home.call };
  }

  /**
   * Opens a remote of the repository in a folder; undefined if it has none of this name. `home`: settings of the
   * repository that the user works in, if this one is a clone in the cache. Throws a `KrmError` if its URL is invalid.
   */
  static of(folder: string, name: string, home?: OwnSettings): Remote | undefined {
    const { stdout, status } = callGit(['remote', 'get-url', '--push', name], { folder });
    return status === 0 ? new Remote(folder, name, { url: stdout.toString().replace(/\n$/, ''), home }) : undefined;
  }

  /**
   * Returns the ids of the references that match patterns, by name. Throws a `GitError` if the remote cannot be
   * reached.
   */
  refs(...patterns: readonly string[]): ReadonlyMap<string, string> {
    const lines = git(['ls-remote', '--quiet', this.name, ...patterns], this.#online)
      .toString()
      .split('\n');
    return new Map(
      lines.flatMap((line) => {
        const [id = '', ref] = line.split('\t');
        return ref === undefined ? [] : [[ref, id] as const];
      }),
    );
  }

  /**
   * Returns the commit of a branch; undefined if there is none. Throws a `GitError` if the remote cannot be reached.
   */
  head(branch: string): string | undefined {
    return this.refs(branchRef(branch)).get(branchRef(branch));
  }

  /** Fetches references as refspecs say. Throws a `GitError`. */
  fetch(...refspecs: readonly string[]): void {
    const input = refspecs.map((each) => `${each}\n`).join('');
    git([...FETCH, '--stdin', this.name], { ...this.#online, input });
  }

  /**
   * Pushes references, all or none of them, and never forces one. Tries again what the server refuses, but not what git
   * refuses by itself, such as a push to a branch that has other commits. Throws a `GitError` if the remote cannot be
   * reached.
   */
  push(refspecs: readonly string[]): Refusal | undefined {
    for (const milliseconds of PAUSES) {
      const refusal = this.#pushOnce(refspecs);
      if (refusal?.isOfServer !== true) return refusal;
      pause(milliseconds);
    }
    return this.#pushOnce(refspecs);
  }

  #pushOnce(refspecs: readonly string[]): (Refusal & { readonly isOfServer: boolean }) | undefined {
    // Not every server has this.
    const atomic = refspecs.length > 1 ? ['--atomic'] : [];
    const args = [...PUSH, ...atomic, this.name, ...refspecs];
    const end = callGit(args, this.#online);
    if (end.status === 0) return undefined;
    const refused = end.stdout.toString().match(/^!\t[^\t]*\t.*$/gm);
    if (refused === null) throw callFailure(args, end);
    return {
      reason: withoutCredentials([...remoteLines(end.stderr), ...refused.map(shownRefusal)].join('; ')),
      isOfServer: refused.some((line) => line.includes('\t[remote rejected]')),
    };
  }
}

const PUSH = 'push --porcelain --no-verify --no-follow-tags --no-signed --recurse-submodules=no'.split(' ');

/** Returns the messages of the server, such as those of its hooks. */
function remoteLines(stderr: string): readonly string[] {
  return Array.from(stderr.matchAll(/^remote: *(\S.*?)\s*$/gm), ([, line = '']) => line).slice(0, 3);
}

/** Returns a line `!<tab>FROM:TO<tab>[rejected] (reason)` for people. */
function shownRefusal(line: string): string {
  const [, names = '', summary = ''] = line.split('\t');
  return `${names.slice(names.indexOf(':') + 1)} ${summary}`;
}

/** Returns the full name of a branch. */
export function branchRef(branch: string): string {
  return `refs/heads/${branch}`;
}
