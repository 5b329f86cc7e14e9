import type { BlamedFile } from '../../../src/blame/index.ts';
import { fromFolder, type OpenVariant } from '../../../src/fleet/answers/variant-blame.ts';
import { pathsOf, type VariantWord } from '../../../src/fleet/inputs/named-variants.ts';
import type { Result } from '../../../src/krm/index.ts';
import type { CommandProgram, FunctionProgram } from '../../arguments/command.ts';
import { MESSAGE_OPTIONS, type MessageArguments, parseMessageArguments } from '../../arguments/message-arguments.ts';
import type { Option } from '../../arguments/option.ts';
import type { SortedArguments } from '../../arguments/sort-arguments.ts';
import { type BlameFormat, FORMAT_OPTIONS, parseBlameFormat } from '../../blame/blame-arguments.ts';
import { parsePlace } from '../../blame/blame-target.ts';
import { blamedFiles, isOneLine, summaryOf } from '../../blame/blamed-files.ts';
import { printCauses } from '../../blame/print-causes.ts';
import { parsePipelineArguments, PIPELINE_OPTIONS } from '../../render/pipeline-arguments.ts';
import type { RunOutcome } from '../../report/run-outcome.ts';
import { type Findings, NO_OUTPUTS } from '../../work/job.ts';
import { ReadingJob } from '../../work/reading-job.ts';
import type { FolderOutcome } from '../../work/report-jobs.ts';
import { showCall } from '../../work/show-call.ts';
import { runJob } from '../../work/start-job.ts';
import { shown, shownIn, withVariant } from '../call/open-variant.ts';
import type { DerivingArguments } from '../request.ts';
import { shownFolder } from '../show/table.ts';
import { DIRECTORY_OPTION, directoryOf, FETCH_OPTION, OBJECT_OPTIONS, parseObjects } from './fleet-arguments.ts';

/**
 * Implements `krm-variants fleet blame`: prints who set each line of a variant to stdout. Returns the exit code. Throws
 * a `UsageError` if the arguments are invalid.
 */
export async function fleetBlameCommand(sorted: SortedFleetBlame, program: CommandProgram): Promise<number> {
  const asked = parseFleetBlame(sorted);
  return await showCall(asked, () => blameVariant(program, asked));
}

/** Finds out who set the lines of a variant. */
export async function blameVariant(program: FunctionProgram, args: FleetBlameArguments): Promise<FolderOutcome> {
  return await runJob(new FleetBlameJob(program, args), { ...args, ...NO_OUTPUTS, strict: false, writes: false });
}

/** Causes of the lines of a variant. */
class FleetBlameJob extends ReadingJob {
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
    await withVariant(this.#program, this.#args, this.#args.named, (open, word) =>
      this.#blame(open, this.#placeIn(open, word), results),
    );
  }

  /** Returns the file of a variant, with its lines: as given, or as the word for the variant says. */
  #placeIn({ variant: { folder } }: OpenVariant, word: VariantWord): string {
    const { place, lines } = this.#args;
    if (place !== undefined) return place;
    const path = pathsOf(word).find((each) => each.startsWith(`${folder}/`));
    return `${path === undefined ? '.' : path.slice(folder.length + 1)}${lines}`;
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

/** Options of `krm-variants fleet blame`. */
export const FLEET_BLAME_OPTIONS = [
  DIRECTORY_OPTION,
  ...FORMAT_OPTIONS,
  ...OBJECT_OPTIONS,
  FETCH_OPTION,
  ...PIPELINE_OPTIONS,
  ...MESSAGE_OPTIONS,
] as const satisfies readonly Option[];

/** Sorted arguments of `krm-variants fleet blame`. */
type SortedFleetBlame = SortedArguments<(typeof FLEET_BLAME_OPTIONS)[number]>;

/** Parsed arguments of `krm-variants fleet blame`. */
interface FleetBlameArguments extends DerivingArguments, MessageArguments {
  /** Word for the variant, as given, without lines. */
  readonly named: string;
  /** File in its folder, with or without lines; undefined: that of `named`. */
  readonly place: string | undefined;
  /** Lines of the file that `named` is, such as `:17`; '' for all. */
  readonly lines: string;
  readonly format: BlameFormat;
}

/** Reads the checked arguments of `krm-variants fleet blame VARIANT [FILE[:LINE]]`. Throws a `UsageError`. */
export function parseFleetBlame(sorted: SortedFleetBlame): FleetBlameArguments {
  const [word = '', place] = sorted.operands;
  const [, named = word, lines = ''] = place === undefined ? (/^(.+?)(:\d+(?:-\d+)?)$/.exec(word) ?? []) : [];
  return {
    folder: directoryOf(sorted),
    named,
    place,
    lines,
    format: parseBlameFormat(sorted),
    ...parseObjects(sorted),
    fetches: sorted.has('fetch'),
    ...parsePipelineArguments(sorted),
    ...parseMessageArguments(sorted),
  };
}
