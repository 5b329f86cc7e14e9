import { join } from 'node:path';
import { runCommand } from '../../scripts/command.ts';
import { writeFiles } from '../cli/run-support.ts';

/** Files of a certificate and its key. */
export interface Certificate {
  readonly certificate: string;
  readonly key: string;
}

const EXTENSIONS = 'subjectAltName=IP:127.0.0.1,DNS:localhost\nextendedKeyUsage=serverAuth,clientAuth\n';

/** Certificate authority that keeps its files in an existing folder. */
export class Authority implements Certificate {
  readonly certificate: string;
  readonly key: string;
  readonly #folder: string;

  constructor(folder: string, name: string) {
    this.#folder = folder;
    this.certificate = join(folder, `${name}.crt`);
    this.key = join(folder, `${name}.key`);
    openssl('req', '-x509', ...newKey(this.key), '-subj', `/CN=${name}`, '-days', '2', '-out', this.certificate);
    writeFiles(folder, { extensions: EXTENSIONS });
  }

  /**
   * Issues a certificate for a server on loopback, or for a user: `subject` is like `/O=group/CN=user`. With negative
   * days it is expired.
   */
  issue(name: string, subject: string, days = 2): Certificate {
    const [certificate = '', key = '', request = ''] = ['crt', 'key', 'csr'].map((type) =>
      join(this.#folder, `${name}.${type}`),
    );
    openssl('req', ...newKey(key), '-subj', subject, '-out', request);
    const issuer = ['-CA', this.certificate, '-CAkey', this.key, '-CAcreateserial'];
    const extensions = ['-extfile', join(this.#folder, 'extensions'), '-days', String(days)];
    openssl('x509', '-req', '-in', request, ...issuer, ...extensions, '-out', certificate);
    return { certificate, key };
  }
}

function newKey(file: string): string[] {
  return ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', file];
}

function openssl(...args: readonly string[]): void {
  runCommand('openssl', args);
}
