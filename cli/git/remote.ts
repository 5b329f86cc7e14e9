import { callFailure, callGit, git, type GitCall } from './git.ts';
import { FETCH, sshSetting } from './online-settings.ts';
import { parseRepositoryUrl, withoutCredentials } from './repository-url.ts';

/** Refusal of a push: nothing of it was accepted. */
export interface Refusal {
  /** Reason of the server, or of git. */
  readonly reason: string;
}

/** Remote of a git repository to fetch from and push to. Its configuration is the user's own. */
export class Remote {
  readonly name: string;
  /** Its URL, without credentials. */
  readonly shown: string;
  readonly #folder: string;
  readonly #settings: Readonly<Record<string, string>>;

  private constructor(folder: string, name: string, url: string) {
    const { folder: local, text, shown } = parseRepositoryUrl(url);
    this.name = name;
    this.shown = shown;
    this.#folder = folder;
    this.#settings = { ...sshSetting({ text }), ...(local !== undefined && { 'protocol.file.allow': 'always' }) };
  }

  /** Opens a remote of the repository in a folder; undefined if it has none of this name. Throws a `KrmError` if its URL is invalid. */
  static of(folder: string, name: string): Remote | undefined {
    const { stdout, status } = callGit(['remote', 'get-url', '--push', name], { folder });
    return status === 0 ? new Remote(folder, name, stdout.toString().replace(/\n$/, '')) : undefined;
  }

  /** Settings of calls that may need objects of the remote, such as in a partial clone. */
  get call(): GitCall {
    return { folder: this.#folder, isOnline: true, settings: this.#settings };
  }

  /** Returns the ids of the references that match patterns, by name. Throws a `GitError` if the remote cannot be reached. */
  refs(...patterns: readonly string[]): ReadonlyMap<string, string> {
    const lines = git(['ls-remote', '--quiet', this.name, ...patterns], this.call)
      .toString()
      .split('\n');
    return new Map(
      lines.flatMap((line) => {
        const [id = '', ref] = line.split('\t');
        return ref === undefined ? [] : [[ref, id] as const];
      }),
    );
  }

  /** Returns the commit of a branch; undefined if there is none. Throws a `GitError` if the remote cannot be reached. */
  head(branch: string): string | undefined {
    return this.refs(branchRef(branch)).get(branchRef(branch));
  }

  /** Fetches references as refspecs say. Throws a `GitError`. */
  fetch(...refspecs: readonly string[]): void {
    const input = refspecs.map((each) => `${each}\n`).join('');
    git([...FETCH, '--stdin', this.name], { ...this.call, input });
  }

  /** Pushes references, all or none of them, and never forces one. Throws a `GitError` if the remote cannot be reached. */
  push(refspecs: readonly string[]): Refusal | undefined {
    // Not every server has this.
    const atomic = refspecs.length > 1 ? ['--atomic'] : [];
    const args = [...PUSH, ...atomic, this.name, ...refspecs];
    const end = callGit(args, this.call);
    if (end.status === 0) return undefined;
    const refused = end.stdout.toString().match(/^!\t[^\t]*\t.*$/gm);
    if (refused === null) throw callFailure(args, end);
    return { reason: withoutCredentials([...remoteLines(end.stderr), ...refused.map(shownRefusal)].join('; ')) };
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
