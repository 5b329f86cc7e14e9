import { counted } from '../../src/wording.ts';
import { StdioError, writeAll } from '../process/stdio.ts';
import { type Environment, ERASE_LINE, isTerminal } from './terminal.ts';
import type { Watch } from '../../src/package/index.ts';

/** Delay before the line is first shown, in milliseconds, so that short calls show none. */
const DELAY = 1000;

/** Minimum interval between two updates of the line, in milliseconds. */
const PAUSE = 100;

/** Time after which the time left is known well enough to show it, in milliseconds. */
const FAIR_TIME = 2000;

/** Work that is counted: the count goes on where an earlier part of the same work ended. */
export class Counter {
  readonly #now: () => number;
  readonly #start: number;
  #done = 0;
  /** Things of all parts, as far as they were done, and all of the last one. */
  #total = 0;

  /** `now`: returns the time in milliseconds. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
    this.#start = now();
  }

  /** Begins a part with a number of things. One that was left early will not go on. */
  begin(total: number): void {
    this.#total = this.#done + total;
  }

  step(): void {
    if (this.#done < this.#total) this.#done++;
  }

  /** Returns the counts and, once it can be told, the time left. */
  text(thing: string): string {
    const [done, total] = [this.#done, this.#total];
    const passed = this.#now() - this.#start;
    const left = passed < FAIR_TIME || done === 0 ? '' : leftText((passed / done) * (total - done));
    return `${done} of ${counted(total, thing)}${left}`;
  }
}

/** Formats the time left, given in milliseconds: `, 12 s left`; '' for less than a second. */
export function leftText(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  if (seconds < 1) return '';
  return seconds < 90 ? `, ${seconds} s left` : `, ${Math.round(seconds / 60)} min left`;
}

/** Reports whether a call may show its progress: on a terminal that a person looks at. */
export function showsProgress(onTerminal: boolean, env: Environment): boolean {
  const { CI = '', NO_COLOR = '', TERM = '' } = env;
  return onTerminal && (CI === '' || CI === 'false' || CI === '0') && NO_COLOR === '' && TERM !== 'dumb';
}

/**
 * Progress line of a long call on stderr. Replaces itself in place. The work blocks timers, so its loops report each
 * step. Shows nothing before `start`, and nothing unless `showsProgress`.
 */
class Progress {
  /** Time of the next update, as of `performance.now`. */
  #next = Infinity;
  #isShown = false;
  #describe = (): string => '';
  /** Counted work of the call, by what is done. */
  readonly #counters = new Map<string, Counter>();

  /** Starts the clock of a call. */
  start(): void {
    this.#counters.clear();
    if (showsProgress(isTerminal(2), process.env)) this.#next = performance.now() + DELAY;
  }

  /** Shows a step of the work, if an update is due. */
  report(describe: () => string): void {
    this.#describe = describe;
    this.refresh();
  }

  /**
   * Announces work on a number of things; the same work as before goes on. `verb` is in the form of `reading`. Returns
   * a function to call before each of them.
   */
  count(verb: string, total: number, thing: string): () => void {
    const key = `${verb} ${thing}`;
    const counter = this.#counters.get(key) ?? new Counter();
    this.#counters.set(key, counter);
    counter.begin(total);
    return () => {
      counter.step();
      this.report(() => `${verb} ${counter.text(thing)}`);
    };
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
  const step = progress.count(verb, files.length, 'file');
  for (const file of files) {
    step();
    yield file;
  }
}

/** Observer that shows the progress line of this process. */
export const WATCH: Watch = { each: withProgress, step: () => progress.refresh() };
