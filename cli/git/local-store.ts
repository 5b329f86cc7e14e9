import { existsSync } from 'node:fs';
import { join, resolve } from '../process/host-paths.ts';
import { callGit, git, type GitPlace } from './git.ts';
import type { ObjectStore } from './object-store.ts';
import { failure } from '../../src/krm/index.ts';
import { partialClone, repositoryNeeded } from '../../src/messages/git.ts';
import { hasObject } from './stored-objects.ts';

/** Format of references as `git ls-remote --symref` prints them. An empty id is for a tag that is not annotated. */
const AS_LS_REMOTE =
  '%(if:equals=*)%(HEAD)%(then)ref: %(refname)%09HEAD%0a%(end)%(objectname)%09%(refname)%0a%(*objectname)%09%(refname)^{}';

/** A repository on this machine, whose objects are read where they are. */
export class LocalStore implements ObjectStore {
  readonly place: GitPlace;
  readonly isCreated = true;
  readonly #folder: string;

  private constructor(folder: string, place: GitPlace) {
    this.#folder = folder;
    this.place = place;
  }

  /** Opens the repository in a folder. Throws a `KrmError` if there is none, or later if git refuses to read it. */
  static at(folder: string): LocalStore {
    const found = gitFolder(folder);
    if (found === undefined) throw failure('no-repository', repositoryNeeded(folder));
    return new LocalStore(found, { folder: found });
  }

  /** Opens the repository that a folder is in. Throws a `KrmError` if there is none. */
  static around(folder: string): LocalStore {
    const gitDir = git(['rev-parse', '--absolute-git-dir'], { folder }).toString().replace(/\n$/, '');
    return new LocalStore(folder, { gitDir });
  }

  listRefs(): string {
    return git(['for-each-ref', `--format=${AS_LS_REMOTE}`], this.place).toString();
  }

  has(commit: string): boolean {
    if (hasObject(this.place, `${commit}^{tree}`)) return true;
    // Throws unless the commit is all that is missing.
    git(['rev-parse', '--git-dir'], this.place);
    return false;
  }

  complete(id: string): string | undefined {
    return completeId(this.place, id);
  }

  dates(commits: readonly string[]): ReadonlyMap<string, string> {
    return datesOf(this.place, commits);
  }

  fetchObjects(): never {
    throw failure('repository-unreachable', partialClone(this.#folder));
  }
}

/**
 * Returns the folder that git finds as a repository: with a work tree, bare, or with `.git` at its end, as git accepts
 * it.
 */
function gitFolder(folder: string): string | undefined {
  const bare = (each: string): boolean => existsSync(join(each, 'HEAD')) && existsSync(join(each, 'objects'));
  if (existsSync(join(folder, '.git')) || bare(folder)) return folder;
  const other = `${resolve(folder)}.git`;
  return bare(other) ? other : undefined;
}

/** Reports whether two paths name the same repository, which git accepts with and without `.git` at its end. */
export function isSameRepository(a: string, b: string): boolean {
  const [one, other] = [a, b].map((each) => (gitFolder(each) ?? each).replace(/\/\.git\/?$/, ''));
  return one === other;
}

/** Reports whether git finds a repository in a folder. */
export function isRepository(folder: string): boolean {
  return gitFolder(folder) !== undefined;
}

/** Returns the dates of the commits that a store has. */
export function datesOf(place: GitPlace, commits: readonly string[]): ReadonlyMap<string, string> {
  const input = `${commits.join('\n')}\n`;
  const args = ['log', '--no-walk=unsorted', '--ignore-missing', '--format=%H %cs', '--stdin'];
  const lines =
    commits.length === 0
      ? []
      : git(args, { ...place, input })
          .toString()
          .trimEnd()
          .split('\n');
  return new Map(lines.map((line) => line.split(' ') as [string, string]));
}

/** Returns the messages of the commits that a store has. */
export function messagesOf(place: GitPlace, commits: readonly string[]): ReadonlyMap<string, string> {
  const input = `${commits.join('\n')}\n`;
  const args = ['log', '--no-walk=unsorted', '--ignore-missing', '-z', '--format=%H%n%B', '--stdin'];
  const records =
    commits.length === 0
      ? []
      : git(args, { ...place, input })
          .toString()
          .split('\0');
  return new Map(
    records.map((record) => {
      const end = record.indexOf('\n');
      return [record.slice(0, end), record.slice(end + 1)] as const;
    }),
  );
}

/** Returns the time of a commit in seconds since 1970; undefined if a store does not have it. */
export function timeOf(place: GitPlace, commit: string): number | undefined {
  const args = ['log', '--no-walk', '--ignore-missing', '--format=%ct', '--stdin'];
  const { stdout, status } = callGit(args, { ...place, input: `${commit}\n` });
  const text = stdout.toString().trim();
  return status === 0 && text !== '' ? Number(text) : undefined;
}

/** Returns the complete id of a commit of a store; undefined if it is unknown or ambiguous. */
export function completeId(place: GitPlace, id: string): string | undefined {
  const args = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${id}^{commit}`];
  const { stdout, status } = callGit(args, place);
  return status === 0 ? stdout.toString().trim() : undefined;
}
