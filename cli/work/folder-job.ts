import { KrmError, resultsOf, type Notice, type Result } from '../../src/krm/index.ts';
import type { FolderArguments } from '../arguments/folder-arguments.ts';
import { UsageError } from '../arguments/usage-error.ts';
import { type FileChange, isChange } from '../../src/package/index.ts';
import { findInputs, shownPath, type Input } from '../package/input.ts';
import { fileOfNamedPath, withNamedFile } from '../package/named-path.ts';
import { unmatchedExclusions } from '../package/unmatched-exclusions.ts';
import { unwrittenFiles } from '../package/unwritten-files.ts';
import { STDIN } from '../process/stdio.ts';
import { packageName } from '../package/package-name.ts';
import { type ExplainedLines, explainLines } from '../../src/explain/index.ts';
import type { RunOutcome } from '../report/run-outcome.ts';
import { leftOutText, summaryStart } from '../report/summary.ts';
import { changesOf, replacedInputs, writeFiles, type WorkedInput } from './changed-inputs.ts';
import { checkInput } from './check-input.ts';
import type { FolderWork } from './folder-work.ts';
import type { Findings, Job, JobArguments, JobFacts } from './job.ts';
import { openInput, type OpenInput } from './open-input.ts';
import { outcomeOf, type FolderOutcome } from './report-jobs.ts';
import { printInputs } from './printed-resources.ts';
import { startJob, type ShowDiff } from './start-job.ts';

/** Runs work on the files of folders: on each folder separately, then writes all files together. Prints nothing. */
export async function runOnFolders(work: FolderWork, args: FolderArguments, show?: ShowDiff): Promise<FolderOutcome> {
  const job = new FolderJob(work, args);
  const end = await startJob(job, args);
  return outcomeOf([end(show)], args, summaryStart(leftOutText(job.leftOut)));
}

/** An input with its resources and, after the work, its files. */
interface OpenedInput {
  readonly input: Input;
  readonly open: OpenInput;
  readonly shown: (path: string) => string;
  /** Texts of all files; none before the work has succeeded. */
  files: readonly FileChange[];
}

/** Work on all inputs of a command line. */
export class FolderJob implements Job {
  readonly name: string;
  readonly locked: readonly string[];
  readonly #work: FolderWork;
  readonly #args: FolderArguments & Pick<JobArguments, 'place'>;
  readonly #named: readonly string[];
  #opened: readonly OpenedInput[] = [];
  #leftOut: readonly string[] = [];
  /** Info about files that are not in the new folder. */
  #unwritten: readonly Result[] = [];

  /** `named`: the inputs as the command line names them, for the paths of a diff. Default: those of this job. */
  constructor(work: FolderWork, args: FolderArguments & Pick<JobArguments, 'place'>, named = args.inputs) {
    this.name = work.name;
    this.locked = replacedInputs(args);
    this.#work = work;
    this.#args = args;
    this.#named = named;
  }

  /** Number of inputs that the work does not select. */
  get leftOut(): number {
    return this.#leftOut.length;
  }

