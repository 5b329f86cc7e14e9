import type { Result } from '../../../src/krm/index.ts';
import { NO_FACTS, NO_OUTPUTS, type Findings, type Job, type JobArguments, type JobFacts } from '../../work/job.ts';
import type { FolderOutcome } from '../../work/report-jobs.ts';
import { runJob } from '../../work/start-job.ts';
import { nextCommands } from '../show/next-commands.ts';
import type { RootedChange } from '../../../src/package/index.ts';
import type { FleetStore } from '../fleet-store.ts';

/** Changes of files that people otherwise write by hand. */
export interface FileEdits {
  readonly changes: readonly RootedChange[];
  /** Moves files before the changes are written. */
  readonly first?: () => void;
  /** Runs after the changes are written. */
  readonly last?: () => void;
  readonly results: readonly Result[];
  /** Summary for people. */
  readonly conclusion: string;
  /** Commands that come next. Default: none. */
  readonly next?: readonly string[];
}

/** Arguments of a call that edits files. */
export type EditArguments = Pick<JobArguments, 'verbose' | 'quiet' | 'patience'>;

/** Edits files of a fleet, all or none. `edits`: throws a `KrmError` if nothing may be written. */
export async function editFiles(
  store: EditedStore,
  args: EditArguments,
  edits: () => FileEdits | Promise<FileEdits>,
): Promise<FolderOutcome> {
  const job = new FilesJob(store, edits);
  const outcome = await runJob(job, { ...NO_OUTPUTS, ...args, strict: false, writes: true });
  return { ...outcome, stderr: `${outcome.stderr}${nextCommands(job.next, args)}` };
}

/** Git repository whose files are edited. */
type EditedStore = Pick<FleetStore, 'locked' | 'write'>;

class FilesJob implements Job {
  readonly name = 'fleet';
  readonly locked: readonly string[];
  readonly #store: EditedStore;
  readonly #edits: () => FileEdits | Promise<FileEdits>;
  #made: FileEdits | undefined;
  #isWritten = false;

  constructor(store: EditedStore, edits: () => FileEdits | Promise<FileEdits>) {
    this.#store = store;
    this.locked = store.locked;
    this.#edits = edits;
  }

  async compute({ results }: Findings): Promise<void> {
    this.#made = await this.#edits();
    results.push(...this.#made.results);
  }

  changes(): readonly RootedChange[] {
    return this.#made?.changes ?? [];
  }

  write(): void {
    this.#made?.first?.();
    this.#store.write(this.changes());
    this.#made?.last?.();
    this.#isWritten = true;
  }

  /** Commands that come next. Valid after `write`: before it, there are none. */
  get next(): readonly string[] {
    return this.#isWritten ? (this.#made?.next ?? []) : [];
  }

  facts(isDone: boolean): JobFacts {
    return isDone ? { ...NO_FACTS, conclusion: this.#made?.conclusion } : NO_FACTS;
  }
}
