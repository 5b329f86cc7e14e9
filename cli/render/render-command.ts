import { realpathSync, workingFolder } from '../process/host-folders.ts';
import { join, relative } from '../process/host-paths.ts';
import { formatResult, isKptfile, type KrmError, type Result, resultsOf } from '../../src/krm/index.ts';
import { WARNING_IS_ERROR, WRITTEN_BEFORE_FAILURE } from '../../src/messages/rendering.ts';
import {
  type ContentChange,
  editedText,
  type FileChange,
  isChange,
  type PackageFile,
  readPackageFile,
} from '../../src/package/index.ts';
import { recordStatus, savesOnFailure } from '../../src/render/index.ts';
import { counted } from '../../src/wording.ts';
import type { CommandProgram, FunctionProgram } from '../arguments/command.ts';
import { refuseExisting } from '../lock/new-folder.ts';
import { type ShowLines, Turns } from '../log/turns.ts';
import { writeChanges } from '../package/file-changes.ts';
import { findPackages, type FoundPackages } from '../package/find-packages.ts';
import { findPackage, inPackage } from '../package/input.ts';
import { readText } from '../package/source-file.ts';
import { unmatchedExclusions } from '../package/unmatched-exclusions.ts';
import { unwrittenFiles } from '../package/unwritten-files.ts';
import { EXIT } from '../process/exit-code.ts';
import { leftOutText, summaryStart } from '../report/summary.ts';
import { showMessages } from '../terminal/messages.ts';
import { selectInputs } from '../where/matching-inputs.ts';
import { checkFolderOutputs } from '../work/check-outputs.ts';
import { inTurn } from '../work/ordered-work.ts';
import { ReadingJob } from '../work/reading-job.ts';
import { type EndedJob, type FolderOutcome, outcomeOf } from '../work/report-jobs.ts';
import { showCall, showDiff } from '../work/show-call.ts';
import { type ShowDiff, startJob } from '../work/start-job.ts';
import { workerShare } from '../workers/worker.ts';
import { servePackages } from './package-answer.ts';
import { ownArguments, OwnJobs, type PackageJob, type PackageJobs } from './package-jobs.ts';
import { parseRenderArguments, type RenderArguments, type SortedRender } from './render-arguments.ts';
import type { RenderedPackages, RenderWork } from './render-work.ts';
import { processesFor, WorkerJobs } from './worker-jobs.ts';

export { RENDER_OPTIONS } from './render-arguments.ts';

/**
 * Implements `krm-variants render`: runs the pipelines of a package and its subpackages as `kpt fn render` does, in
 * this process, and changes only the lines that a function changed. Returns the exit code. Throws a `UsageError` if the
 * arguments are invalid.
 */
export async function renderPackage(sorted: SortedRender, program: CommandProgram): Promise<number> {
  const asked = parseRenderArguments(sorted);
  const jobs = workerShare();
  if (jobs !== undefined) return await servePackages(program, { ...asked, jobs });
  return await showCall(asked, () => renderFolder(program, asked, { diff: showDiff, log: showMessages }));
}

/** Receivers of a rendering's output. */
interface RenderDisplay {
  /** Receives the lines of the log. */
  readonly log: ShowLines;
  /** Receives the diff before a file is written, and may throw. */
  readonly diff?: ShowDiff;
}

/**
 * Renders a package, or each package in a folder, as `krm-variants render` does, but without a time limit. Throws a
 * `KrmError` if a folder contains no package.
 */
export async function renderFolder(
  program: FunctionProgram,
  args: RenderArguments,
  display: RenderDisplay,
): Promise<FolderOutcome> {
  checkFolderOutputs(args);
  const [folder = ''] = args.inputs;
  const { paths: all, passedOver } = args.isAll ? findPackages(folder, args.exclude) : ONE_PACKAGE;
  const { paths, unread } = matchingPaths(all, args);
  const roots = [folder, ...all.map((path) => join(folder, path))];
  const found = args.isAll ? [...passedOver, ...unmatchedExclusions(roots, args.exclude)] : [];
  if (args.isAll && args.output !== undefined) refuseExisting(args.output);
  const processes = args.isAll ? processesFor(paths.length, args) : 1;
  const jobs: PackageJobs = processes > 1 ? new WorkerJobs(args, paths.length, processes) : new OwnJobs(program, args);
  try {
    return await renderAll(paths, jobs, args, {
      ...display,
      program,
      unread,
      found,
      leftOut: all.length - paths.length,
    });
  } finally {
    await jobs.end();
  }
}

