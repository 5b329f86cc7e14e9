/** Why a cluster cannot be read at all: it says what was asked of whom. */
export class ClusterFailure extends Error {
  override readonly name = 'ClusterFailure';
}

/** What the codes of the system and of TLS mean for a reader: the messages differ from runtime to runtime. */
const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused',
  ConnectionRefused: 'the connection was refused',
  EHOSTUNREACH: 'there is no way to the host',
  ENETUNREACH: 'there is no way to the network',
  EAI_AGAIN: 'no such host',
  ENOTFOUND: 'no such host',
};

/** How the codes look that say why a certificate is not trusted. */
const CERTIFICATE = /CERT|SIGNATURE|ALTNAME|HOSTNAME/;

/** Says why a request came to nothing. */
export function connectionFailure(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
  if (CERTIFICATE.test(code)) return `the server's certificate is not trusted (${code})`;
  return REASONS[code] ?? `the connection broke (${code})`;
}
