import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** npm script that runs in the background. It ends with this process. */
export class BackgroundScript {
  readonly name: string;
  /** Resolves to whether the script succeeded. */
  readonly done: Promise<boolean>;
  readonly #log: string;

  /**
   * Starts the script. Its output and its temporary files are kept in a folder, which the caller removes. The `runner`
   * is a command that runs it, such as `nice`; `env` are variables that it gets besides those of this process.
   */
  constructor(
    name: string,
    folder: string,
    { runner = [], env = {} }: { readonly runner?: readonly string[]; readonly env?: Record<string, string> } = {},
  ) {
    this.name = name;
    this.#log = join(folder, `${name.replaceAll(':', '-')}.log`);
    const output = openSync(this.#log, 'w');
    const [command, ...args] = [...runner, 'npm', 'run', '--silent', name];
    const child = spawn(command, args, {
      stdio: ['ignore', output, output],
      env: { ...process.env, ...env, TMPDIR: folder },
      // In its own process group, so that its children end with it.
      detached: true,
    });
    closeSync(output);
    const end = (): boolean => child.pid !== undefined && process.kill(-child.pid, 'SIGKILL');
    process.once('exit', end);
    this.done = new Promise((resolve) => {
      child.once('error', () => resolve(false));
      child.once('exit', (status) => {
        process.off('exit', end);
        resolve(status === 0);
      });
    });
  }

  /** Returns the output so far. */
  output(): string {
    return readFileSync(this.#log, 'utf8');
  }
}