const ONE_PACKAGE: FoundPackages = { paths: [''], passedOver: [] };

/** Packages to render. */
interface SelectedPackages {
  /** Paths relative to the folder of all, with those of `unread`. */
  readonly paths: readonly string[];
  /** Errors of packages whose values cannot be read, by path. */
  readonly unread: ReadonlyMap<string, KrmError>;
}

/**
 * Returns the packages that `--where` selects. `paths`: relative to the folder of all. Throws a `KrmError` if it
 * selects none.
 */
function matchingPaths(paths: readonly string[], args: RenderArguments): SelectedPackages {
  if (args.conditions.length === 0) return { paths, unread: new Map() };
  const [folder = ''] = args.inputs;
  const byPath = new Map(paths.map((path) => [path, findPackage(join(folder, path), args)]));
  const { matching, unread } = selectInputs([...byPath.values()], args);
  const selected = new Set([...matching, ...unread.keys()]);
  const errors = Array.from(byPath, ([path, input]) => [path, unread.get(input)] as const);
  return {
    paths: [...byPath].filter(([, input]) => selected.has(input)).map(([path]) => path),
    unread: new Map(errors.flatMap(([path, error]) => (error === undefined ? [] : [[path, error]]))),
  };
}

/**
 * Renders packages, each as a job: computes several at once, and writes each in its turn. `unread`: errors of those
 * that only fail. `found`: results about all packages together. `leftOut`: number of other packages, for the summary.
 */
async function renderAll(
  paths: readonly string[],
  jobs: PackageJobs,
  args: RenderArguments,
  {
    program,
    leftOut,
    unread,
    found,
    ...display
  }: RenderDisplay &
    Pick<SelectedPackages, 'unread'> & {
      readonly program: FunctionProgram;
      readonly found: readonly Result[];
      readonly leftOut: number;
    },
): Promise<FolderOutcome> {
  const turns = new Turns(display.log);
  const again = new OwnJobs(program, args);
  const start = (path: string, index: number): StartedPackage => {
    const error = unread.get(path);
    const made =
      error === undefined ? jobs.jobOf(path, (lines) => turns.show(index, lines)) : unreadPackage(error, args, path);
    const applied = startJob(made.job, made.args);
    // The error of a later package is thrown in its turn.
    applied.catch(() => {});
    return { ...made, applied };
  };
  const works: PackageJob['work'][] = [];
  const ended: EndedJob[] = [];
  await inTurn(paths, {
    atOnce: jobs.atOnce,
    start,
    async end({ args: own, work, applied }) {
      const done = (await applied)(display.diff);
      works.push(work);
      const failed = (): Promise<EndedJob> => savePart(done, { args: own, work }, { jobs: again, show: display.diff });
      ended.push(done.outcome.exitCode === EXIT.failed ? recordFailure(await failed(), work, own) : done);
      turns.next();
    },
  });
  const failures = ended.filter(({ outcome: { exitCode } }) => exitCode === EXIT.failed).length;
  if (args.isAll) addResults(ended, [...found, ...jobs.unread()], args);
  if (args.isAll && args.output !== undefined && args.writes && failures === 0)
    addHints(ended, unwrittenOf(paths, ended, args.inputs[0] ?? '', args.output));
  if (args.verbose && failures === 0 && args.output === undefined) display.log(lastLine(works));
  return outcomeOf(ended, args, summaryStart(countsOf(works, failures), leftOutText(leftOut)));
}

/** A package that is rendered. */
interface StartedPackage extends PackageJob {
  readonly applied: ReturnType<typeof startJob>;
}

/**
 * Adds results about all packages to the last one's outcome. Packages without errors of their own are written before.
 */
function addResults(ended: EndedJob[], found: readonly Result[], { strict }: Pick<RenderArguments, 'strict'>): void {
  const last = ended.at(-1);
  if (last === undefined || found.length === 0) return;
  const isStrict = strict && found.some(({ severity }) => severity === 'warning');
  const added = isStrict ? [...found, STRICT] : found;
  const hasErrors = added.some(({ severity }) => severity === 'error');
  const { results, exitCode } = last.outcome;
  const outcome = { ...last.outcome, results: [...added, ...results], exitCode: hasErrors ? EXIT.failed : exitCode };
  const messages = { ...last.messages, found: [...added, ...last.messages.found] };
  ended.splice(-1, 1, { ...last, outcome, messages });
}

