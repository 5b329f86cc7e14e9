import { changeOf, editsDiff } from '../../../src/fleet/answers/file-edit.ts';
import type { DriftRow } from '../../../src/fleet/answers/variant-drift.ts';
import { askedFolders } from '../../../src/fleet/inputs/downstream-variants.ts';
import { fleetCommand, inDirectory } from '../../../src/fleet/inputs/fleet-command.ts';
import type { FailedVariant } from '../../../src/fleet/inputs/fleet-inputs.ts';
import { goneElsewhere, type GoneVariant, goneVariants } from '../../../src/fleet/inputs/gone-variants.ts';
import { noneSelected, selectVariants } from '../../../src/fleet/inputs/select-variants.ts';
import { NO_INPUTS } from '../../../src/fleet/messages/inputs.ts';
import { LeftLocks } from '../../../src/fleet/plan/left-locks.ts';
import { fileError } from '../../../src/krm/index.ts';
import type { ContentChange } from '../../../src/package/index.ts';
import { counted } from '../../../src/wording.ts';
import type { CommandProgram } from '../../arguments/command.ts';
import type { Option } from '../../arguments/option.ts';
import { FORM_OPTION, parseForm, parsePrinted } from '../../arguments/report-argument.ts';
import type { SortedArguments } from '../../arguments/sort-arguments.ts';
import { UsageError } from '../../arguments/usage-error.ts';
import type { RunOutcome } from '../../report/run-outcome.ts';
import { styledDiff } from '../../terminal/styled-diff.ts';
import { hasColors } from '../../terminal/terminal.ts';
import { type Findings, NO_OUTPUTS } from '../../work/job.ts';
import { ReadingJob } from '../../work/reading-job.ts';
import type { FolderOutcome } from '../../work/report-jobs.ts';
import { showCall } from '../../work/show-call.ts';
import { runJob } from '../../work/start-job.ts';
import {
  askedFolder,
  type AskedFolder,
  goneFolder,
  namesOf,
  readDrift,
  readDriftElsewhere,
  unreadDrift,
} from '../call/read-drift.ts';
import { ReportedGone } from '../call/reported-gone.ts';
import { newFleetContext } from '../call/start-run.ts';
import type { FleetProgram } from '../fleet-store.ts';
import { driftReport, driftTable } from '../show/drift-formats.ts';
import { nextCommands } from '../show/next-commands.ts';
import { shownFolder } from '../show/table.ts';
import { DiskFiles } from '../store/disk-files.ts';
import { FleetName } from '../store/fleet-name.ts';
import { fleetPlace, wordsFrom } from '../store/fleet-place.ts';
import { otherNameOf } from '../store/in-downstream.ts';
import { KnownPlaces, unaskedPlaces } from '../store/known-places.ts';
import { readInputs } from '../store/read-inputs.ts';
import { openStore } from '../store/work-tree.ts';
import { parseReading, READING_OPTIONS, type ReadingArguments } from './reading-arguments.ts';
import { leftOut } from './table-job.ts';

/**
 * Implements `krm-variants fleet drift`: prints what people edited in the folders of a fleet. Returns the exit code.
 * Throws a `UsageError` if the arguments are invalid.
 */
export async function driftCommand(sorted: SortedDrift, program: CommandProgram): Promise<number> {
  const asked = parseDriftArguments(sorted);
  return await showCall(asked, () => driftOf(program, asked));
}

/** Finds the edits of people in a fleet. */
export async function driftOf(program: FleetProgram, args: DriftArguments): Promise<FolderOutcome> {
  const job = new DriftJob(program, args);
  // The edits are printed, not listed as changes.
  const outcome = await runJob(job, {
    ...args,
    ...NO_OUTPUTS,
    check: args.check,
    prints: true,
    strict: false,
    writes: false,
  });
  return { ...outcome, stderr: `${outcome.stderr}${nextCommands(job.next(), args)}` };
}

