import {
  arrangeResults,
  distinctResults,
  formatResult,
  resultsOf,
  type Notice,
  type Origin,
  type Report,
  type Result,
} from '../../src/index.ts';
import { EXIT, type ExitCode } from '../process/exit-code.ts';
import { explainLines } from '../report/explain-lines.ts';
import { formatExplainedLines, type ExplainedLines } from '../report/explained-lines.ts';
import type { FolderArguments } from '../arguments/folder-arguments.ts';
import { lockInputs, type InputLock } from '../lock/input-lock.ts';
import { formatDiff } from '../package/diff.ts';
import { openInput, type OpenInput } from './open-input.ts';
import { writeChanges, type FileChange } from '../package/file-changes.ts';
import { writeNewFolder } from '../package/new-folder.ts';
import { isChange } from '../package/folder.ts';
import { findInput, shownPath, type Input } from '../package/input.ts';
import { STDIN } from '../process/stdio.ts';
import { publish } from '../report/publish.ts';
import { joinOutcomes, type ReportedStep, type RunOutcome } from '../report/report.ts';
import { plainYaml, resourceListText, withoutLocal, type PrintedResource } from './printed-resources.ts';
import { formatSummary } from '../report/summary.ts';
import { UsageError } from '../arguments/usage-error.ts';
import { enterStage } from '../watchdog/stage.ts';

/** Output and exit code of a run. */
export interface FolderOutcome {
  /** The diff, the resources, or a report. */
  readonly stdout: string;
  /** The same without the diff. */
  readonly printed: string;
  /** A line for each result and notice. */
  readonly stderr: string;
  /** Counts of changed files and results. */
  readonly summary: string;
  readonly exitCode: ExitCode;
}

/** Work of a command on the resources of each of its inputs. */
export interface FolderWork {
  /** Name for reports. */
  readonly name: string;
  /** Reads what it needs beside the inputs. Throws a `KrmError` if that fails. */
  prepare(): Promise<void>;
  /** Edits the resources of an input in place. Throws a `KrmError` if that fails: all edits are then void. */
  apply(open: OpenInput, input: Input): Promise<Report>;
  /** Returns who asks for the edits that no policy asks for. */
  origin(open: OpenInput): Origin;
  /** File that results name as it was given, since it may be outside of the inputs. */
  givenFile?(): string | undefined;
  /** Functions that have run, for a command that runs several. */
  steps?(): readonly ReportedStep[];
  /** True if the results of steps are shown while they run. Default: false. */
  readonly logsSteps?: boolean;
}

/** A work that has ended, and what it showed and printed. */
export interface EndedWork {
  readonly outcome: RunOutcome;
  readonly diff: string;
  readonly printed: string;
}

/** Shows a diff before a file is written, and may throw. */
export type ShowDiff = (diff: string) => void;

/** Does a work on the files of folders: on each on its own, and all are written together. Prints nothing. */
export async function runOnFolders(work: FolderWork, args: FolderArguments, show?: ShowDiff): Promise<FolderOutcome> {
  return outcomeOf([await endedWork(work, args, show)], work, args);
}

/** Does a work on the files of folders, without the reports. */
async function endedWork(work: FolderWork, args: FolderArguments, show?: ShowDiff): Promise<EndedWork> {
  return (await appliedWork(work, args))(show);
}

/**
 * Does a work on the files of folders, but writes none. Returns a function that shows the diff, writes the files and lets other
 * processes write to them: it must be called once.
 */
export async function appliedWork(work: FolderWork, args: FolderArguments): Promise<(show?: ShowDiff) => EndedWork> {
  const run = new FolderRun(work, args);
  try {
    await run.apply();
  } catch (error) {
    run.release();
    throw error;
  }
  return (show = () => {}) => {
    let diff;
    try {
      diff = run.write(show);
    } finally {
      run.release();
    }
    const outcome = run.outcome();
    return { outcome, diff, printed: run.print(outcome) };
  };
}

