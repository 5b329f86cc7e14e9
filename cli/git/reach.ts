import { repositoryUnreadable } from '../../src/messages/git.ts';
import { GitError } from './git.ts';
import type { OwnSettings } from './own-settings.ts';
import type { RepositoryUrl } from './repository-url.ts';

/**
 * Runs a call of git, with the settings of a repository, that needs another one on a host. Adds its URL and a remedy to
 * its `GitError`.
 */
export function reach<T>(url: Pick<RepositoryUrl, 'shown' | 'text'>, own: OwnSettings, call: () => T): T {
  const { shown, text } = url;
  try {
    return call();
  } catch (error) {
    if (!(error instanceof GitError) || OBJECT_MISSING.test(error.stderr)) throw error;
    const message = repositoryUnreadable(shown, withoutPassword(error.message, text), own.advice(url));
    throw new GitError(message, error.stderr, 'repository-unreachable');
  }
}

/** Takes the user and the password of a URL out of a message that may name its host without the rest. */
function withoutPassword(message: string, url: string): string {
  const [, login] = /^[^/]+:\/\/([^/@]*:[^/@]*@)/.exec(url) ?? [];
  return login === undefined ? message : message.replaceAll(login, '');
}

/** Matches the answer of a server that was reached, but does not serve an object. */
export const OBJECT_MISSING = /not our ref|unadvertised object|couldn't find remote ref/;
