import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';

/** An npm script that runs beside others, at low priority. It ends with this process. */
export class BackgroundScript {
  readonly name: string;
  /** Whether it was successful. */
  readonly done: Promise<boolean>;
  readonly #log: string;

  /** Starts it. Its output goes to the file `log`. */
  constructor(name: string, log: string) {
    this.name = name;
    this.#log = log;
    const output = openSync(log, 'w');
    // In a process group of its own: what it calls ends with it.
    const child = spawn('nice', ['npm', 'run', '--silent', name], {
      stdio: ['ignore', output, output],
      detached: true,
    });
    closeSync(output);
    const end = (): boolean => child.pid !== undefined && process.kill(-child.pid);
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