/** Reports what works have done as one. `logsSteps`: results of steps were shown before. */
export function outcomeOf(
  works: readonly EndedWork[],
  { logsSteps = false }: Pick<FolderWork, 'logsSteps'>,
  args: FolderArguments,
): FolderOutcome {
  const outcome = joinOutcomes(works.map((work) => work.outcome));
  const { report, errors } = publish(outcome, args);
  const explanations = (outcome.explanations ?? []).map(formatExplainedLines);
  const results = logsSteps ? unlogged(outcome) : outcome.results;
  const lines = [...[...results, ...errors, ...outcome.notices].map(formatResult), ...explanations];
  const printed = `${works.map((work) => work.printed).join('')}${report}`;
  return {
    stdout: `${works.map(({ diff }) => diff).join('')}${printed}`,
    printed,
    stderr: lines.map((line) => `${line}\n`).join(''),
    summary: formatSummary({ ...outcome, results: [...outcome.results, ...errors] }, args),
    exitCode: errors.length > 0 ? EXIT.failed : outcome.exitCode,
  };
}

/** Returns the results that are not in a log of steps. */
function unlogged({ results, steps = [] }: RunOutcome): readonly Result[] {
  const logged = new Set(steps.flatMap((step) => step.results).map(formatResult));
  return results.filter((result) => !logged.has(formatResult(result)));
}

/** An input with its resources and, after the function, its files. */
interface OpenedInput {
  readonly input: Input;
  readonly open: OpenInput;
  readonly shown: (path: string) => string;
  /** Texts of all files; none before the function has succeeded. */
  files: readonly FileChange[];
}

/** A work on all inputs of a command line. */
class FolderRun {
  readonly #work: FolderWork;
  readonly #args: FolderArguments;
  /** Results that an error keeps: it, and what may be its reason. */
  readonly #kept: Result[] = [];
  readonly #results: Result[] = [];
  readonly #notices: Notice[] = [];
  #opened: readonly OpenedInput[] = [];
  #lock: InputLock | undefined;
  #isDone = false;

  constructor(work: FolderWork, args: FolderArguments) {
    this.#work = work;
    this.#args = args;
  }

