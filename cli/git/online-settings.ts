import { callGit } from './git.ts';
import type { RepositoryUrl } from './repository-url.ts';

/** Arguments of every fetch. */
export const FETCH = ['fetch', '--quiet', '--no-tags', '--no-write-fetch-head', '--recurse-submodules=no'];

/** Makes ssh fail rather than ask, unless the user has a command of their own. */
export function sshSetting({ text }: Pick<RepositoryUrl, 'text'>): Readonly<Record<string, string>> {
  if (/^(?:https?|git):/i.test(text) || process.env['GIT_SSH'] !== undefined) return {};
  const own = callGit(['config', '--get', 'core.sshCommand']);
  return own.status === 0 ? {} : { 'core.sshCommand': 'ssh -oBatchMode=yes' };
}
