import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** An npm script that runs beside others, at low priority. It ends with this process. */
export class BackgroundScript {
  readonly name: string;
  /** Whether it was successful. */
  readonly done: Promise<boolean>;
  readonly #log: string;

  /** Starts it. Its output and what it keeps meanwhile go to a folder, which is removed by whoever made it. */
  constructor(name: string, folder: string) {
    this.name = name;
    this.#log = join(folder, `${name}.log`);
    const output = openSync(this.#log, 'w');
    const child = spawn('nice', ['npm', 'run', '--silent', name], {
      stdio: ['ignore', output, output],
      env: { ...process.env, TMPDIR: folder },
      // In a process group of its own: what it calls ends with it.
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

  /** What it has said. */
  output(): string {
    return readFileSync(this.#log, 'utf8');
  }
}
