import { groupByValues, type ValueGroup, type ValueRow, type Variant } from '../../../src/fleet/index.ts';
import { NO_INPUTS } from '../../../src/fleet/messages/inputs.ts';
import {
  LEFT_OUT_DELETED,
  LEFT_OUT_NEW,
  leftOutWrong,
  noSuchField,
  noSuchKey,
  ofField,
} from '../../../src/fleet/messages/selection.ts';
import {
  KrmError,
  type Result,
  arrangeResults,
  failure,
  fileError,
  fileWarning,
  resultsOf,
} from '../../../src/krm/index.ts';
import { isMap, type Value } from '../../../src/yaml/index.ts';
import { counted } from '../../../src/wording.ts';
import type { Findings, JobFacts } from '../../work/job.ts';
import { ReadingJob } from '../../work/reading-job.ts';
import { lockFile } from '../../../src/fleet/inputs/fleet-paths.ts';
import { inDownstream, unopened, type ReadRepository } from '../store/in-downstream.ts';
import { placedIn } from '../show/repository-paths.ts';
import type { DownstreamVariants } from '../../../src/fleet/inputs/downstream-variants.ts';
import type { FailedVariant } from '../../../src/fleet/inputs/fleet-inputs.ts';
import { readInputs } from '../store/read-inputs.ts';
import { fleetPlace, wordsFrom } from '../store/fleet-place.ts';
import { noneSelected, selectVariants } from '../../../src/fleet/inputs/select-variants.ts';
import { type FieldQuery, missingResource, nearFieldHint, PackageValues } from '../../../src/where/index.ts';
import { shownFolder } from '../show/table.ts';
import { openStore } from '../store/work-tree.ts';
import type { FleetProgram } from '../fleet-store.ts';
import type { Files } from '../../../src/fleet/ports.ts';
import { checkReportPlace } from '../show/report-place.ts';
import type { TableArguments } from './table-arguments.ts';
import { formatValueTable, TABLE_REPORTS, type TableFormat } from '../show/table-formats.ts';
import type { ValueTable, VariantFolder } from '../../../src/fleet/answers/value-table.ts';
import { meetingVariants } from '../../../src/fleet/inputs/meeting-variants.ts';
import { variantFiles } from '../../../src/fleet/inputs/variant-files.ts';
import type { OwnReports } from '../../report/run-outcome.ts';

/** Values of a variant. */
interface TableRow extends ValueRow {
  /** With the URL of another git repository. */
  readonly folder: string;
  readonly place: VariantFolder;
  readonly variant: Variant;
}

/** Table of the values of fields in the folders of variants. Reads these, and derives nothing. */
export class TableJob extends ReadingJob {
  readonly name = 'fleet table';
  readonly #program: FleetProgram;
  readonly #args: TableArguments;
  readonly #errors: Result[] = [];
  /** Number of variants that are left out, since their files cannot be read. */
  #unread = 0;
  /** Queries for which a variant has a value. */
  readonly #found = new Set<FieldQuery>();
  /** Messages about resources and fields that no variant of a git repository has. */
  readonly #missing = new Map<FieldQuery, string>();
  #table: ValueTable | undefined;
  #results: readonly Result[] = [];

  constructor(program: FleetProgram, args: TableArguments) {
    super();
    this.#program = program;
    this.#args = args;
  }

