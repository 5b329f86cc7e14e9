import { isDrivePath, ofFileUrl, resolve } from '../process/host-paths.ts';
import { KrmError } from '../../src/krm/index.ts';
import { notARepository, portNoNumber } from '../../src/messages/git.ts';
import { withoutCredentials } from '../../src/url-credentials.ts';

/** Name of a git repository. */
export interface RepositoryUrl {
  /** URL, or absolute path, as git takes it. It may hold credentials. */
  readonly text: string;
  /** The same without credentials, for files and messages. */
  readonly shown: string;
  /** Absolute path of a repository on this machine; undefined for one on a host. */
  readonly folder: string | undefined;
  /** Host with its port, in lower case; '' for a repository on this machine. */
  readonly host: string;
}

/** Schemes of URLs that git itself can fetch. All others are programs. */
const SCHEMES = ['https', 'http', 'ssh', 'git', 'file'];

/**
 * Parses the URL or path of a repository: `https://…`, `ssh://…`, `git@host:path`, `file:///…`, or a path. Throws a
 * `KrmError` for any other text, such as one that git would take for an option or a program.
 */
export function parseRepositoryUrl(text: string): RepositoryUrl {
  if (text === '' || text.startsWith('-') || /[\u0000-\u001F\u007F]/.test(text)) throw invalid(text);
  const [, scheme, rest = ''] = /^([a-z][a-z\d+.-]*):\/\/(.*)$/i.exec(text) ?? [];
  if (scheme !== undefined) return ofScheme(text, scheme.toLowerCase(), rest);
  if (/^[\w.+-]+::/.test(text)) throw invalid(text);
  if (isDrivePath(text)) return onThisMachine(text, resolve(text));
  const [, host, path = ''] = /^([^/:]+):(.+)$/.exec(text) ?? [];
  if (host !== undefined) return onHost(text, host, path);
  return onThisMachine(text, resolve(text));
}

function ofScheme(text: string, scheme: string, rest: string): RepositoryUrl {
  if (!SCHEMES.includes(scheme)) throw invalid(text);
  if (scheme !== 'file') return onHost(text, rest.split('/')[0] ?? '', rest.slice(rest.indexOf('/') + 1));
  if (!rest.startsWith('/')) throw invalid(text);
  return onThisMachine(text, resolve(ofFileUrl(decoded(rest))));
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    throw invalid(path);
  }
}

function onHost(text: string, authority: string, path: string): RepositoryUrl {
  const host = authority.slice(authority.lastIndexOf('@') + 1).toLowerCase();
  if (/^[^[]*:.*\D/.test(host)) throw wrongPort(text);
  if (host === '' || host.startsWith('-') || path === '' || path.startsWith('-')) throw invalid(text);
  return { text, shown: withoutCredentials(text), folder: undefined, host };
}

/** A relative path would name another repository in another folder. */
function onThisMachine(text: string, folder: string): RepositoryUrl {
  const name = /^file:/i.test(text) ? text : folder;
  return { text: name, shown: name, folder, host: '' };
}

function wrongPort(text: string): KrmError {
  const message = portNoNumber(withoutCredentials(text));
  return new KrmError([{ severity: 'error', code: 'invalid-argument', message }]);
}

function invalid(text: string): KrmError {
  const message = notARepository(withoutCredentials(text));
  return new KrmError([{ severity: 'error', code: 'invalid-argument', message }]);
}
