import { packagePath, type Variant } from '../../../src/fleet/index.ts';
import type { Result } from '../../../src/krm/index.ts';
import { firstNames, unknownName } from '../../../src/wording.ts';
import type { CommandProgram } from '../../arguments/command.ts';
import type { BlamedFile } from '../../blame/blame-files.ts';
import { blamedFiles, isOneLine, summaryOf } from '../../blame/blamed-files.ts';
import { parsePlace } from '../../blame/blame-target.ts';
import { printCauses } from '../../blame/print-causes.ts';
import { failure } from '../../process/failure.ts';
import type { RunOutcome } from '../../report/run-outcome.ts';
import type { Findings } from '../../work/job.ts';
import { ReadingJob } from '../../work/reading-job.ts';
import { newFleetRun } from '../fleet-run.ts';
import { placeOf } from '../inputs/fleet-place.ts';
import { readInputs } from '../inputs/read-inputs.ts';
import { isNamed } from '../inputs/select-variants.ts';
import { WorkTree } from '../tree/work-tree.ts';
import { FleetBlame } from './fleet-blame.ts';
import type { FleetBlameArguments } from './fleet-blame-arguments.ts';

/** Causes of the lines of a variant. */
export class FleetBlameJob extends ReadingJob {
  readonly name = 'fleet blame';
  readonly #program: Pick<CommandProgram, 'functions' | 'version'>;
  readonly #args: FleetBlameArguments;
  #files: readonly BlamedFile[] = [];
  #isOne = false;

  constructor(program: Pick<CommandProgram, 'functions' | 'version'>, args: FleetBlameArguments) {
    super();
    this.#program = program;
    this.#args = args;
  }

  async compute({ results }: Findings): Promise<void> {
    const { folder, named, place = '.' } = this.#args;
    const tree = WorkTree.around(folder);
    const { root, gitDir } = tree;
    const inputs = await readInputs(this.#program, this.#args, { place: placeOf(folder, root), gitDir });
    const all = inputs.waves.flat();
    const variant = variantNamed(named, all);
    const { objects, injected } = inputs;
    const variants = withUpstreams(variant, all);
    const run = newFleetRun({ program: this.#program, args: this.#args, tree, variants, objects, injected });
    const blame = await new FleetBlame(run).of(variant);
    const inside = (path: string): string => fromFolder(path, variant.folder);
    const { path, range } = parsePlace(place, (each) => blame.local.has(inside(each)));
    const target = { path: inside(path), range };
    const found = blamedFiles(blame, blame.local, target);
    this.#files = found.files.map((file) => ({ ...file, path: `${variant.folder}/${file.path}` }));
    this.#isOne = isOneLine(target, found.files);
    results.push(...[...blame.results, ...found.results].map((result) => shown(result, variant)));
  }

  protected override conclusion(): string {
    return summaryOf(this.#files);
  }

  print(outcome: RunOutcome, isDone: boolean): string {
    const blamed = { files: isDone ? this.#files : [], isOne: this.#isOne, nameOf: (path: string) => path };
    return printCauses({ name: this.name, format: this.#args.format, isDone }, blamed, outcome);
  }
}

/** Returns the only variant of a name. Throws a `KrmError` if there is none, or if several have it. */
function variantNamed(name: string, all: readonly Variant[]): Variant {
  const [variant, ...others] = all.filter((each) => isNamed(each, name));
  if (variant === undefined)
    throw failure(
      unknownName(
        'variant',
        name,
        all.map((each) => each.name),
      ),
    );
  if (others.length === 0) return variant;
  const folders = firstNames(
    [variant, ...others].map(({ folder }) => folder),
    (each) => each,
  );
  throw failure(`${JSON.stringify(name)} must name one variant: name its folder, one of ${folders}`);
}

/** Returns a variant with those that it is made of. */
function withUpstreams(variant: Variant, all: readonly Variant[]): readonly Variant[] {
  const byFolder = new Map(all.map((each) => [each.folder, each]));
  const found: Variant[] = [];
  for (let next: Variant | undefined = variant; next !== undefined && !found.includes(next);) {
    found.push(next);
    const { place, package: name }: Variant['upstream'] = next.upstream;
    next = byFolder.get(place.folder === '' ? name : `${place.folder}/${name}`);
  }
  return found;
}

/** Returns a path in the folder of a variant: '' for all of it. It may be named from the top of the git repository. */
function fromFolder(path: string, folder: string): string {
  const clean = packagePath(path) ?? path;
  if (clean === folder) return '';
  return clean.startsWith(`${folder}/`) ? clean.slice(folder.length + 1) : clean;
}

/** Names files of a variant from the top of the git repository. */
function shown(result: Result, { folder, file }: Variant): Result {
  const path = result.file?.path ?? '';
  const isFromTop = path === '' || path === file || path === folder || path.startsWith(`${folder}/`);
  return isFromTop ? result : { ...result, file: { index: 0, ...result.file, path: `${folder}/${path}` } };
}