  async compute({ results, kept }: Findings): Promise<void> {
    const tree = openStore(this.#program, this.#args.folder);
    const { root, records } = tree;
    const fleet = { place: fleetPlace(this.#args.folder, tree), records };
    const all = await readInputs(this.#program, { ...this.#args, writes: false }, fleet);
    if (all.isEmpty) throw fileError(this.#args.folder, 'empty-input', NO_INPUTS);
    const inputs = selectVariants(all, this.#args, tree, wordsFrom(root, this.#args.folder));
    checkReportPlace(
      this.#args.report,
      root,
      all.waves.flat().map(({ folder }) => folder),
    );
    results.push(...inputs.results, ...inputs.failed.map(leftOut));
    const rows = await this.#rowsOf({ tree, repository: undefined }, inputs.waves.flat(), results);
    this.#addUnread(inputs.unread ?? [], undefined);
    let selected = inputs.waves.flat().length + inputs.failed.length;
    for (const each of inputs.elsewhere)
      rows.push(
        ...(await this.#rowsElsewhere(each, (read) => {
          const { meeting, unread } = meetingVariants(read.tree, each.variants, this.#args.conditions);
          this.#addUnread(unread, read.repository);
          selected += meeting.length;
          return this.#rowsOf(read, meeting, results);
        })),
      );
    kept.push(...this.#errors);
    if (rows.length === 0 && this.#errors.length > 0) return;
    if (selected === 0 && this.#args.conditions.length > 0) throw noneSelected(this.#args);
    results.push(...this.#unknownFields());
    this.#results = arrangeResults([...kept, ...results]);
    this.#table = {
      fields: this.#args.fields,
      by: this.#args.by,
      groups: groupByValues(rows),
      keys: this.#keysOf(rows),
      places: new Map(rows.map(({ folder, place }) => [folder, place])),
    };
  }

  /** Returns the values of variants in one git repository. */
  async #rowsOf(
    { tree, repository }: { readonly tree: Files; readonly repository: string | undefined },
    variants: readonly Variant[],
    results: Result[],
  ): Promise<TableRow[]> {
    const values = new PackageValues(this.#args.queries);
    const rows = variants.flatMap((variant): readonly TableRow[] => {
      const at = { repository, folder: variant.folder };
      const folder = shownFolder(at);
      try {
        if (tree.has(variant.folder))
          return [{ folder, place: at, variant, values: values.of(variantFiles(tree, variant.folder)) }];
        results.push(noFolder(folder, tree.has(lockFile(variant.folder))));
      } catch (error) {
        this.#addUnread([{ results: resultsOf(error) }], repository);
      }
      return [];
    });
    this.#noteFields(tree, rows);
    return rows;
  }

  /** Adds the errors of variants that are left out, since their files cannot be read. */
  #addUnread(unread: readonly Pick<FailedVariant, 'results'>[], repository: string | undefined): void {
    this.#unread += unread.length;
    this.#errors.push(...unread.flatMap(({ results }) => results.map((result) => placedIn(repository, result))));
  }

  /** Notes which resources and fields are known in a git repository, while its files are there. */
  #noteFields(tree: Files, rows: readonly TableRow[]): void {
    for (const [index, query] of this.#args.queries.entries()) {
      if (rows.length === 0 || this.#found.has(query)) continue;
      if (rows.some(({ values }) => (values[index] ?? []).length > 0)) {
        this.#found.add(query);
        continue;
      }
      const packages = rows.map(({ variant }) => variantFiles(tree, variant.folder));
      const missing = missingResource(query, packages);
      // A resource that is known in one git repository may be missing in others.
      if (missing === undefined) this.#missing.set(query, noSuchField(nearFieldHint(query, packages)));
      else if (!this.#missing.has(query)) this.#missing.set(query, missing);
    }
  }

  /** Returns a warning for each field that no variant has. */
  #unknownFields(): readonly Result[] {
    return this.#args.queries.flatMap((query, index) => {
      const missing = this.#missing.get(query);
      const message = ofField(this.#args.fields[index] ?? '', missing ?? '');
      return missing === undefined || this.#found.has(query)
        ? []
        : [{ severity: 'warning', code: 'field-not-found', message }];
    });
  }

  async #rowsElsewhere(
    variants: DownstreamVariants,
    read: (read: ReadRepository) => Promise<readonly TableRow[]>,
  ): Promise<readonly TableRow[]> {
    try {
      return await inDownstream(variants, this.#args, read);
    } catch (error) {
      if (!(error instanceof KrmError)) throw error;
      this.#errors.push(...unopened(variants, error));
      return [];
    }
  }

  /** Returns the value of the key of `--by` for each folder. Throws a `KrmError` if no variant has the key. */
  #keysOf(rows: readonly TableRow[]): ReadonlyMap<string, string> {
    const { by } = this.#args;
    if (by === undefined) return new Map();
    const keys = rows.flatMap(({ folder, variant }): readonly (readonly [string, string])[] => {
      const key = columnKey(variant, by);
      return key === undefined ? [] : [[folder, key]];
    });
    if (keys.length > 0 || rows.length === 0) return new Map(keys);
    const known = rows.flatMap(({ variant }) => keysOf(variant));
    throw failure('invalid-argument', noSuchKey(by, known));
  }

  protected override conclusion(): string {
    const { groups } = this.#table ?? { groups: [] };
    const unread = this.#unread === 0 ? '' : `, ${counted(this.#unread, 'variant')} left out`;
    return `${counted(countOf(groups), 'variant')}, ${counted(groups.length, 'group')}${unread}`;
  }

  override facts(): JobFacts {
    return { ...super.facts(this.#table !== undefined), reports: this.#reports() };
  }

  print(): string {
    const { report } = this.#args;
    return report === undefined || report.file !== undefined ? this.#ofTable(formatValueTable) : '';
  }

  /** Formats the variants that could be read, even after errors about others. */
  #ofTable(format: (table: ValueTable, results: readonly Result[]) => string): string {
    return this.#table === undefined ? '' : format(this.#table, this.#results);
  }

  #reports(): OwnReports {
    const make = (format: TableFormat) => (): string => this.#ofTable(TABLE_REPORTS[format]);
    return { json: make('json'), markdown: make('markdown'), html: make('html'), names: make('names') };
  }
}

/** Returns the label of a variant, or the value in its package context. */
function columnKey(variant: Variant, key: string): string | undefined {
  const label = variant.labels.get(key);
  if (label !== undefined) return label;
  const value = contextOf(variant)[key];
  return value === undefined || typeof value === 'object' ? undefined : String(value);
}

/** Returns the keys of the labels of a variant, and of its package context. */
function keysOf(variant: Variant): readonly string[] {
  return [...variant.labels.keys(), ...Object.keys(contextOf(variant))];
}

function contextOf({ resource }: Variant): Readonly<Record<string, Value>> {
  const data = resource.document.value(['spec', 'packageContext', 'data']);
  return isMap(data) ? data : {};
}

function countOf(groups: readonly ValueGroup[]): number {
  return groups.reduce((sum, { folders }) => sum + folders.length, 0);
}

/** Returns the warning about a PackageVariant that is wrong. */
export function leftOut({ kind, name, file }: Pick<FailedVariant, 'kind' | 'name' | 'file'>): Result {
  return fileWarning(file, 'variant-left-out', leftOutWrong(kind ?? 'PackageVariant', name));
}

/** Returns the warning about a folder that does not exist. `isMade`: true if it has a lock. */
function noFolder(folder: string, isMade: boolean): Result {
  return fileWarning(folder, 'variant-left-out', isMade ? LEFT_OUT_DELETED : LEFT_OUT_NEW);
}
