import {
  applyFunction,
  arrangeResults,
  formatResult,
  KrmError,
  resultsOf,
  type LoadedFunction,
  type Notice,
  type Result,
} from '../src/index.ts';
import { EXIT, type ExitCode } from './exit-code.ts';
import { formatDiff } from './package/diff.ts';
import { writeChanges, type FileChange, type RootedChange } from './package/file-changes.ts';
import { PackageFolder } from './package/folder.ts';
import { findInput, shownPath, type Input } from './package/input.ts';
import { publish } from './publish.ts';
import type { RunOutcome } from './report.ts';
import { parseRunArguments, type RunArguments } from './run-arguments.ts';
import { readFunctionConfig } from './run-config.ts';
import { readObjects, sources } from './sources.ts';
import { showAll, StdioError } from './stdio.ts';
import { UsageError } from './usage-error.ts';

/**
 * Implements `krm-variants run FUNCTION`: applies a function to the files of folders as `kpt fn eval` does, but keeps
 * every byte outside of the changed lines. Prints a diff to stdout before a file is written, results and notices to
 * stderr. Returns the exit code; nothing is written on an error of a file, the configuration, the function or stdout.
 * Throws a `UsageError` if the arguments are invalid.
 */
export async function runFolder(fn: LoadedFunction, args: readonly string[]): Promise<number> {
  const { report, stderr, exitCode } = await applyToFolder(fn, args, showDiff);
  showAll(1, report);
  showAll(2, stderr);
  return exitCode;
}

function showDiff(diff: string): void {
  try {
    showAll(1, diff);
  } catch (error) {
    if (!(error instanceof StdioError)) throw error;
    const message = `writing the diff to stdout failed (${error.code}); no file was written`;
    throw new KrmError([{ severity: 'error', message }]);
  }
}

/** Output and exit code of a run. */
export interface FolderOutcome {
  /** Diff, if it is wanted, or a report that has no file. */
  readonly stdout: string;
  /** The report alone. */
  readonly report: string;
  /** A line for each result and notice. */
  readonly stderr: string;
  readonly exitCode: ExitCode;
}

/**
 * Does the work of `runFolder`, except for its output. `show` receives the diff before a file is written, and may throw.
 */
export async function applyToFolder(
  fn: LoadedFunction,
  args: readonly string[],
  show: (diff: string) => void = () => {},
): Promise<FolderOutcome> {
  const asked = parseRunArguments(args);
  const { name, takesObjects } = fn.definition;
  if (asked.objects !== undefined && takesObjects !== true)
    throw new UsageError(`${name} reads no objects of clusters: \`--objects\` is not an option of it`);
  const run = new FolderRun(fn, asked);
  await run.apply();
  const diff = run.write(show);
  const outcome = run.outcome();
  const { report, errors } = publish(outcome, asked);
  const lines = [...outcome.results, ...errors, ...outcome.notices].map((each) => `${formatResult(each)}\n`);
  return {
    stdout: `${diff}${report}`,
    report,
    stderr: lines.join(''),
    exitCode: errors.length > 0 ? EXIT.failed : outcome.exitCode,
  };
}

/** Change of a file, with the path that is shown. */
interface ShownChange extends RootedChange {
  readonly shown: string;
}

/** A function applied to all inputs of a command line: each on its own, and all written together. */
class FolderRun {
  readonly #fn: LoadedFunction;
  readonly #args: RunArguments;
  /** Results that an error keeps: it, and what may be its reason. */
  readonly #kept: Result[] = [];
  readonly #results: Result[] = [];
  readonly #notices: Notice[] = [];
  readonly #changes: ShownChange[] = [];
  #resources = 0;
  #isDone = false;

  constructor(fn: LoadedFunction, args: RunArguments) {
    this.#fn = fn;
    this.#args = args;
  }