/** Adds advice about all packages to the last one's outcome. */
function addHints(ended: EndedJob[], hints: readonly Result[]): void {
  const last = ended.at(-1);
  if (last === undefined || hints.length === 0) return;
  const outcome = { ...last.outcome, results: [...last.outcome.results, ...hints] };
  ended.splice(-1, 1, { ...last, outcome, messages: { ...last.messages, hints: [...last.messages.hints, ...hints] } });
}

/** Returns the info about files of packages that the new folder does not have. */
function unwrittenOf(
  paths: readonly string[],
  ended: readonly EndedJob[],
  from: string,
  to: string,
): readonly Result[] {
  const changes = ended.flatMap(({ outcome }) => outcome.changes);
  return unwrittenFiles(paths, {
    from,
    to,
    changes: changes.map((each) => ({ ...each, path: relative(from, each.path) })),
  });
}

const STRICT: Result = { severity: 'error', code: 'strict', message: WARNING_IS_ERROR };

/** Returns kpt's line after a successful rendering. */
function lastLine(works: readonly PackageJob['work'][]): string {
  const { functions, packages } = sums(works);
  return `Successfully executed ${functions} function(s) in ${packages} package(s).\n`;
}

/**
 * Returns the start of a summary: counts of functions and packages or, if some of several packages failed, of the
 * others.
 */
function countsOf(works: readonly PackageJob['work'][], failures: number): string {
  if (failures > 0 && works.length > 1) return `${works.length - failures} of ${works.length} packages rendered`;
  const { functions, packages } = sums(works);
  return packages === 0 ? '' : `${counted(functions, 'function')} in ${counted(packages, 'package')}`;
}

function sums(works: readonly PackageJob['work'][]): { readonly functions: number; readonly packages: number } {
  const sum = (count: (rendering: RenderedPackages) => number): number =>
    works.reduce((total, { rendering }) => total + (rendering === undefined ? 0 : count(rendering)), 0);
  const ran = sum(({ steps }) => steps.filter(({ isSkipped }) => !isSkipped).length);
  return { functions: ran, packages: sum(({ folders }) => folders.length) };
}

/** Fails for a package of which it is not known whether it is selected, and leaves it as it is. */
class UnreadPackage extends ReadingJob {
  readonly name = 'render';
  readonly #error: KrmError;

  constructor(error: KrmError) {
    super();
    this.#error = error;
  }

  async compute(): Promise<void> {
    throw this.#error;
  }
}

/**
 * Returns the job of a package whose values cannot be read. `args`: of all packages. `path`: relative to the folder of
 * all.
 */
function unreadPackage(error: KrmError, args: RenderArguments, path: string): PackageJob {
  const own = { ...ownArguments(args, path), recordsStatus: false };
  return { args: own, work: { rendering: undefined, isInvalid: false }, job: new UnreadPackage(error) };
}

const KPTFILE = 'Kptfile';

/**
 * Writes a package whose rendering failed as it was before the function that failed, if its Kptfile asks for that: it
 * is rendered again up to there. Returns the outcome with these changes, or with the error of writing them. `jobs`:
 * maker of the job.
 */
async function savePart(
  ended: EndedJob,
  { args, work: { rendering } }: Pick<PackageJob, 'args' | 'work'>,
  { jobs, show }: { readonly jobs: OwnJobs; readonly show: ShowDiff | undefined },
): Promise<EndedJob> {
  const { writes, prints, output, inputs } = args;
  const count = rendering?.steps.findIndex(({ isFailed }) => isFailed) ?? -1;
  if (count < 0 || !writes || prints || output !== undefined) return ended;
  const [kptfile] = kptfileIn(inputs[0] ?? '').resources;
  if (kptfile === undefined || !savesOnFailure(kptfile)) return ended;
  const part = (await startJob(jobs.partOf(args, count), args))(show);
  const { changes, explanations, results } = part.outcome;
  const errors = results.filter(({ severity }) => severity === 'error');
  const added = [...errors, ...(changes.length > 0 ? [SAVED] : [])];
  return {
    ...ended,
    outcome: { ...ended.outcome, changes, explanations, results: [...ended.outcome.results, ...added] },
    messages: { ...ended.messages, found: [...ended.messages.found, ...added] },
  };
}

const SAVED: Result = { severity: 'warning', code: 'written-in-part', message: WRITTEN_BEFORE_FAILURE };

function kptfileIn(folder: string): PackageFile {
  return readPackageFile(KPTFILE, readText(join(folder, KPTFILE), KPTFILE));
}

