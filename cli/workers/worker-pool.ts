import type { ChildProcess } from 'node:child_process';
import { endBy } from '../process/end-by.ts';
import { END_SIGNALS } from '../process/end-signals.ts';
import { startAgain } from '../process/start-again.ts';
import { SETTING_ID, SHARE_VARIABLE, type Message } from './worker.ts';

/** Reason why a worker did not answer a task, such as "was ended by SIGKILL". */
export class WorkerError extends Error {}

/** Task that waits for its answer. */
interface Question<Task, Answer> {
  readonly task: Task;
  readonly answer: (answer: Answer) => void;
  readonly fail: (reason: WorkerError) => void;
}

/** A running worker. */
interface Worker<Task, Answer> {
  readonly child: ChildProcess;
  /** Number of functions that it may run at once. It has one task more, so that the next one need not be waited for. */
  readonly share: number;
  /** Tasks that it has not answered, by id. */
  readonly asked: Map<number, Question<Task, Answer>>;
  /** Resolves to the reason of its end. */
  readonly ended: Promise<string>;
}

/** Starts a worker with a share of the jobs. It must call `serveTasks`. */
type StartWorker = (share: number) => ChildProcess;

/** Options of a pool. */
interface PoolOptions {
  readonly setting?: unknown;
  readonly start?: StartWorker;
}

/**
 * Child processes of the same program that answer tasks. A worker that dies fails the tasks that it has, and is
 * replaced while others wait. A signal that asks this process, or a worker, to end ends all of them.
 */
export class WorkerPool<Task, Answer> {
  /** Shares of the jobs without a worker. */
  readonly #free: number[];
  readonly #setting: unknown;
  readonly #start: StartWorker;
  readonly #workers = new Set<Worker<Task, Answer>>();
  readonly #waiting: Question<Task, Answer>[] = [];
  /** True once the workers are to end: none of their tasks counts any more. */
  #isOver = false;
  #lastId = 0;

  /**
   * `count`: number of workers. `jobs`: number of functions that all of them together may run at once. `setting`: plain
   * data that each worker receives before its first task. Default: undefined.
   */
  constructor(count: number, jobs: number, { setting, start = startWorker }: PoolOptions = {}) {
    this.#free = sharesOf(count, jobs);
    this.#setting = setting;
    this.#start = start;
    for (const signal of END_SIGNALS) process.on(signal, this.#endBy);
  }

  /** Returns the answer to a task. Throws a `WorkerError` if the worker dies. Tasks are begun in order. */
  async ask(task: Task): Promise<Answer> {
    return await new Promise((answer, fail) => {
      this.#waiting.push({ task, answer, fail });
      this.#assign();
    });
  }

  /** Ends the workers. */
  async end(): Promise<void> {
    this.#isOver = true;
    for (const { child } of this.#workers) if (child.connected) child.disconnect();
    await this.#allEnded();
    this.#removeHandlers();
  }

  /** Gives waiting tasks to workers: to an idle one, to a new one while there may be more, or to one that has room. */
  #assign(): void {
    while (this.#waiting.length > 0 && !this.#isOver) {
      const worker = this.#withFewest(0) ?? this.#startNext() ?? this.#withFewest(Infinity);
      const question = worker === undefined ? undefined : this.#waiting.shift();
      if (worker === undefined || question === undefined) return;
      const id = ++this.#lastId;
      worker.asked.set(id, question);
      // If the worker is dying, its end fails the task.
      worker.child.send({ id, content: question.task } satisfies Message<Task>, () => {});
    }
  }

  /** Returns the worker with the fewest tasks, up to a number, that has room for one more. */
  #withFewest(most: number): Worker<Task, Answer> | undefined {
    const able = [...this.#workers].filter(({ asked, share }) => asked.size <= share && asked.size <= most);
    return able.toSorted((a, b) => a.asked.size - b.asked.size)[0];
  }

  #startNext(): Worker<Task, Answer> | undefined {
    const share = this.#free.shift();
    if (share === undefined) return undefined;
    const child = this.#start(share);
    child.send({ id: SETTING_ID, content: this.#setting } satisfies Message<unknown>, () => {});
    const worker: Worker<Task, Answer> = { child, share, asked: new Map(), ended: this.#endOf(child) };
    void worker.ended.then((reason) => this.#lose(worker, reason));
    child.on('message', ({ id, content }: Message<Answer>) => {
      const question = worker.asked.get(id);
      worker.asked.delete(id);
      this.#assign();
      question?.answer(content);
    });
    this.#workers.add(worker);
    return worker;
  }

  async #endOf(child: ChildProcess): Promise<string> {
    return await new Promise<string>((resolve) => {
      child.once('exit', (code, signal) => {
        // A terminal signals the workers, too, and possibly first.
        const isAsked = END_SIGNALS.some((each) => each === signal);
        if (isAsked && !this.#isOver && signal !== null) this.#endBy(signal);
        resolve(signal === null ? `ended with exit code ${code}` : `was ended by ${signal}`);
      });
      child.once('error', () => resolve('could not be started'));
    });
  }

  #lose(worker: Worker<Task, Answer>, reason: string): void {
    this.#workers.delete(worker);
    if (this.#isOver) return;
    this.#free.push(worker.share);
    for (const { fail } of worker.asked.values()) fail(new WorkerError(reason));
    this.#assign();
  }

  /** Passes a signal on to the workers, waits for their end, and ends this process. */
  readonly #endBy = (signal: NodeJS.Signals): void => {
    this.#isOver = true;
    for (const { child } of this.#workers) child.kill(signal);
    void this.#allEnded().then(() => {
      this.#removeHandlers();
      endBy(signal);
    });
  };

  async #allEnded(): Promise<void> {
    await Promise.all([...this.#workers].map(({ ended }) => ended));
  }

  #removeHandlers(): void {
    for (const signal of END_SIGNALS) process.off(signal, this.#endBy);
  }
}

/** Returns the number of jobs of each worker: as equal as possible, and at least one. */
function sharesOf(count: number, jobs: number): number[] {
  return Array.from({ length: count }, (_, index) => Math.max(1, Math.floor((jobs + index) / count)));
}

function startWorker(share: number): ChildProcess {
  return startAgain({
    variables: { [SHARE_VARIABLE]: String(share) },
    isLarge: true,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    serialization: 'advanced',
  });
}
