import { basename, join } from 'node:path';
import type { Result } from '../../src/krm/index.ts';
import type { Rendering } from '../../src/render/index.ts';
import { counted } from '../../src/wording.ts';
import type { CommandProgram } from '../arguments/command.ts';
import { limiter } from '../host/limiter.ts';
import { RenderLog } from '../log/render-log.ts';
import { Turns, type ShowLines } from '../log/turns.ts';
import { findPackages } from '../package/find-packages.ts';
import { refuseExisting } from '../package/new-folder.ts';
import { realPath } from '../package/real-path.ts';
import { EXIT } from '../process/exit-code.ts';
import { checkFolderOutputs } from '../work/check-outputs.ts';
import { FolderJob } from '../work/folder-job.ts';
import { outcomeOf, type EndedJob, type FolderOutcome } from '../work/outcome.ts';
import { namedSources } from '../work/sources.ts';
import { startJob, type ShowDiff } from '../work/start-job.ts';
import { recordFailure } from './record-failure.ts';
import type { RenderArguments } from './render-arguments.ts';
import { RenderWork } from './render-work.ts';

/** Receivers of a rendering's output. */
export interface RenderDisplay {
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
  program: Pick<CommandProgram, 'functions' | 'version'>,
  args: RenderArguments,
  display: RenderDisplay,
): Promise<FolderOutcome> {
  checkFolderOutputs(args);
  const [folder = ''] = args.inputs;
  const paths = args.isAll ? findPackages(folder, args.exclude) : [''];
  if (args.isAll && args.output !== undefined) refuseExisting(args.output);
  const setting = { program, given: once(() => namedSources(args)), limited: limiter(args.jobs) };
  const turns = new Turns(display.log);
  const start = (path: string, index: number): StartedPackage => {
    const own = ownArguments(args, path);
    const [place = ''] = own.inputs;
    const name = path === '' ? basename(realPath(place) ?? place) : path;
    const observer = new RenderLog(name, args, (lines) => turns.show(index, lines));
    const work = new RenderWork(own, { ...setting, observer, path });
    const applied = startJob(new FolderJob(work, own, args.inputs), own);
    // The error of a later package is thrown in its turn.
    applied.catch(() => {});
    return { own, work, applied };
  };
  const works: RenderWork[] = [];
  const ended: EndedJob[] = [];
  // The next packages are rendered in the meantime, but each is written in its turn.
  const started = new Map(paths.slice(0, args.jobs).map((path, index) => [index, start(path, index)]));
  for (const [index] of paths.entries()) {
    const { own, work, applied } = started.get(index) as StartedPackage;
    const done = (await applied)(display.diff);
    works.push(work);
    ended.push(done.outcome.exitCode === EXIT.failed ? recordFailure(done, work, own) : done);
    turns.next();
    const next = paths[index + args.jobs];
    if (next !== undefined) started.set(index + args.jobs, start(next, index + args.jobs));
    started.delete(index);
  }
  const failures = ended.filter(({ outcome: { exitCode } }) => exitCode === EXIT.failed).length;
  if (args.isAll) addErrors(ended, works.at(-1)?.unread() ?? []);
  if (args.verbose && failures === 0 && args.output === undefined) display.log(lastLine(works));
  return outcomeOf(ended, args, countsOf(works, failures));
}

/** A package that is rendered. */
interface StartedPackage {
  readonly own: RenderArguments;
  readonly work: RenderWork;
  readonly applied: ReturnType<typeof startJob>;
}

/** Adds errors about all packages to the last one's outcome. */
function addErrors(ended: EndedJob[], errors: readonly Result[]): void {
  const last = ended.at(-1);
  if (last === undefined || errors.length === 0) return;
  const outcome = { ...last.outcome, results: [...errors, ...last.outcome.results], exitCode: EXIT.failed };
  const messages = { ...last.messages, found: [...errors, ...last.messages.found] };
  ended.splice(-1, 1, { ...last, outcome, messages });
}

/** Returns the arguments for one of the packages of a command line. */
function ownArguments(args: RenderArguments, path: string): RenderArguments {
  const place = join(args.inputs[0] ?? '', path);
  return { ...args, inputs: [place], ...(args.output !== undefined && { output: join(args.output, path) }) };
}

/** Returns kpt's line after a successful rendering. */
function lastLine(works: readonly RenderWork[]): string {
  const { functions, packages } = sums(works);
  return `Successfully executed ${functions} function(s) in ${packages} package(s).\n`;
}

/** Returns the start of a summary: counts of functions and packages or, if some of several packages failed, of the others. */
function countsOf(works: readonly RenderWork[], failures: number): string {
  if (failures > 0 && works.length > 1) return `${works.length - failures} of ${works.length} packages rendered: `;
  const { functions, packages } = sums(works);
  return packages === 0 ? '' : `${counted(functions, 'function')} in ${counted(packages, 'package')}: `;
}

function sums(works: readonly RenderWork[]): { readonly functions: number; readonly packages: number } {
  const sum = (count: (rendering: Rendering) => number): number =>
    works.reduce((total, { rendering }) => total + (rendering === undefined ? 0 : count(rendering)), 0);
  return { functions: sum(({ steps }) => steps.length), packages: sum(({ folders }) => folders.length) };
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