/**
 * Records in the Kptfile of a package that its rendering failed, if the command line requests it, and the Kptfile is
 * valid, as kpt does. All other files stay unchanged. Returns the outcome with this change, or with the error of
 * writing it.
 */
function recordFailure(ended: EndedJob, work: PackageJob['work'], args: RenderArguments): EndedJob {
  const { recordsStatus, writes, prints, output, inputs } = args;
  if (!recordsStatus || !writes || prints || output !== undefined || work.isInvalid) return ended;
  const { outcome, messages } = ended;
  try {
    const root = realpathSync(inputs[0] ?? '');
    const errors = outcome.results.filter(({ severity }) => severity === 'error');
    const changes = changesFor(root, work, failureMessage(root, inPackage(errors, inputs), work.rendering));
    const shownPath = (path: string): string => join(inputs[0] ?? '', path);
    writeChanges(changes.map((change) => ({ ...change, root, shown: shownPath(change.path) })));
    return {
      ...ended,
      outcome: {
        ...outcome,
        changes: changedAgain(
          outcome.changes,
          changes.map((each) => ({ ...each, path: shownPath(each.path) })),
        ),
      },
    };
  } catch (error) {
    const errors = resultsOf(error);
    return {
      ...ended,
      outcome: { ...outcome, results: [...outcome.results, ...errors] },
      messages: { ...messages, found: [...messages.found, ...errors] },
    };
  }
}

/** Returns changes, and later ones of the same files and of others. */
function changedAgain(earlier: readonly ContentChange[], later: readonly FileChange[]): readonly ContentChange[] {
  const before = new Map(earlier.map((change) => [change.path, change.before]));
  const again = new Set(later.map(({ path }) => path));
  return [
    ...earlier.filter(({ path }) => !again.has(path)),
    ...later.map((change) => ({
      ...change,
      before: before.has(change.path) ? before.get(change.path) : change.before,
    })),
  ];
}

function changesFor(root: string, { rendering }: Pick<RenderWork, 'rendering'>, reason: string): readonly FileChange[] {
  const file = kptfileIn(root);
  const [kptfile] = file.resources;
  if (kptfile === undefined || !isKptfile(kptfile)) return [];
  recordStatus(kptfile, rendering, reason);
  return [{ path: KPTFILE, before: file.text, after: editedText(file, new Set()) }].filter(isChange);
}

/**
 * Returns the reason why a rendering failed, in the form of kpt 1.0.0-beta.67: the packages from the root to the one
 * that failed, then the reason, in kpt's words if the function itself failed. `root`: folder of the root package,
 * without symbolic links. `error`: the first one, relative to that folder.
 */
function failureMessage(root: string, [error]: readonly Result[], rendering: RenderedPackages | undefined): string {
  const failed = rendering?.steps.find(({ isFailed }) => isFailed);
  const reason = error === undefined ? 'the rendering failed' : formatResult(error);
  if (rendering === undefined || failed === undefined) return `${packageLine(root, '')}${reason}`;
  const { folder, end } = failed;
  const isOwnFailure = end === undefined ? failed.inProcess : end.exitCode !== 0;
  return pipelineLines(root, folder, rendering) + (isOwnFailure ? 'already handled error' : reason);
}

/** Returns the packages on the path to a package, and the part of the rendering that failed. */
function pipelineLines(root: string, folder: string, { folders }: RenderedPackages): string {
  // Level by level, the root package comes first, and no package is rendered within another.
  const isByLevel = folders.length > 1 && folders[0] === '';
  if (folder === '' || isByLevel)
    return `${packageLine(root, '')}pipeline.run: ${folder === '' ? '' : `pkg ${shown(root, folder)}: `}`;
  const way = folders.filter((each) => each !== '' && `${folder}/`.startsWith(`${each}/`));
  const [first = folder, ...below] = way.toSorted((a, b) => a.length - b.length);
  return `${packageLine(root, first)}${below.map((each) => `pkg ${shown(root, each)}:\n\t`).join('')}pipeline.run: `;
}

function packageLine(root: string, folder: string): string {
  return `pkg.render: pkg ${shown(root, folder)}:\n\t`;
}

/** Returns a package as kpt shows it: relative to the working directory, or else to the root package. */
function shown(root: string, folder: string): string {
  const path = relative(workingFolder(), root);
  const base = path.startsWith('..') ? '.' : path;
  return [base, folder].filter(Boolean).join('/') || '.';
}
