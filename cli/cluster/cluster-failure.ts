import {
  certificateNotTrusted,
  connectionFailed,
  kubeconfigNotYaml,
  proxyFailed,
  UNEXPECTED_STRUCTURE,
} from '../../src/messages/cluster.ts';
import { systemReason } from '../process/system-error.ts';

/** Error of a cluster that cannot be read at all. Its message names the request and the server. */
export class ClusterFailure extends Error {
  override readonly name = 'ClusterFailure';
}

/** Explanations of the system's error codes, whose own messages differ between runtimes. */
const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'access is denied',
  EAI_AGAIN: 'no such host',
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was reset',
  EHOSTUNREACH: 'the host is unreachable',
  EISDIR: 'is a folder',
  EPIPE: 'the connection was closed',
  ETIMEDOUT: 'it does not respond',
  ENETUNREACH: 'the network is unreachable',
  ENOENT: 'does not exist',
  ENOTFOUND: 'no such host',
  ERR_CHILD_PROCESS_STDIO_MAXBUFFER: 'the program printed too much',
  ERR_INVALID_CHAR: 'a token or a name contains a character that is not allowed in an HTTP header',
};

/** Matches error codes of certificates that are not trusted. */
const CERTIFICATE = /CERT|SIGNATURE|ALTNAME|HOSTNAME/;

/** Explanations of other error codes by pattern, since codes differ between runtimes. The first match counts. */
const KINDS: readonly (readonly [code: RegExp, reason: string])[] = [
  [/^ERR_OSSL_|^ERR_BORINGSSL$/, 'a certificate or a key of the kubeconfig cannot be read'],
  [/_ALERT_.*(?:CERT|CA$)/, "the server does not accept the user's certificate"],
  [/^EPROTO$|^ERR_SSL_/, 'the TLS handshake failed'],
];

/** Returns the reason why a request failed. */
export function connectionFailure(error: unknown): string {
  if (error instanceof ClusterFailure) return error.message;
  const code = codeOf(error) ?? 'unknown';
  const [, reason = REASONS[code]] = KINDS.find(([pattern]) => pattern.test(code)) ?? [];
  if (reason !== undefined) return reason;
  if (CERTIFICATE.test(code)) return certificateNotTrusted(code);
  return proxyFailure(error) ?? connectionFailed(code);
}

/** Returns the failure of a proxy, for which the client has no code. */
function proxyFailure(error: unknown): string | undefined {
  const status = error instanceof Error ? /^Bad response: (\d+)/.exec(error.message)?.[1] : undefined;
  return status && proxyFailed(status);
}

/** Returns the reason why a file or a program is unusable, or the client's message about its contents. */
export function reasonOf(error: unknown): string {
  if (error instanceof ClusterFailure) return error.message;
  // Text that is not YAML may be a token.
  if (error instanceof Error && error.name === 'YAMLException') return kubeconfigNotYaml(placeIn(error.message));
  const code = codeOf(error);
  if (code !== undefined) return `${pathOf(error)}${REASONS[code] ?? systemReason(code)}`;
  // A TypeError of the runtime means that the client expected another structure.
  if (!(error instanceof Error) || error instanceof TypeError) return UNEXPECTED_STRUCTURE;
  return error.message;
}

/** Returns the system's error code, which some libraries include only in their message. */
function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  return 'code' in error ? String(error.code) : /\bE[A-Z]{4,}\b/.exec(error.message)?.[0];
}

function placeIn(message: string): string {
  return / \(\d+:\d+\)/.exec(message)?.[0] ?? '';
}

function pathOf(error: unknown): string {
  return error instanceof Error && 'path' in error ? `${String(error.path)}: ` : '';
}