  /** Applies the function to each input, and reports the errors of all. */
  async apply(): Promise<void> {
    await this.#try(async () => {
      const config = readFunctionConfig(this.#args);
      const objects = await readObjects(this.#args);
      const inputs = findInputs(this.#args);
      for (const input of inputs) {
        const shown = (path: string): string => shownPath(input, path, inputs.length === 1);
        const folder = this.#open(input, shown);
        if (folder === undefined) continue;
        const act = () => applyFunction(this.#fn, folder.resources, config, { ...sources, objects });
        await this.#try(async () => {
          const { results, notices } = await act();
          this.#results.push(...results.map(renamed(shown)));
          this.#notices.push(...notices.map(renamed(shown)));
          this.#changes.push(
            ...folder.changes().map((change) => ({ ...change, root: input.root, shown: shown(change.path) })),
          );
        }, shown);
      }
    });
    const warnings = [...this.#kept, ...this.#results].filter(({ severity }) => severity === 'warning');
    if (this.#args.strict && warnings.length > 0) this.#kept.push({ severity: 'error', message: STRICT });
  }

  /** Shows the diff, if it is wanted, then writes all files or none. Returns what it showed. */
  write(show: (diff: string) => void): string {
    if (this.#hasFailed()) return '';
    try {
      const diff = this.#args.diff ? formatDiff(this.#changes.map(asShown)) : '';
      show(diff);
      if (this.#args.writes) writeChanges(this.#changes);
      this.#isDone = true;
      return diff;
    } catch (error) {
      this.#kept.push(...resultsOf(error));
      return '';
    }
  }

  outcome(): RunOutcome {
    const changes = this.#isDone ? this.#changes.map(asShown) : [];
    // An error voids all edits, so reports of outcomes are dropped, too.
    const results = this.#isDone ? this.#results : this.#results.filter(({ severity }) => severity !== 'info');
    return {
      functionName: this.#fn.definition.name,
      results: arrangeResults([...this.#kept, ...results]),
      notices: this.#isDone ? arrangeResults(this.#notices) : [],
      changes,
      resources: this.#resources,
      diff: () => formatDiff(changes),
      exitCode: this.#exitCode(changes),
    };
  }

  #exitCode(changes: readonly FileChange[]): ExitCode {
    if (this.#hasFailed()) return EXIT.failed;
    return this.#args.check && changes.length > 0 ? EXIT.wouldChange : EXIT.done;
  }

  #hasFailed(): boolean {
    return this.#kept.some(({ severity }) => severity === 'error');
  }

  /** Reads an input. Returns undefined, and reports why, if that fails. */
  #open({ root, files }: Input, shown: (path: string) => string): PackageFolder | undefined {
    const { verify, skipInvalid } = this.#args;
    try {
      const folder = new PackageFolder(root, files, { lazy: !verify && !skipInvalid, skipInvalid });
      this.#kept.push(...folder.passedOver.map(renamed(shown)));
      this.#resources += folder.resources.length;
      if (folder.resources.length === 0) this.#kept.push({ severity: 'warning', message: nothingIn(shown('')) });
      return folder;
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

const STRICT = 'with `--strict`, a warning is an error: nothing was written';

function nothingIn(name: string): string {
  const place = name === '' ? 'the folder' : JSON.stringify(name);
  return `no resource in ${place}: it must have a Kptfile or a .yaml, .yml or .json file with \`apiVersion\`, \`kind\` and \`metadata.name\``;
}

/** Finds all inputs. Throws a `UsageError` if one is part of another, since both would edit the same files. */
function findInputs({ inputs, exclude }: RunArguments): readonly Input[] {
  const found = inputs.map((name) => findInput(name, exclude));
  for (const [index, { name, place }] of found.entries()) {
    const other = found.find((each, at) => at !== index && `${place}/`.startsWith(`${each.place}/`));
    if (other !== undefined) throw new UsageError(`"${name}" is part of "${other.name}": give only one of them`);
  }
  return found;
}

function asShown({ shown, before, after }: ShownChange): FileChange {
  return { path: shown, before, after };
}

/** Returns a function that shows the file of a result as users name it. */
function renamed<T extends Result | Notice>(shown: (path: string) => string): (result: T) => T {
  return (result) =>
    result.file === undefined ? result : { ...result, file: { ...result.file, path: shown(result.file.path) } };
}
