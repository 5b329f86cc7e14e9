import { join } from '../process/host-paths.ts';
import {
  Blame,
  type BlamedFile,
  type Cause,
  Lineage,
  type PackageLineages,
  renderedLineages,
  sourceFiles,
  stageOf,
  upstreamCauses,
} from '../../src/blame/index.ts';
import { joinPath } from '../../src/files/index.ts';
import { fileError, KrmError, type Result } from '../../src/krm/index.ts';
import type { PackageFiles, Packages } from '../../src/merge/index.ts';
import { LOCK_NEEDED } from '../../src/messages/upstreams.ts';
import { type BaseSource, readKptfile, type RenderSetting, textIn, withContext } from '../../src/upstream/index.ts';
import type { FunctionProgram } from '../arguments/command.ts';
import { shownIn, workIn } from '../package/named-path.ts';
import { pipelineHost } from '../render/pipeline-host.ts';
import type { RunOutcome } from '../report/run-outcome.ts';
import { type PackageVersions, readVersions } from '../update/package-versions.ts';
import { packagePathOf } from '../upstream/package-path.ts';
import { type Findings, NO_OUTPUTS } from '../work/job.ts';
import { ReadingJob } from '../work/reading-job.ts';
import type { FolderOutcome } from '../work/report-jobs.ts';
import { showCall } from '../work/show-call.ts';
import { runJob } from '../work/start-job.ts';
import { type BlameArguments, parseBlameArguments, type SortedBlame } from './blame-arguments.ts';
import { blamedFiles, isOneLine, summaryOf } from './blamed-files.ts';
import { LocalCommits } from './local-commits.ts';
import { printCauses } from './print-causes.ts';

export { BLAME_OPTIONS } from './blame-arguments.ts';

/**
 * Implements `krm-variants blame`: prints who set each line of a package to stdout. Returns the exit code. Throws a
 * `UsageError` if the arguments are invalid.
 */
export async function blameCommand(sorted: SortedBlame, program: FunctionProgram): Promise<number> {
  const asked = parseBlameArguments(sorted);
  return await showCall(asked, () => blamePackage(program, asked));
}

/** Finds out who set the lines of a package. */
export async function blamePackage(program: FunctionProgram, args: BlameArguments): Promise<FolderOutcome> {
  return await runJob(new BlameJob(program, args), { ...args, ...NO_OUTPUTS, strict: false, writes: false });
}

/** Causes of the lines of a package. */
class BlameJob extends ReadingJob {
  readonly name = 'blame';
  readonly #program: FunctionProgram;
  readonly #args: BlameArguments;
  #files: readonly BlamedFile[] = [];

  constructor(program: FunctionProgram, args: BlameArguments) {
    super();
    this.#program = program;
    this.#args = args;
  }

  async compute({ results }: Findings): Promise<void> {
    const { target, base } = this.#args;
    const read = readVersions({ ...this.#args, folder: target.folder, ref: undefined, base, isBaseOnly: true });
    if (read.from === undefined && base === undefined)
      throw fileError(join(target.folder, 'Kptfile'), 'no-upstream', LOCK_NEEDED);
    results.push(...read.results);
    const add = (about: readonly Result[]): void => void results.push(...about.map(shownIn(target.folder)));
    await workIn(target.folder, () => this.#blame(read, add));
  }

  /** Finds out who set the lines. `add`: receives results. */
  async #blame(read: PackageVersions, add: (results: readonly Result[]) => void): Promise<void> {
    const { local } = read.folders;
    const setting = {
      ...this.#args,
      host: pipelineHost(this.#program, this.#args.pipelines),
      root: local.root,
      keepsEdits: true,
    };
    const packages = { base: read.folders.base.files, local: local.files };
    const lineages = await packageLineages(packages, read.sources, setting);
    add(lineages.results);
    const blame = new Blame(local.files, lineages, new LocalCommits(local.root));
    const found = blamedFiles(blame, local.files, this.#args.target);
    this.#files = found.files;
    add(found.results);
  }

  protected override conclusion(): string {
    return summaryOf(this.#files);
  }

  print(outcome: RunOutcome, isDone: boolean): string {
    const { format, target } = this.#args;
    const nameOf = (path: string): string => joinPath(target.folder === '.' ? '' : target.folder, path);
    const blamed = { files: isDone ? this.#files : [], isOne: isOneLine(target, this.#files), nameOf };
    return printCauses({ name: this.name, format, isDone }, blamed, outcome);
  }
}

/**
 * Derives a package from the version that it came from, with and without its pipelines and the local edits to their
 * inputs.
 */
export async function packageLineages(
  { base, local }: Pick<Packages, 'base' | 'local'>,
  sources: readonly BaseSource[],
  setting: RenderSetting,
): Promise<PackageLineages> {
  const origin = upstreamCauses(sources);
  const stages = [stageOf(sourceFiles(base.keys(), sources), base, () => GET)];
  const deployed = withOwnContext(base, local, setting.root);
  const deployment = new Lineage(deployed, [stageOf(base, deployed, () => GET), ...stages], origin);
  return await renderedLineages({ files: base, stages, origin }, local, [deployment], setting);
}

/** Cause of lines that name a copy of a package, and its version. */
const GET: Cause = { by: 'get' };

/** Returns a package with the context that `get --for-deployment` writes, if the local one has a context. */
function withOwnContext(base: PackageFiles, local: PackageFiles, root = ''): PackageFiles {
  const kptfile = textIn(local, 'Kptfile');
  const hasContext = [...local.values()].some((each) => typeof each === 'string' && each.includes('kptfile.kpt.dev'));
  if (kptfile === undefined || !hasContext) return base;
  try {
    return withContext(base, { name: readKptfile(kptfile, 'Kptfile').name, packagePath: packagePathOf(root) });
  } catch (error) {
    // The context of the upstream is not one that `get` writes.
    if (error instanceof KrmError) return base;
    throw error;
  }
}
