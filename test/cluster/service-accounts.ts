import { createSign, generateKeyPairSync } from 'node:crypto';
import { join } from 'node:path';
import { writeFiles } from '../cli/run-support.ts';

const ISSUER = 'https://kubernetes.default.svc';

/** Service account as known to the server. */
export interface ServiceAccount {
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
}

/** Signs tokens of service accounts, as the server itself would. */
export class ServiceAccounts {
  readonly #key: string;
  /** Options of the server. */
  readonly options: readonly string[];

  /** Writes the key into an existing folder. */
  constructor(folder: string) {
    const { publicKey, privateKey } = generateKeyPairSync('rsa', {
      modulusLength: 2048,
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    });
    this.#key = privateKey;
    writeFiles(folder, { 'accounts.pub': publicKey, 'accounts.key': privateKey });
    this.options = [
      `--service-account-issuer=${ISSUER}`,
      `--service-account-key-file=${join(folder, 'accounts.pub')}`,
      `--service-account-signing-key-file=${join(folder, 'accounts.key')}`,
    ];
  }

  /** Returns a token of an account that expires in that many seconds, or expired if negative. */
  token({ namespace, name, uid }: ServiceAccount, seconds: number): string {
    const now = Math.floor(Date.now() / 1000);
    const claims = {
      iss: ISSUER,
      aud: [ISSUER],
      sub: `system:serviceaccount:${namespace}:${name}`,
      iat: now - 7200,
      nbf: now - 7200,
      exp: now + seconds,
      'kubernetes.io': { namespace, serviceaccount: { name, uid } },
    };
    const text = [{ alg: 'RS256', typ: 'JWT' }, claims].map(encode).join('.');
    return `${text}.${createSign('RSA-SHA256').update(text).sign(this.#key, 'base64url')}`;
  }
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