  /** Runs the work on each input, and collects all errors. */
  async compute(found: Findings): Promise<void> {
    await this.#prepare();
    const all = inputsOf(this.#args);
    const inputs = this.#work.select?.(all) ?? all;
    this.#leftOut = all.filter((input) => !inputs.includes(input)).map(({ name }) => name);
    this.#opened = inputs.flatMap((input) => this.#open(input, found) ?? []);
    // Packages that are rendered together share these rules.
    if (this.#args.place === undefined) found.kept.push(...unmatchedExclusions(foldersOf(all), this.#args.exclude));
    for (const opened of this.#opened) await this.#applyTo(opened, found);
    this.#work.finish?.(found, { hasChanges: this.changes().length > 0 });
  }

  /** Prepares the work. Adds its errors about named files with these names. */
  async #prepare(): Promise<void> {
    try {
      await this.#work.prepare();
    } catch (error) {
      if (!(error instanceof KrmError)) throw error;
      throw new KrmError(error.results.map(withNamedFile));
    }
  }

  /** Reads an input. On failure, returns undefined and stores the reason. */
  #open(input: Input, { kept, hints }: Findings): OpenedInput | undefined {
    // A result about a configuration or a policy names its file as given on the command line.
    const givenFile = this.#work.givenFile?.();
    const shown = (path: string): string =>
      fileOfNamedPath(path) ?? (path === givenFile ? path : shownPath(input, path, !this.#args.namesInputs));
    try {
      const open = openInput(input, { ...this.#args, refusesArrays: this.#work.refusesArrays === true });
      const checked = open.passedOver.some(isError) ? [] : checkInput(input, open);
      const found = [...open.passedOver, ...checked];
      kept.push(...found.map(renamed(shown)));
      return found.some(isError) ? undefined : { input, open, shown, files: [] };
    } catch (error) {
      const reasons = resultsOf(error).map(renamed(shown));
      kept.push(...reasons);
      hints.push(...reasons.filter(({ severity }) => severity === 'info'));
      return undefined;
    }
  }

  async #applyTo(opened: OpenedInput, found: Findings): Promise<void> {
    const { open, input } = opened;
    try {
      const { results, notices, hints = [] } = await this.#work.apply(open, input);
      const shown = this.#shown(results, opened, found);
      found.results.push(...shown);
      found.hints.push(...shown.filter((_, index) => hints.includes(results[index] as Result)));
      found.notices.push(...this.#shown(notices, opened, found));
      opened.files = open.texts();
    } catch (error) {
      if (error instanceof UsageError) throw error;
      found.kept.push(...this.#shown(resultsOf(error), opened, found));
    }
  }

  /** Returns messages with their files as users name them, and stores the functions that reported them. */
  #shown<T extends Result | Notice>(messages: readonly T[], { shown }: OpenedInput, { reporters }: Findings): T[] {
    const reported = this.#work.reporters?.();
    return messages.map((message) => {
      const shownMessage = renamed<T>(shown)(message);
      const reporter = reported?.get(message);
      if (reporter !== undefined) reporters.set(shownMessage, reporter);
      return shownMessage;
    });
  }

  /** Inputs with the texts of their files. */
  get worked(): readonly WorkedInput[] {
    return this.#opened.map(({ input: { name, root }, files, shown }) => ({
      name,
      root,
      files: files.map((file) => ({ ...file, shown: shown(file.path) })),
    }));
  }

  changes(): readonly FileChange[] {
    return changesOf(this.worked, this.#named);
  }

  write(found: Findings): void {
    const { output, place } = this.#args;
    writeFiles(this.worked, output, found);
    const [folder] = foldersOf(this.#opened.map(({ input }) => input));
    if (output === undefined || place !== undefined || folder === undefined) return;
    const changes = this.#opened.flatMap(({ files }) => files);
    this.#unwritten = unwrittenFiles([''], { from: folder, to: output, changes });
  }

  hints(): readonly Result[] {
    return this.#unwritten;
  }

  facts(isDone: boolean): JobFacts {
    const { explain, report } = this.#args;
    const isExplained = isDone && (explain || report?.format === 'markdown');
    return {
      steps: this.#work.steps?.(),
      explanations: isExplained ? this.#explanations() : undefined,
      packages: () => this.#packages(),
      resources: this.#opened.reduce((sum, { open }) => sum + open.resources.length, 0),
    };
  }

  failedOutput(): string {
    return this.#work.failedOutput?.() ?? '';
  }

  /** Returns the names of the inputs that are worked on: of an unreadable one, that of its folder. */
  #packages(): readonly string[] {
    const names = this.#args.inputs.filter((name) => !this.#leftOut.includes(name));
    return names.map((name) => {
      const opened = this.#opened.find(({ input }) => input.name === name && input.names === undefined);
      return packageName(opened?.input.root ?? name, opened?.open.resources.items ?? []);
    });
  }

  #explanations(): readonly ExplainedLines[] {
    return this.#opened.flatMap(({ open, files, shown }) => {
      const edits = new Map(open.edits().map((file) => [file.path, file]));
      const fallback = this.#work.origin(open);
      return files.filter(isChange).flatMap((change) => {
        const edited = edits.get(change.path);
        if (edited === undefined) throw new Error(`${change.path} changed without an edit`);
        return explainLines(change, edited, fallback).map((each) => ({ ...each, file: shown(each.file) }));
      });
    });
  }

  print({ results }: RunOutcome, isDone: boolean): string {
    return this.#args.prints ? printInputs(this.#opened, this.#args, { results, isDone }) : '';
  }
}

/** Returns the folders among inputs, in which `--exclude` has an effect. */
function foldersOf(inputs: readonly Input[]): readonly string[] {
  return inputs.flatMap(({ root, names }) => (root === STDIN || names !== undefined ? [] : root));
}

/** Finds the inputs. Throws a `UsageError` if a new folder is to be written for several. */
function inputsOf({ inputs, prints, output, ...options }: FolderArguments): readonly Input[] {
  const found = findInputs(inputs, options);
  if (output !== undefined && !prints && found.length > 1)
    throw new UsageError('`--output DIR` must be for one folder, or for files');
  return found;
}

/** Returns a function that shows the file of a result as users name it. */
function renamed<T extends Result | Notice>(shown: (path: string) => string): (result: T) => T {
  const at = <P extends Pick<Result, 'file'>>(place: P): P =>
    place.file === undefined ? place : { ...place, file: { ...place.file, path: shown(place.file.path) } };
  return (result) => ({ ...at(result), ...(result.shownAt && { shownAt: at(result.shownAt) }) });
}

function isError({ severity }: Result): boolean {
  return severity === 'error';
}
