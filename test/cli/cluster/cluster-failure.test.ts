import assert from 'node:assert/strict';
import { connectionFailure, reasonOf } from '../../../cli/cluster/cluster-failure.ts';

function coded(code: string): Error {
  return Object.assign(new Error('words of the runtime'), { code });
}

describe('connectionFailure', () => {
  const NOT_ACCEPTED = "the server does not accept the user's certificate";
  const rows: readonly (readonly [error: unknown, want: string])[] = [
    [coded('EACCES'), 'access is denied'],
    [coded('ECONNREFUSED'), 'the connection was refused'],
    [coded('ECONNRESET'), 'the connection was reset'],
    [coded('EHOSTUNREACH'), 'the host is unreachable'],
    [coded('EISDIR'), 'is a folder'],
    [coded('ENOENT'), 'does not exist'],
    [coded('ENOTFOUND'), 'no such host'],
    [coded('ETIMEDOUT'), 'it does not respond'],
    [coded('ERR_CHILD_PROCESS_STDIO_MAXBUFFER'), 'the program printed too much'],
    [coded('ERR_INVALID_CHAR'), 'a token or a name contains a character that is not allowed in an HTTP header'],
    [coded('EAI_AGAIN'), 'no such host'],
    [coded('ENETUNREACH'), 'the network is unreachable'],
    [coded('EPIPE'), 'the connection was closed'],
    [coded('SELF_SIGNED_CERT_IN_CHAIN'), "the server's certificate is not trusted (SELF_SIGNED_CERT_IN_CHAIN)"],
    [coded('ERR_TLS_CERT_ALTNAME_INVALID'), "the server's certificate is not trusted (ERR_TLS_CERT_ALTNAME_INVALID)"],
    [coded('ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED'), NOT_ACCEPTED],
    [coded('ERR_SSL_SSLV3_ALERT_BAD_CERTIFICATE'), NOT_ACCEPTED],
    [coded('ERR_SSL_TLSV1_ALERT_UNKNOWN_CA'), NOT_ACCEPTED],
    [coded('ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE'), 'the TLS handshake failed'],
    [coded('EPROTO'), 'the TLS handshake failed'],
    [coded('ERR_BORINGSSL'), 'a certificate or a key of the kubeconfig cannot be read'],
    [coded('ERR_OSSL_X509_KEY_VALUES_MISMATCH'), 'a certificate or a key of the kubeconfig cannot be read'],
    [new Error('connect ECONNREFUSED 127.0.0.1:1'), 'the connection was refused'],
    [new Error('words of the runtime'), 'the connection failed (unknown)'],
    ['no error', 'the connection failed (unknown)'],
  ];
  for (const [error, want] of rows) {
    it(`returns the reason of ${String(error instanceof Error && 'code' in error ? error.code : error)}: ${want}`, () =>
      assert.equal(connectionFailure(error), want));
  }
});

describe('reasonOf', () => {
  const rows: readonly (readonly [name: string, error: unknown, want: string])[] = [
    ['the path of a file and the reason', Object.assign(coded('EACCES'), { path: '/k' }), '/k: access is denied'],
    ['another code', coded('EMFILE'), 'too many files are open'],
    [
      'the fixed reason of a runtime error',
      new TypeError("Cannot read properties of undefined (reading 'map')"),
      'unexpected structure',
    ],
    ['the fixed reason of a value that is not an error', 'text', 'unexpected structure'],
    ['the message of the client', new Error('clusters[0].name is missing'), 'clusters[0].name is missing'],
    [
      'the position in a text that is not YAML',
      yamlException('unidentified alias "ENOTFOREYES" (4:20)'),
      'not valid YAML (4:20)',
    ],
    ['no position of a text that is not YAML without one', yamlException('unknown'), 'not valid YAML'],
  ];
  for (const [name, error, want] of rows) it(`returns ${name}`, () => assert.equal(reasonOf(error), want));
});

function yamlException(message: string): Error {
  return Object.assign(new Error(message), { name: 'YAMLException' });
}
