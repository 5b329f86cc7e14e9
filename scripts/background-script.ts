import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** npm script that runs in the background at low priority. It ends with this process. */
export class BackgroundScript {
  readonly name: string;
  /** Resolves to whether the script succeeded. */
  readonly done: Promise<boolean>;
  readonly #log: string;

  /** Starts the script. Its output and its temporary files are kept in a folder, which the caller removes. */
  constructor(name: string, folder: string) {
    this.name = name;
    this.#log = join(folder, `${name}.log`);
    const output = openSync(this.#log, 'w');
    const child = spawn('nice', ['npm', 'run', '--silent', name], {
      stdio: ['ignore', output, output],
      env: { ...process.env, TMPDIR: folder },
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