  /** Does the work on each input, and reports the errors of all. */
  async apply(): Promise<void> {
    await this.#try(async () => {
      const { inputs: names, writes, prints, output } = this.#args;
      if (writes && !prints && output === undefined) this.#lock = lockInputs(names);
      this.#notices.push(...(this.#lock?.notices ?? []));
      await this.#work.prepare();
      const inputs = findInputs(this.#args);
      this.#opened = inputs.flatMap((input) => this.#open(input) ?? []);
      for (const opened of this.#opened) await this.#applyTo(opened);
    });
    const warnings = [...this.#kept, ...this.#results].filter(({ severity }) => severity === 'warning');
    if (this.#args.strict && warnings.length > 0) this.#kept.push({ severity: 'error', message: STRICT });
  }

  /** Lets other processes write to the inputs. */
  release(): void {
    this.#lock?.release();
  }

  async #applyTo(opened: OpenedInput): Promise<void> {
    const { open, input, shown } = opened;
    await this.#try(async () => {
      const { results, notices } = await this.#work.apply(open, input);
      this.#results.push(...results.map(renamed(shown)));
      this.#notices.push(...notices.map(renamed(shown)));
      opened.files = open.texts();
    }, shown);
  }

  /** Shows the diff, if it is wanted, then writes all files or none. Returns what it showed. */
  write(show: ShowDiff): string {
    if (this.#hasFailed()) return '';
    try {
      const diff = this.#args.diff ? formatDiff(this.#shownChanges()) : '';
      show(diff);
      enterStage('writing');
      this.#writeFiles();
      enterStage('printing');
      this.#isDone = true;
      return diff;
    } catch (error) {
      this.#kept.push(...resultsOf(error));
      return '';
    }
  }

  #writeFiles(): void {
    const { writes, prints, output } = this.#args;
    if (!writes || prints) return;
    if (output !== undefined) {
      writeNewFolder(
        output,
        this.#opened.flatMap(({ files }) => files),
      );
      return;
    }
    writeChanges(
      this.#opened.flatMap(({ input: { root }, files, shown }) =>
        files.filter(isChange).map((file) => ({ ...file, root, shown: shown(file.path) })),
      ),
    );
  }

  outcome(): RunOutcome {
    const changes = this.#isDone ? this.#shownChanges() : [];
    // An error voids all edits, so reports of outcomes are dropped, too.
    const results = this.#isDone ? this.#results : this.#results.filter(({ severity }) => severity !== 'info');
    return {
      functionName: this.#work.name,
      steps: this.#work.steps?.(),
      // Each input has the errors of the configuration.
      results: arrangeResults(distinctResults([...this.#kept, ...results])),
      notices: this.#isDone ? arrangeResults(this.#notices) : [],
      explanations: this.#args.explain && this.#isDone ? this.#explanations() : undefined,
      changes,
      resources: this.#opened.reduce((sum, { open }) => sum + open.resources.length, 0),
      diff: () => formatDiff(changes),
      exitCode: this.#exitCode(changes),
    };
  }

  /** Returns the resources for stdout, in the form that is asked for. After an error, only a ResourceList is printed: unchanged. */
  print({ results }: RunOutcome): string {
    const { prints, output, noLocalConfig } = this.#args;
    if (!prints) return '';
    const [list] = this.#opened.flatMap(({ open }) => open.list ?? []);
    if (list !== undefined && (!this.#isDone || output === undefined)) return list(results, this.#isDone);
    if (!this.#isDone) return '';
    const printed = this.#opened.flatMap(({ open }) => printedResources(open));
    if (output === 'stdout') return resourceListText(printed, results);
    if (output === 'unwrap') return plainYaml(noLocalConfig ? withoutLocal(printed) : printed);
    return joinTexts(this.#opened.flatMap(({ files }) => files.flatMap(({ after }) => after ?? [])));
  }

  #shownChanges(): readonly FileChange[] {
    return this.#opened.flatMap(({ files, shown }) =>
      files.filter(isChange).map(({ path, ...texts }) => ({ path: shown(path), ...texts })),
    );
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

  #exitCode(changes: readonly FileChange[]): ExitCode {
    if (this.#hasFailed()) return EXIT.failed;
    return this.#args.check && changes.length > 0 ? EXIT.wouldChange : EXIT.done;
  }

  #hasFailed(): boolean {
    return this.#kept.some(({ severity }) => severity === 'error');
  }

  /** Reads an input. Returns undefined, and reports why, if that fails. */
  #open(input: Input): OpenedInput | undefined {
    // A result about the configuration names its file as it was given.
    const givenFile = this.#work.givenFile?.();
    const shown = (path: string): string =>
      path === givenFile ? path : shownPath(input, path, !this.#args.namesInputs);
    try {
      const open = openInput(input, this.#args);
      this.#kept.push(...open.passedOver.map(renamed(shown)));
      if (open.resources.length === 0) this.#kept.push({ severity: 'warning', message: nothingIn(input.name) });
      return { input, open, shown, files: [] };
    } catch (error) {
      this.#kept.push(...resultsOf(error).map(renamed(shown)));
      return undefined;
    }
  }

  async #try(act: () => Promise<void>, shown: (path: string) => string = (path) => path): Promise<void> {
    try {
      await act();
    } catch (error) {
      if (error instanceof UsageError) throw error;
      this.#kept.push(...resultsOf(error).map(renamed(shown)));
    }
  }
}

/** Message of the error that warnings are with `--strict`. */
export const STRICT = 'with `--strict`, a warning is an error: nothing was written';

function nothingIn(name: string): string {
  if (name === STDIN) return 'no resource on standard input: one must have `apiVersion`, `kind` and `metadata.name`';
  return `no resource in ${JSON.stringify(name)}: looked for \`apiVersion\`, \`kind\` and \`metadata.name\` in its Kptfile and .yaml, .yml and .json files`;
}

function printedResources({ resources, documents }: OpenInput): readonly PrintedResource[] {
  const texts = documents?.();
  return resources.items.map((resource, index) => ({ resource, text: texts?.[index] ?? resource.document.text() }));
}

/** Joins the texts of files as documents. */
function joinTexts(texts: readonly string[]): string {
  return texts.map((text) => (text.endsWith('\n') || texts.length === 1 ? text : `${text}\n`)).join('---\n');
}

/** Finds all inputs. Throws a `UsageError` if one is part of another, since both would edit the same files. */
function findInputs({ inputs, ...options }: FolderArguments): readonly Input[] {
  const found = inputs.map((name) => findInput(name, options));
  for (const [index, { name, place }] of found.entries()) {
    const other = found.find((each, at) => at !== index && `${place}/`.startsWith(`${each.place}/`));
    if (other !== undefined) throw new UsageError(`"${name}" is part of "${other.name}": give only one of them`);
  }
  return found;
}

/** Returns a function that shows the file of a result as users name it. */
function renamed<T extends Result | Notice>(shown: (path: string) => string): (result: T) => T {
  return (result) =>
    result.file === undefined ? result : { ...result, file: { ...result.file, path: shown(result.file.path) } };
}
