import { join, relative } from '../process/host-paths.ts';
import { byteOrder } from '../../src/byte-order.ts';
import { formatResult, type Result } from '../../src/krm/index.ts';
import { type MergeOptions, mergePackages, type PackageFiles } from '../../src/merge/index.ts';
import { type ContentChange, formatDiff, isMergeChange } from '../../src/package/index.ts';
import { renderVersions } from '../../src/upstream/index.ts';
import { counted } from '../../src/wording.ts';
import type { FunctionProgram } from '../arguments/command.ts';
import { hasModes } from '../git/work-tree.ts';
import { shownIn, workIn } from '../package/named-path.ts';
import { patchFolder } from '../package/patch-folder.ts';
import { pipelineHost } from '../render/pipeline-host.ts';
import { conflictResults } from '../report/conflict-results.ts';
import { type Findings, NO_OUTPUTS } from '../work/job.ts';
import { ReadingJob } from '../work/reading-job.ts';
import type { FolderOutcome } from '../work/report-jobs.ts';
import { showCall } from '../work/show-call.ts';
import { runJob } from '../work/start-job.ts';
import { type DiffArguments, parseDiffArguments, type SortedDiff } from './diff-arguments.ts';
import { type PackageVersions, readVersions, versionText } from './package-versions.ts';

export { DIFF_OPTIONS } from './diff-arguments.ts';

/**
 * Implements `krm-variants diff`: prints what was changed in a package since it came from its upstream, or what is new
 * there, to stdout. Returns the exit code. Throws a `UsageError` if the arguments are invalid.
 */
export async function diffCommand(sorted: SortedDiff, program: FunctionProgram): Promise<number> {
  const asked = parseDiffArguments(sorted);
  return await showCall(asked, () => diffPackage(program, asked));
}

/** Compares the versions of a package. */
export async function diffPackage(program: FunctionProgram, args: DiffArguments): Promise<FolderOutcome> {
  return await runJob(new DiffJob(program, args), { ...args, ...NO_OUTPUTS, strict: false, writes: false });
}

/** Differences between the versions of a package. */
class DiffJob extends ReadingJob {
  readonly name = 'diff';
  readonly #program: FunctionProgram;
  readonly #args: DiffArguments;
  #text = '';
  #summary = '';

  constructor(program: FunctionProgram, args: DiffArguments) {
    super();
    this.#program = program;
    this.#args = args;
  }

  async compute({ results }: Findings): Promise<void> {
    const { folder } = this.#args;
    const versions = readVersions(this.#args);
    results.push(...versions.results);
    await workIn(folder, async () => void results.push(...(await this.#compare(versions)).map(shownIn(folder))));
  }

  /** Compares the versions, and returns the results of rendering them. */
  async #compare({ folders, from, to, strategy }: PackageVersions): Promise<readonly Result[]> {
    const { folder, isOfBoth, isBaseOnly } = this.#args;
    const { root } = folders.local;
    const packages = { base: folders.base.files, theirs: folders.theirs.files, local: folders.local.files };
    const setting = {
      ...this.#args,
      host: pipelineHost(this.#program, this.#args.pipelines),
      root,
      keepsEdits: strategy === 'resource-merge',
    };
    const rendered = await renderVersions(packages, setting, OPTIONS);
    const { base, theirs } = rendered.versions;
    const old = { files: base, executables: folders.base.executables };
    const kept = hasModes(root) ? folders.local.executables : folders.base.executables;
    const ofLocal = changesBetween(old, { files: packages.local, executables: kept }, root);
    const ofNew = changesBetween(old, { files: theirs, executables: folders.theirs.executables }, root);
    const since = from === undefined ? '' : ` since ${versionText(from)}`;
    const summaries = {
      local: `${counted(ofLocal.length, 'file')} changed locally${since}`,
      theirs: `${counted(ofNew.length, 'file')} changed in ${to === undefined ? '' : versionText(to)}${since}`,
    };
    this.#summary =
      isBaseOnly === true ? summaries.local : isOfBoth ? `${summaries.local}; ${summaries.theirs}` : summaries.theirs;
    if (!isOfBoth) {
      this.#text = formatDiff(isBaseOnly === true ? ofLocal : ofNew);
      return rendered.results;
    }
    const { conflicts } = mergePackages(rendered.versions, OPTIONS);
    const lines = conflictResults(conflicts).map((result) => `${formatResult(shownIn(folder)(result))}\n`);
    const sections = [
      `${summaries.local}:\n${formatDiff(ofLocal)}`,
      `${summaries.theirs}:\n${formatDiff(ofNew)}`,
      `${counted(conflicts.length, 'conflict')} between both${lines.length === 0 ? '' : ':'}\n${lines.join('')}`,
    ];
    this.#text = sections.join('\n');
    return rendered.results;
  }

  protected override conclusion(): string {
    return this.#summary;
  }

  print(_: unknown, isDone: boolean): string {
    return isDone ? this.#text : '';
  }
}

const OPTIONS = { kptfile: 'plain' } as const satisfies MergeOptions;

/** Files of a version, and those that are executable. */
interface ShownVersion {
  readonly files: PackageFiles;
  readonly executables: ReadonlySet<string>;
}

/** Returns the files that differ, by their paths. `root`: folder that a diff is applied to. */
function changesBetween(before: ShownVersion, after: ShownVersion, root: string): readonly ContentChange[] {
  const folder = patchFolder([root]);
  const paths = [...new Set([...before.files.keys(), ...after.files.keys()])].toSorted(byteOrder);
  return paths
    .map((path) => ({
      path,
      patchPath: relative(folder, join(root, path)),
      before: before.files.get(path),
      after: after.files.get(path),
      wasExecutable: before.executables.has(path),
      isExecutable: after.executables.has(path),
    }))
    .filter(isMergeChange);
}
