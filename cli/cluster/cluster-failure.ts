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
};

/** How the codes look that say why a certificate is not trusted. */
const CERTIFICATE = /CERT|SIGNATURE|ALTNAME|HOSTNAME/;

/** Says why a request came to nothing. */
export function connectionFailure(error: unknown): string {
  const code = codeOf(error) ?? 'unknown';
  if (CERTIFICATE.test(code)) return `the server's certificate is not trusted (${code})`;
  return REASONS[code] ?? `the connection broke (${code})`;
}

/** Says why a file or a program could not be used, or what the client says is wrong with its contents. */
export function reasonOf(error: unknown): string {
  if (error instanceof ClusterFailure) return error.message;
  const code = codeOf(error);
  if (code !== undefined) return `${pathOf(error)}${REASONS[code] ?? `the system says ${code}`}`;
  // Where the runtime stumbles, the client had expected something else.
  if (!(error instanceof Error) || error instanceof TypeError) return 'it has another form';
  // An excerpt of a kubeconfig may follow, and a token be in it.
  return error.message.split('\n', 1)[0] ?? '';
}

/** That of the system, which some libraries leave in their message alone. */
function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  return 'code' in error ? String(error.code) : /\bE[A-Z]{4,}\b/.exec(error.message)?.[0];
}

function pathOf(error: unknown): string {
  return error instanceof Error && 'path' in error ? `${String(error.path)}: ` : '';
}
