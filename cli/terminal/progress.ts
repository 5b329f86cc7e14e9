import { counted } from '../../src/wording.ts';
import { StdioError, writeAll } from '../process/stdio.ts';
import { ERASE_LINE, isTerminal } from './terminal.ts';
import type { Watch } from '../../src/package/index.ts';

/** Delay before the line is first shown, in milliseconds, so that short calls show none. */
const DELAY = 1000;

/** Minimum interval between two updates of the line, in milliseconds. */
const PAUSE = 100;

/**
 * Progress line of a long call on stderr. Replaces itself in place. The work blocks timers, so its loops report each
 * step. Shows nothing before `start`, and nothing if stderr is not a terminal.
 */
class Progress {
  /** Time of the next update, as of `performance.now`. */
  #next = Infinity;
  #isShown = false;
  #describe = (): string => '';

  /** Starts the clock of a call. */
  start(): void {
    if (isTerminal(2)) this.#next = performance.now() + DELAY;
  }

  /** Shows a step of the work, if an update is due. */
  report(describe: () => string): void {
    this.#describe = describe;
    this.refresh();
  }

  /** Shows the last step, if an update is due: between two steps, or within a long one. */
  refresh(): void {
    if (this.#next === Infinity) return;
    const now = performance.now();
    if (now < this.#next) return;
    this.#next = now + PAUSE;
    this.#isShown = true;
    this.#write(`${ERASE_LINE}${this.#describe()}`);
  }

  /** Removes the line, if it is shown. Must be called before any other output. */
  clear(): void {
    if (this.#isShown) this.#write(ERASE_LINE);
    this.#isShown = false;
  }

  /** Writes to stderr. Ignores write errors: the terminal may be closed. */
  #write(text: string): void {
    try {
      writeAll(2, text);
    } catch (error) {
      if (!(error instanceof StdioError)) throw error;
      this.#next = Infinity;
    }
  }
}

/** Progress line of this process. */
export const progress = new Progress();

/** Reports progress before each file. `verb` is in the form of `reading`. */
export function* withProgress<T>(verb: string, files: readonly T[]): Generator<T> {
  for (const [index, file] of files.entries()) {
    progress.report(() => `${verb} ${index + 1} of ${counted(files.length, 'file')}`);
    yield file;
  }
}

/** Observer that shows the progress line of this process. */
export const WATCH: Watch = { each: withProgress, step: () => progress.refresh() };
