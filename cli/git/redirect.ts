import { KrmError } from '../../src/krm/index.ts';
import { callGit, GitError, type GitCall } from './git.ts';
import { withoutCredentials } from '../../src/url-credentials.ts';

/** Maximum number of redirects in turn: a server could redirect to itself without end. */
const MAX_REDIRECTS = 5;

/** Result of a call, and the address that it worked with. */
interface Called<T> {
  readonly done: T;
  readonly address: string;
}

/**
 * Calls git with an address, and with those that its server redirects to, as long as they are on the same host. `settings`: returns the
 * settings of a call. Throws a `KrmError` that names an address on another host: nobody allowed that one.
 */
export function followRedirects<T>(
  start: string,
  call: (address: string) => T,
  settings: (address: string) => GitCall,
): Called<T> {
  let address = start;
  for (let count = 0; ; count++) {
    try {
      return { done: call(address), address };
    } catch (error) {
      if (!isRedirected(error, address) || count === MAX_REDIRECTS) throw error;
      address = targetOf(address, settings(address), error);
    }
  }
}

/** Reports whether git failed because of a redirect, which it is not allowed to follow by itself. */
function isRedirected(error: unknown, address: string): error is GitError {
  return error instanceof GitError && /returned error: 30[12378]\b/.test(error.stderr) && /^https?:/i.test(address);
}

/** Returns the address that a server redirects to. Throws a `KrmError` if it is not one of a repository on the same host. */
function targetOf(address: string, settings: GitCall, error: GitError): string {
  const from = new URL(address);
  const location = locationOf(settings);
  if (location === undefined || !URL.canParse(location, address)) throw error;
  const to = new URL(location, address);
  const shown = `${withoutCredentials(address)} redirects to ${withoutCredentials(to.href)}`;
  if (!SERVICE.test(to.href))
    throw new GitError(`${shown}, which is not a git repository`, error.stderr, 'repository-unreachable');
  to.href = to.href.replace(SERVICE, '');
  [to.username, to.password] = [from.username, from.password];
  if (from.host === to.host && (from.protocol === to.protocol || to.protocol === 'https:')) return to.href;
  const message = `${withoutCredentials(address)} redirects to ${withoutCredentials(to.href)}, on another host or without encryption: use this address if you trust it`;
  throw new KrmError([{ severity: 'error', code: 'repository-redirected', message }]);
}

/** Matches what git appends to the address of a repository. */
const SERVICE = /\/(?:info\/refs\?service=git-upload-pack|git-upload-pack)$/;

/** Returns where a server redirects to, which git shows in its trace only; undefined if it does not. */
function locationOf(settings: GitCall): string | undefined {
  const { stderr } = callGit(['ls-remote', 'origin'], { ...settings, isTraced: true });
  return /<= Recv header: location: *(\S+)/i.exec(stderr)?.[1];
}
