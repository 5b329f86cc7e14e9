import { join, resolve } from 'node:path';
import {
  arrangeResults,
  counted,
  distinctResults,
  formatResult,
  KrmError,
  mergePackages,
  readMergePolicies,
  resultsOf,
  type Conflict,
  type Notice,
  type Result,
} from '../../src/index.ts';
import { checkOutputs } from '../work/check-outputs.ts';
import { EXIT, type ExitCode } from '../process/exit-code.ts';
import { STRICT, type FolderOutcome, type ShowDiff } from '../work/folder-run.ts';
import { lockInputs, type InputLock } from '../lock/input-lock.ts';
import { formatDiff } from '../package/diff.ts';
import { writeChanges, type ContentChange } from '../package/file-changes.ts';
import { readWholeFolder } from '../package/whole-folder.ts';
import { readText } from '../package/source-file.ts';
import { publish } from '../report/publish.ts';
import { realPath } from '../package/real-path.ts';
import { refuseExisting, writeNewFolder } from '../package/new-folder.ts';
import { formatSummary } from '../report/summary.ts';
import { UsageError } from '../arguments/usage-error.ts';
import { conflictResults } from './conflict-results.ts';
import { mergeWithMarkers } from './merge-with-markers.ts';
import {
  checkPaths,
  isMergeChange,
  isModeChange,
  mergedFiles,
  removeEmptied,
  type Folders,
  type MergedFile,
} from './merged-changes.ts';
import type { MergeArguments } from './merge-arguments.ts';
import { takeFor, type Take } from './take.ts';

/**
 * Merges the packages of three folders, and writes the result as a whole or not at all. Conflicts without `--markers`, errors
 * and, with `--strict`, warnings keep it from being written. `show`: shows the diff before a file is written, and may throw.
 * Throws a `UsageError` if the output is the local folder without `--in-place`.
 */
export function mergeFolders(args: MergeArguments, show: ShowDiff = () => {}): FolderOutcome {
  checkOutput(args);
  const run = new FolderMerge(args);
  run.run(show);
  return run.outcome();
}

function checkOutput(args: MergeArguments): void {
  const { base, local, output, isInPlace, policies, report } = args;
  const isLocal =
    output !== undefined && (resolve(output) === resolve(local) || (realPath(output) ?? output) === realPath(local));
  if (isLocal && !isInPlace)
    throw new UsageError('`--output` must name a new folder: add `--in-place` to replace the files of LOCAL');
  if (!isLocal && isInPlace) throw new UsageError('`--in-place` must be together with `--output LOCAL`');
  checkOutputs({ report, output: isInPlace ? undefined : output }, [base, args.theirs, local, ...policies]);
}

/** Layout of the conflicts in an output that has markers. */
const MARKERS = { size: 7, names: { base: 'base', local: 'local', theirs: 'new' } };

/** A merge of the folders of a command line. */
class FolderMerge {
  readonly #args: MergeArguments;
  readonly #results: Result[] = [];
  readonly #notices: Notice[] = [];
  #conflicts: readonly Conflict[] = [];
  #changes: readonly ContentChange[] = [];
  #diff = '';

  constructor(args: MergeArguments) {
    this.#args = args;
  }

