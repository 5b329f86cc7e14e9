import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { runCommand } from '../../scripts/command.ts';
import { skip } from './skip.ts';

/** sshd must be started by an absolute path. */
const SSHD = ['/usr/sbin/sshd', '/usr/local/sbin/sshd', '/sbin/sshd'].find((path) => existsSync(path));

/** For a `before` hook: skips a suite with a message on a system without sshd; in CI it fails instead. */
export function needSshd(suite: Mocha.Context): void {
  if (SSHD === undefined || spawnSync('ssh', ['-V']).error !== undefined) skip(suite, 'OpenSSH is not installed');
  // Debian creates it when the service starts.
  if (process.getuid?.() === 0) mkdirSync('/run/sshd', { recursive: true, mode: 0o755 });
}

/** An SSH server on loopback for this user alone, with keys of its own. */
export class SshServer {
  readonly port: number;
  /** Folder with an `ssh` for the PATH that reads no configuration of the user. */
  readonly bin: string;
  readonly #folder: string;
  readonly #child: ChildProcess;

  private constructor(folder: string, port: number, child: ChildProcess) {
    this.port = port;
    this.bin = join(folder, 'bin');
    this.#folder = folder;
    this.#child = child;
  }

  /** Address of a folder on this machine. */
  url(path: string): string {
    return `ssh://${userInfo().username}@127.0.0.1:${this.port}${path}`;
  }

  /** Starts a server that keeps its files in a new folder. */
  static async start(folder: string): Promise<SshServer> {
    mkdirSync(join(folder, 'bin'), { recursive: true });
    for (const name of ['host', 'user', 'stranger'])
      runCommand('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', join(folder, name)]);
    runCommand('cp', [join(folder, 'user.pub'), join(folder, 'authorized')]);
    const port = await freePort();
    const lines = [
      `Port ${port}`,
      'ListenAddress 127.0.0.1',
      `HostKey ${folder}/host`,
      'PidFile none',
      `AuthorizedKeysFile ${folder}/authorized`,
      'StrictModes no',
      'UsePAM no',
      'PasswordAuthentication no',
      'PermitRootLogin prohibit-password',
    ];
    writeFileSync(join(folder, 'sshd_config'), `${lines.join('\n')}\n`);
    const child = spawn(SSHD ?? 'sshd', ['-D', '-e', '-f', join(folder, 'sshd_config')], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const server = new SshServer(folder, port, child);
    for await (const line of createInterface(child.stderr)) if (/listening on/.test(line)) break;
    child.stderr.resume();
    server.configure({});
    return server;
  }

  /** Configures the client: its key, and whether it knows the server. */
  configure({ key = 'user', isKnown = true }: { readonly key?: string; readonly isKnown?: boolean }): void {
    const known = isKnown ? `[127.0.0.1]:${this.port} ${runCommand('cat', [join(this.#folder, 'host.pub')])}` : '';
    writeFileSync(join(this.#folder, 'known'), known);
    const lines = [
      `IdentityFile ${this.#folder}/${key}`,
      'IdentitiesOnly yes',
      `UserKnownHostsFile ${this.#folder}/known`,
      'GlobalKnownHostsFile /dev/null',
    ];
    writeFileSync(join(this.#folder, 'ssh_config'), `${lines.join('\n')}\n`);
    const script = `#!/bin/sh\nPATH=\${PATH#*:}\nexec ssh -F ${this.#folder}/ssh_config "$@"\n`;
    writeFileSync(join(this.bin, 'ssh'), script, { mode: 0o755 });
  }

  async stop(): Promise<void> {
    this.#child.kill();
    if (this.#child.exitCode === null && this.#child.signalCode === null) await once(this.#child, 'close');
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
}
