/** Why a cluster cannot be read at all: it says what was asked of whom. */
export class ClusterFailure extends Error {
  override readonly name = 'ClusterFailure';
}

/** What the system's codes mean for a reader: its messages differ from runtime to runtime. */
const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'access is denied',
  EAI_AGAIN: 'no such host',
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection broke',
  EHOSTUNREACH: 'there is no way to the host',
  EISDIR: 'it is a folder',
  ENETUNREACH: 'there is no way to the network',
  ENOENT: 'it is not there',
  ENOTFOUND: 'no such host',
  ERR_INVALID_CHAR: 'a token or a name has what no header may have',
};

/** How the codes look that say why a certificate is not trusted. */
const CERTIFICATE = /CERT|SIGNATURE|ALTNAME|HOSTNAME/;

/** What others mean, by how they look: each runtime has its own. The first that fits counts. */
const KINDS: readonly (readonly [code: RegExp, reason: string])[] = [
  [/^ERR_OSSL_|^ERR_BORINGSSL$/, 'a certificate or a key of the kubeconfig cannot be read'],
  [/_ALERT_.*(?:CERT|CA$)/, "the server does not accept the user's certificate"],
  [/^EPROTO$|^ERR_SSL_/, 'it comes to no TLS connection'],
];

/** Says why a request came to nothing. */
export function connectionFailure(error: unknown): string {
  if (error instanceof ClusterFailure) return error.message;
  const code = codeOf(error) ?? 'unknown';
  const [, reason = REASONS[code]] = KINDS.find(([pattern]) => pattern.test(code)) ?? [];
  if (reason !== undefined) return reason;
  if (CERTIFICATE.test(code)) return `the server's certificate is not trusted (${code})`;
  return proxyFailure(error) ?? `the connection broke (${code})`;
}

/** The client has no code for what a proxy answers. */
function proxyFailure(error: unknown): string | undefined {
  const status = error instanceof Error ? /^Bad response: (\d+)/.exec(error.message)?.[1] : undefined;
  return status && `the answer of the proxy is ${status}`;
}

/** Says why a file or a program could not be used, or what the client says is wrong with its contents. */
export function reasonOf(error: unknown): string {
  if (error instanceof ClusterFailure) return error.message;
  // What is no YAML may be a token.
  if (error instanceof Error && error.name === 'YAMLException') return `it is no YAML${placeIn(error.message)}`;
  const code = codeOf(error);
  if (code !== undefined) return `${pathOf(error)}${REASONS[code] ?? `the system says ${code}`}`;
  // Where the runtime stumbles, the client had expected something else.
  if (!(error instanceof Error) || error instanceof TypeError) return 'it has another form';
  return error.message;
}

/** That of the system, which some libraries leave in their message alone. */
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