  /** Merges the folders, shows the diff, and writes the result. Keeps the errors for the outcome. */
  run(show: ShowDiff): void {
    let lock: InputLock | undefined;
    try {
      if (this.#writes && this.#args.isInPlace) lock = lockInputs([this.#args.local]);
      this.#notices.push(...(lock?.notices ?? []));
      this.#merge(show);
    } catch (error) {
      this.#results.push(...resultsOf(error));
      this.#changes = [];
    } finally {
      lock?.release();
    }
  }

  #merge(show: ShowDiff): void {
    const { answer, kptfile, markers, onDelete, output, strict, diff, takes, policies } = this.#args;
    if (this.#writes && output !== undefined && !this.#args.isInPlace) refuseExisting(output);
    const folders = readFolders(this.#args);
    this.#results.push(...[folders.base, folders.theirs, folders.local].flatMap(({ passedOver }) => passedOver));
    const versions = { base: folders.base.files, theirs: folders.theirs.files, local: folders.local.files };
    const policyRules = policies.flatMap((file) => readMergePolicies(readText(file, file), file));
    const rules = [...takes.map(({ rule }) => rule), ...policyRules];
    const options = { kptfile, onDelete, rules, answer: () => answer };
    const merged = markers ? mergeWithMarkers(versions, options, () => MARKERS) : mergePackages(versions, options);
    this.#results.push(...merged.results);
    this.#conflicts = merged.conflicts;
    const unused = takes.filter(({ rule }) => !merged.used.has(rule));
    if (unused.length > 0) throw new KrmError(unused.map(unusedResult));
    const files = mergedFiles(folders, merged.files);
    const changes = files.filter(isMergeChange);
    const text = diff ? formatDiff(changes) : '';
    if (this.#conflicts.length > 0 && !markers) return this.#showDiff(text, show);
    if (strict && this.#results.some(({ severity }) => severity === 'warning'))
      throw new KrmError([{ severity: 'error', message: STRICT }]);
    checkPaths(files);
    this.#results.push(...changes.filter(isModeChange).map(modeResult));
    this.#showDiff(text, show);
    this.#write(folders, files);
    this.#changes = changes;
  }

  #showDiff(text: string, show: ShowDiff): void {
    show(text);
    this.#diff = text;
  }

  get #writes(): boolean {
    return this.#args.output !== undefined && !this.#args.check;
  }

  #write({ local: { root } }: Folders, files: readonly MergedFile[]): void {
    const { output, isInPlace } = this.#args;
    if (!this.#writes || output === undefined) return;
    if (!isInPlace) return writeNewFolder(output, files);
    const changes = files.filter(isMergeChange);
    writeChanges(changes.map((change) => ({ ...change, root })));
    removeEmptied(root, changes);
  }

  outcome(): FolderOutcome {
    const { report, output, diff } = this.#args;
    const results = this.#shownResults();
    const changes = this.#changes;
    const outcome = {
      functionName: 'merge',
      steps: undefined,
      results,
      notices: arrangeResults(this.#notices),
      changes,
      conflicts: this.#conflicts,
      explanations: undefined,
      resources: undefined,
      diff: () => formatDiff(changes),
      exitCode: this.#exitCode,
    };
    const published = publish(outcome, { report });
    const isListed = output === undefined && !diff && (report === undefined || report.file !== undefined);
    const printed = isListed ? changes.map(changeLine).join('') : published.report;
    const lines = [...results, ...published.errors, ...outcome.notices].map((each) => `${formatResult(each)}\n`);
    return {
      stdout: `${this.#diff}${printed}`,
      printed,
      stderr: lines.join(''),
      summary: this.#summary([...results, ...published.errors]),
      exitCode: published.errors.length > 0 ? EXIT.failed : outcome.exitCode,
    };
  }

  /** Returns the results to show: those about the outcome only if there is one. */
  #shownResults(): readonly Result[] {
    const isDone = this.#exitCode === EXIT.done || this.#exitCode === EXIT.wouldChange || this.#hasMarkers;
    const shown = this.#results.filter(({ severity }) => isDone || severity !== 'info');
    const hint = this.#conflicts.slice(0, 1).map((conflict) => hintFor(conflict, this.#hasMarkers));
    return [...conflictResults(this.#conflicts), ...arrangeResults(distinctResults([...shown, ...hint]))];
  }

  /** Reports whether the output is written though there are conflicts. */
  get #hasMarkers(): boolean {
    return this.#args.markers && this.#writes && this.#conflicts.length > 0 && this.#exitCode !== EXIT.failed;
  }

  get #exitCode(): ExitCode {
    if (this.#results.some(({ severity }) => severity === 'error')) return EXIT.failed;
    if (this.#conflicts.length > 0) return EXIT.conflicts;
    return this.#args.check && this.#changes.length > 0 ? EXIT.wouldChange : EXIT.done;
  }

  #summary(results: readonly Result[]): string {
    const { output } = this.#args;
    const count = this.#conflicts.length;
    if (count > 0)
      return `${counted(count, 'conflict')}: ${this.#hasMarkers ? 'the output has markers' : 'nothing was written'}`;
    const shown = this.#args.isInPlace ? undefined : output;
    return formatSummary({ changes: this.#changes, results }, { writes: this.#writes, prints: false, output: shown });
  }
}

function hintFor(conflict: Conflict, hasMarkers: boolean): Result {
  const edit = hasMarkers
    ? 'the output has markers: edit the lines between them'
    : 'nothing was written: edit LOCAL or NEW so that they agree';
  const message = `${edit}, or pass \`--take '${takeFor(conflict)}'\` or \`new\` for each conflict, or \`--on-conflict\` for all`;
  return { severity: 'info', message };
}

function unusedResult({ text }: Take): Result {
  return { severity: 'error', message: `\`--take '${text}'\` decides nothing: there is no conflict at this place` };
}

function modeResult({ path, isExecutable }: MergedFile): Result {
  const message = isExecutable ? 'can be executed, as in new' : 'can be executed no more, as in new';
  return { severity: 'info', message, file: { path, index: 0 } };
}

function changeLine({ path, before, after }: ContentChange): string {
  const verb = before === undefined ? 'added' : after === undefined ? 'removed' : 'modified';
  return `${verb} ${path}\n`;
}

/** Reads the folders. Throws a `KrmError` that names each file that cannot be read: in the local folder, by its path there. */
function readFolders({ base, theirs, local }: MergeArguments): Folders {
  const errors: Result[] = [];
  const read = (folder: string, shown?: (path: string) => string): Folders['base'] | undefined => {
    try {
      return readWholeFolder(folder, shown);
    } catch (error) {
      errors.push(...resultsOf(error));
      return undefined;
    }
  };
  const [first, second] = [base, theirs].map((folder) => read(folder, (path) => join(folder, path)));
  const third = read(local);
  if (first === undefined || second === undefined || third === undefined) throw new KrmError(errors);
  return { base: first, theirs: second, local: third };
}
