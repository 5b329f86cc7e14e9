import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { groupByValues, type ValueGroup, type Variant } from '../../../src/fleet/index.ts';
import { KrmError, resultsOf, type Result } from '../../../src/krm/index.ts';
import { groupBy } from '../../../src/group-by.ts';
import { isMap } from '../../../src/yaml/index.ts';
import { counted } from '../../../src/wording.ts';
import type { CommandProgram } from '../../arguments/command.ts';
import type { ReportFormat } from '../../arguments/report-argument.ts';
import { failure } from '../../process/failure.ts';
import type { Findings, JobFacts } from '../../work/job.ts';
import { ReadingJob } from '../../work/reading-job.ts';
import type { FailedVariant } from '../inputs/fleet-inputs.ts';
import { readInputs } from '../inputs/read-inputs.ts';
import { placeOf } from '../inputs/fleet-place.ts';
import { selectVariants } from '../inputs/select-variants.ts';
import { WorkTree } from '../tree/work-tree.ts';
import { checkReportPlace } from '../report-place.ts';
import type { TableArguments } from './table-arguments.ts';
import { formatTable } from './table-formats.ts';
import type { ValueTable } from './value-table.ts';
import { VariantValues } from './variant-values.ts';

/** Parts of the program that read the inputs of a fleet. */
type FleetProgram = Pick<CommandProgram, 'functions' | 'version'>;

/** Table of the values of fields in the folders of variants. Reads these, and derives nothing. */
export class TableJob extends ReadingJob {
  readonly name = 'fleet table';
  readonly #program: FleetProgram;
  readonly #args: TableArguments;
  #table: ValueTable | undefined;

  constructor(program: FleetProgram, args: TableArguments) {
    super();
    this.#program = program;
    this.#args = args;
  }

  async compute({ results }: Findings): Promise<void> {
    const { root, gitDir } = WorkTree.around(this.#args.folder);
    const place = placeOf(this.#args.folder, root);
    const all = await readInputs(this.#program, { ...this.#args, writes: false }, { place, gitDir });
    const inputs = selectVariants(all, this.#args, root);
    const variants = inputs.waves.flat();
    checkReportPlace(
      this.#args.report,
      root,
      all.waves.flat().map(({ folder }) => folder),
    );
    results.push(...inputs.results, ...inputs.failed.map(leftOut));
    const found = groupBy(variants, ({ folder }) => existsSync(join(root, folder)));
    const [made = [], missing = []] = [found.get(true), found.get(false)];
    results.push(...missing.map(notMade));
    this.#table = { fields: this.#args.fields, by: this.#args.by, ...this.#groupsOf(made, root) };
  }

  #groupsOf(variants: readonly Variant[], root: string): Pick<ValueTable, 'groups' | 'keys'> {
    const values = new VariantValues(root, this.#args.queries);
    const errors: Result[] = [];
    const rows = variants.flatMap(({ folder }) => {
      try {
        return [{ folder, values: values.of(folder) }];
      } catch (error) {
        errors.push(...resultsOf(error));
        return [];
      }
    });
    if (errors.length > 0) throw new KrmError(errors);
    return { groups: groupByValues(rows), keys: this.#keysOf(variants) };
  }

  /** Returns the value of the key of `--by` for each folder. Throws a `KrmError` if no variant has the key. */
  #keysOf(variants: readonly Variant[]): ReadonlyMap<string, string> {
    const { by } = this.#args;
    if (by === undefined) return new Map();
    const keys = variants.flatMap((variant): readonly (readonly [string, string])[] => {
      const key = keyOf(variant, by);
      return key === undefined ? [] : [[variant.folder, key]];
    });
    if (keys.length > 0 || variants.length === 0) return new Map(keys);
    throw failure(`\`--by ${by}\`: no PackageVariant has this label, or this key in its package context`);
  }

  protected override conclusion(): string {
    const { groups } = this.#table ?? { groups: [] };
    return `${counted(countOf(groups), 'variant')}, ${counted(groups.length, 'group')}`;
  }

  override facts(isDone: boolean): JobFacts {
    return { ...super.facts(isDone), report: (format) => this.#format(isDone, format) };
  }

  print(_: unknown, isDone: boolean): string {
    return this.#args.report === undefined ? this.#format(isDone, undefined) : '';
  }

  #format(isDone: boolean, format: ReportFormat | undefined): string {
    return isDone && this.#table !== undefined ? formatTable(this.#table, format) : '';
  }
}

/** Returns the label of a variant, or the value in its package context. */
function keyOf({ labels, resource }: Variant, key: string): string | undefined {
  const label = labels.get(key);
  if (label !== undefined) return label;
  const data = resource.document.value(['spec', 'packageContext', 'data']);
  const value = isMap(data) ? data[key] : undefined;
  return value === undefined || typeof value === 'object' ? undefined : String(value);
}

function countOf(groups: readonly ValueGroup[]): number {
  return groups.reduce((sum, { folders }) => sum + folders.length, 0);
}

/** Returns the warning about a PackageVariant that is wrong. */
export function leftOut({ kind, name, file }: Pick<FailedVariant, 'kind' | 'name' | 'file'>): Result {
  const message = `${kind ?? 'PackageVariant'} "${name}" is wrong, so that it is left out: \`krm-variants fleet plan\` says why`;
  return { severity: 'warning', message, file: { path: file, index: 0 } };
}

function notMade({ folder }: Variant): Result {
  const message = 'is left out: it does not exist yet; `krm-variants fleet apply` makes it';
  return { severity: 'warning', message, file: { path: folder, index: 0 } };
}
