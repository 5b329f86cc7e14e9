import { joinPath } from '../../src/files/index.ts';
import type { RunOutcome } from '../report/run-outcome.ts';
import { readVersions } from '../update/package-versions.ts';
import type { Findings } from '../work/job.ts';
import { ReadingJob } from '../work/reading-job.ts';
import type { BlameArguments } from './blame-arguments.ts';
import { Blame, type BlamedFile } from '../../src/blame/index.ts';
import { blamedFiles, isOneLine, summaryOf } from './blamed-files.ts';
import { LocalCommits } from './local-commits.ts';
import { printCauses } from './print-causes.ts';
import { fileError } from '../../src/krm/index.ts';
import { packageLineages } from './folder-lineages.ts';
import type { FunctionProgram } from '../arguments/command.ts';
import { pipelineHost } from '../render/pipeline-host.ts';
import { LOCK_NEEDED } from '../../src/messages/upstreams.ts';

/** Causes of the lines of a package. */
export class BlameJob extends ReadingJob {
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
    const { local } = read.folders;
    if (read.from === undefined && base === undefined) throw fileError('Kptfile', 'no-upstream', LOCK_NEEDED);
    results.push(...read.results);
    const setting = {
      ...this.#args,
      host: pipelineHost(this.#program, this.#args.pipelines),
      root: local.root,
      keepsEdits: true,
    };
    const packages = { base: read.folders.base.files, local: local.files };
    const lineages = await packageLineages(packages, read.sources, setting);
    results.push(...lineages.results);
    const blame = new Blame(local.files, lineages, new LocalCommits(local.root));
    const found = blamedFiles(blame, local.files, target);
    this.#files = found.files;
    results.push(...found.results);
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
