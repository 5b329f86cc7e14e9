import type { Result } from '../../../src/krm/index.ts';
import type { BlamedFile } from '../../../src/blame/index.ts';
import { blamedFiles, isOneLine, summaryOf } from '../../blame/blamed-files.ts';
import { parsePlace } from '../../blame/blame-target.ts';
import { printCauses } from '../../blame/print-causes.ts';
import type { RunOutcome } from '../../report/run-outcome.ts';
import type { Findings } from '../../work/job.ts';
import { ReadingJob } from '../../work/reading-job.ts';
import type { FleetBlameArguments } from './fleet-blame-arguments.ts';
import { shownFolder } from '../show/table.ts';
import { shown, shownIn, withVariant } from '../call/open-variant.ts';
import { type OpenVariant, fromFolder } from '../../../src/fleet/answers/variant-blame.ts';
import type { FunctionProgram } from '../../arguments/command.ts';

/** Causes of the lines of a variant. */
export class FleetBlameJob extends ReadingJob {
  readonly name = 'fleet blame';
  readonly #program: FunctionProgram;
  readonly #args: FleetBlameArguments;
  #files: readonly BlamedFile[] = [];
  #isOne = false;

  constructor(program: FunctionProgram, args: FleetBlameArguments) {
    super();
    this.#program = program;
    this.#args = args;
  }

  async compute({ results }: Findings): Promise<void> {
    const { named, place = '.' } = this.#args;
    await withVariant(this.#program, this.#args, named, (open) => this.#blame(open, place, results));
  }

  #blame({ variant, repository, blame, results: found }: OpenVariant, place: string, results: Result[]): void {
    const at = shownFolder({ repository, folder: variant.folder });
    const inside = (path: string): string =>
      fromFolder(path.startsWith(`${at}/`) ? path.slice(at.length + 1) : path, variant.folder);
    const { path, range } = parsePlace(place, (each) => blame.local.has(inside(each)));
    const target = { path: inside(path), range };
    const blamed = blamedFiles(blame, blame.local, target);
    this.#files = blamed.files.map((file) => ({ ...file, path: `${at}/${file.path}` }));
    this.#isOne = isOneLine(target, blamed.files);
    results.push(...found, ...blamed.results.map((result) => shownIn(repository, shown(result, variant), variant)));
  }

  protected override conclusion(): string {
    return summaryOf(this.#files);
  }

  print(outcome: RunOutcome, isDone: boolean): string {
    const blamed = { files: isDone ? this.#files : [], isOne: this.#isOne, nameOf: (path: string) => path };
    return printCauses({ name: this.name, format: this.#args.format, isDone }, blamed, outcome);
  }
}