/** Edits of people in the folders of variants, compared with what the locks say was derived. */
class DriftJob extends ReadingJob {
  readonly name = 'fleet drift';
  readonly #program: FleetProgram;
  readonly #args: DriftArguments;
  readonly #rows: DriftRow[] = [];
  #left: LeftLocks | undefined;

  constructor(program: FleetProgram, args: DriftArguments) {
    super();
    this.#program = program;
    this.#args = args;
  }

  async compute({ results, kept }: Findings): Promise<void> {
    const [program, args] = [this.#program, this.#args];
    const tree = openStore(program, args.folder);
    const place = fleetPlace(args.folder, tree);
    const all = await readInputs(program, args, { place, records: tree.records });
    const inputs = selectVariants(all, args, tree, wordsFrom(tree.root, args.folder));
    const setting = { program, args, objects: all.objects, injected: all.injected };
    const failed = inputs.failed.filter(hasFolder);
    const unknown = inputs.failed.filter((each) => !hasFolder(each));
    const { errors: wrong = [] } = all;
    const allGone = inputs === all && wrong.length === 0 ? goneVariants(place, { waves: all.waves, failed }) : [];
    // A PackageVariant that does not say which folder it asks for may ask for these.
    const isGone = unknown.length === 0;
    const ownFolders = () => inputs.waves.flat().map(({ folder }) => folder);
    const left = new LeftLocks(tree, isGone ? allGone : [], { asked: ownFolders, place: args.folder });
    const gone = left.named(allGone);
    this.#left = left;
    results.push(...inputs.results, ...unknown.map(leftOut), ...(isGone ? gone.map((each) => each.result) : []));
    const variants = inputs.waves.flat();
    const folders: readonly AskedFolder[] = [
      ...variants.map(askedFolder),
      ...failed.map((each) => ({ ...nameOf(each), variant: undefined, isGone: false })),
      ...gone.map((each) => goneFolder(each, isGone)),
    ];
    const home = newFleetContext({ ...setting, tree, variants }, namesOf(folders));
    const found = [await readDrift(home, folders), unreadDrift(inputs.unread ?? [], undefined)];
    const name = new FleetName(tree.root);
    const looks = inputs === all && all.failed.length + wrong.length === 0;
    const unasked = looks ? unaskedPlaces(all, new KnownPlaces(tree.records).read(), args.fetches) : [];
    if (all.isEmpty && gone.length + unasked.length + wrong.length === 0)
      throw fileError(args.folder, 'empty-input', NO_INPUTS);
    const seen = new ReportedGone();
    for (const group of [...inputs.elsewhere, ...unasked.map((at) => ({ place: at, variants: [] }))]) {
      const asked = { name, place: place.folder, asked: askedFolders(all.elsewhere, group.place) };
      const findGone = (read: { readonly root: string; readonly repository: string }): readonly GoneVariant[] =>
        looks && otherNameOf(read.root, group.place, all.elsewhere) === undefined
          ? seen.fresh(
              read.root,
              group.place,
              goneElsewhere({ files: new DiskFiles(read.root), repository: read.repository }, asked),
            )
          : [];
      found.push(await readDriftElsewhere({ home, name, conditions: args.conditions }, group, findGone));
    }
    this.#rows.push(...found.flatMap(({ rows }) => rows));
    if (args.conditions.length > 0 && this.#rows.length + unknown.length === 0) throw noneSelected(args);
    results.push(...found.flatMap((each) => each.results));
    kept.push(...wrong, ...found.flatMap(({ errors }) => errors));
  }

  /** Edits, as changes of what was derived. */
  override changes(): readonly ContentChange[] {
    return this.#rows.flatMap((row) => row.edits.map((edit) => changeOf(shownFolder(row), edit)));
  }

  protected override conclusion(): string {
    const edited = this.#rows.filter(({ edits }) => edits.length > 0);
    const files = edited.reduce((sum, { edits }) => sum + edits.length, 0);
    const variants = counted(this.#rows.length, 'variant');
    if (edited.length === 0) return `${variants}, none edited`;
    return `${edited.length} of ${variants} edited: ${counted(files, 'file')}`;
  }

  print({ results, exitCode }: RunOutcome): string {
    const { format, diff } = this.#args;
    const edited = this.#rows.filter(({ edits }) => edits.length > 0);
    const texts: Readonly<Record<DriftFormat, () => string>> = {
      json: () => driftReport(this.#rows, results, exitCode),
      names: () => edited.map((row) => `${shownFolder(row)}\n`).join(''),
      text: () => (diff ? shownDiff(edited) : driftTable(this.#rows, this.#args.verbose || this.#args.isWide)),
    };
    return texts[format]();
  }

  /** Returns the commands that come next. */
  next(): readonly string[] {
    const { diff, format, repeats } = this.#args;
    const has = (state: DriftRow['state']): boolean => this.#rows.some((row) => row.state === state);
    const isLeft = ({ repository, folder }: DriftRow): boolean =>
      repository === undefined && this.#left?.has(folder) === true;
    const foreign = this.#rows.find((row) => row.state === 'foreign' && !isLeft(row));
    if (format !== 'text') return [];
    return [
      ...(has('edited') && !diff ? [fleetCommand('drift', ...repeats, '--diff')] : []),
      ...(has('removed') ? [fleetCommand('plan', ...repeats)] : []),
      ...(this.#left?.commands ?? []),
      ...(foreign === undefined
        ? []
        : [
            fleetCommand(
              'adopt',
              shownFolder(foreign),
              ...(foreign.repository === undefined ? [] : ['--commit', '--push']),
              ...inDirectory(this.#args.folder),
            ),
          ]),
      ...(has('unapplied') ? [fleetCommand('apply', ...repeats)] : []),
    ];
  }
}

function hasFolder(failed: FailedVariant): failed is FailedVariant & { readonly folder: string } {
  return failed.folder !== undefined;
}

function nameOf({ folder, name, set }: Pick<AskedFolder, 'folder' | 'name' | 'set'>) {
  return { folder, name, set };
}

/** Returns the edits as a diff, with colors on a terminal. */
function shownDiff(edited: readonly DriftRow[]): string {
  const text = edited.map((row) => editsDiff(shownFolder(row), row.edits)).join('');
  return hasColors(1) ? styledDiff(text) : text;
}

const REPORTS = ['json', 'names'] as const;

/** Options of `krm-variants fleet drift`. */
export const DRIFT_OPTIONS = [
  ...READING_OPTIONS,
  { name: 'diff', meaning: 'Print the edits as a diff, in place of the table.', group: 'Output' },
  { name: 'check', meaning: 'Exit with 4 if people edited anything.', group: 'Checks' },
  {
    name: 'report',
    value: 'json',
    meaning: 'Print a report.',
    group: 'Output',
  },
  { ...FORM_OPTION, meaning: 'wide: all columns; name: the edited folders; json: a report.' },
] as const satisfies readonly Option[];

/** Sorted arguments of `krm-variants fleet drift`. */
type SortedDrift = SortedArguments<(typeof DRIFT_OPTIONS)[number]>;

/** Form of the output: a table or a diff for people, or a report. */
type DriftFormat = (typeof REPORTS)[number] | 'text';

/** Parsed arguments of `krm-variants fleet drift`. */
interface DriftArguments extends ReadingArguments {
  readonly diff: boolean;
  readonly check: boolean;
  /** True for a table that nothing is left out of. */
  readonly isWide: boolean;
  readonly format: DriftFormat;
}

/** Reads the checked arguments of `krm-variants fleet drift [VARIANT ...]`. Throws a `UsageError`. */
export function parseDriftArguments(sorted: SortedDrift): DriftArguments {
  const diff = sorted.has('diff');
  const { isWide, report } = parseForm(sorted, parsePrinted(sorted, ['json']));
  if (diff && report !== undefined) throw new UsageError('`--diff` and `--report` are mutually exclusive');
  return {
    ...parseReading(sorted, DRIFT_OPTIONS),
    diff,
    check: sorted.has('check'),
    isWide,
    format: REPORTS.find((each) => each === report?.format) ?? 'text',
  };
}
