import { holdOf, type Hold, type Variant } from '../../src/fleet/index.ts';
import { KrmError, type Result } from '../../src/krm/index.ts';
import type { CommandProgram } from '../arguments/command.ts';
import { unusedTake } from '../merge/take.ts';
import { fileError } from '../package/file-error.ts';
import { EXIT } from '../process/exit-code.ts';
import type { VariantRow } from '../report/run-outcome.ts';
import { progress } from '../terminal/progress.ts';
import { checkOutputs } from '../work/check-outputs.ts';
import { inTurn } from '../work/in-turn.ts';
import { NO_OUTPUTS, type JobArguments } from '../work/job.ts';
import type { FolderOutcome } from '../work/report-jobs.ts';
import { startJob, type ShowDiff } from '../work/start-job.ts';
import { beginApply } from './apply-session.ts';
import { CallJob, type ReadResults } from './call-job.ts';
import { endApply } from './commit-applied.ts';
import { withoutConflicts } from './conflict-classes.ts';
import type { FleetArguments } from './fleet-arguments.ts';
import { fleetOutcome, newFleetWork, type FleetWork } from './fleet-outcome.ts';
import { newFleetRun, type FleetRun } from './fleet-run.ts';
import type { FailedVariant, FleetInputs } from './inputs/fleet-inputs.ts';
import { placeOf } from './inputs/fleet-place.ts';
import { holdResults, readHolds } from './inputs/holds.ts';
import { goneVariants, type GoneVariant } from './inputs/gone-variants.ts';
import { lockedFolders } from './inputs/locked-folders.ts';
import { readInputs } from './inputs/read-inputs.ts';
import { selectGone } from './inputs/select-gone.ts';
import { selectVariants, variantsIn } from './inputs/select-variants.ts';
import { lockedVersion } from './lock-state.ts';
import { PruneJob } from './prune-job.ts';
import type { StatusFacts } from './status/conditions.ts';
import { WorkTree } from './tree/work-tree.ts';
import { VariantJob } from './variant-job.ts';
import { variantPlans, type PlanningProcesses, type VariantPlans } from './variant-plans.ts';
import { failedRow, goneRow, heldRow, pruneRow, rowOf } from './variant-row.ts';

/** Selected inputs of a call. */
interface SelectedInputs {
  readonly inputs: FleetInputs;
  readonly run: FleetRun;
  /** Variants that are gone, and are to be pruned. */
  readonly pruned: readonly GoneVariant[];
}

/** Arguments of a call of `fleet`. */
type CallArguments = FleetArguments & Pick<JobArguments, 'patience'> & { readonly processes?: PlanningProcesses };

/** Plans or applies all variants of a fleet, each completely or not at all. `show`: shows a diff before its files are written. */
export async function runFleet(
  program: Pick<CommandProgram, 'functions' | 'version'>,
  args: CallArguments,
  show?: ShowDiff,
): Promise<FolderOutcome> {
  checkOutputs({ report: args.report }, [args.folder]);
  const tree = WorkTree.around(args.folder);
  const lock = args.writes ? beginApply(tree, args.patience) : undefined;
  try {
    return await new FleetCall(program, args, show).run(tree);
  } finally {
    lock?.release();
  }
}

/** Variant whose changes are computed. `end` writes and reports them. */
interface ComputedVariant {
  readonly job: VariantJob;
  readonly end: Awaited<ReturnType<typeof startJob>>;
}

/** Number of variants that are written together. */
const GROUP = 500;

/** One call of `fleet`. */
class FleetCall {
  readonly #program: Pick<CommandProgram, 'functions' | 'version'>;
  readonly #args: CallArguments & JobArguments;
  readonly #show: ShowDiff | undefined;
  readonly #done: FleetWork;
  #holds: readonly Hold[] = [];

  constructor(program: Pick<CommandProgram, 'functions' | 'version'>, args: CallArguments, show: ShowDiff | undefined) {
    this.#program = program;
    // A status lists no changed files.
    this.#args = { ...NO_OUTPUTS, ...args, prints: args.action === 'status' };
    this.#show = show;
    this.#done = newFleetWork();
  }

  async run(tree: WorkTree): Promise<FolderOutcome> {
    const read = await this.#read(tree);
    if (read === undefined) return fleetOutcome(this.#done, this.#args, tree.root);
    for (const failed of read.inputs.failed) await this.#fail(failed);
    if (this.#args.action === 'prune') await this.#prune(read.pruned, read.run);
    else await this.#runWaves(read);
    // Its warnings are about files that were written.
    await this.#report(() => endApply(read.run), { ...this.#args, strict: false });
    await this.#report(() => this.#unusedTakes(read.run));
    return fleetOutcome(this.#done, this.#args, tree.root);
  }

  /** Returns the inputs that are selected; undefined if an error prevents all variants. */
  async #read(tree: WorkTree): Promise<SelectedInputs | undefined> {
    let read: SelectedInputs | undefined;
    const isFit = await this.#report(async () => {
      const [program, args] = [this.#program, this.#args];
      const place = placeOf(args.folder, tree.root);
      const all = await tree.listDuring(() => readInputs(program, args, { place, gitDir: tree.gitDir }));
      this.#holds = readHolds(tree);
      const isPrune = args.action === 'prune';
      const inputs = isPrune ? all : selectVariants(variantsIn(all, args.adopted, tree.root), args, tree.root);
      const gone = inputs === all ? goneVariants(place, all) : [];
      if (all.isEmpty && gone.length === 0) throw fileError(args.folder, EMPTY);
      const pruned = isPrune ? selectGone(gone, all, args) : [];
      const variants = inputs.waves.flat();
      const { objects, injected } = inputs;
      const run = newFleetRun({ program, args, tree, variants, objects, injected });
      read = { inputs, run, pruned };
      if (isPrune) return inputs.results;
      const held = holdResults(this.#holds, all, place.folder === '');
      this.#done.rows.push(...gone.map(goneRow));
      return [...inputs.results, ...held, ...gone.map(({ result }) => result)];
    });
    return isFit ? read : undefined;
  }

  /** Removes what is recorded about variants that are gone, one after the other. */
  async #prune(gone: readonly GoneVariant[], run: FleetRun): Promise<void> {
    const folders = gone.map(({ folder }) => folder);
    run.tree.limitTo(folders);
    const locked = lockedFolders(run.tree.root).map(({ folder }) => folder);
    for (const folder of folders) {
      const others = locked.filter((each) => each !== folder);
      const job = new PruneJob(folder, run, others);
      const ended = (await startJob(job, this.#args))(this.#show);
      this.#done.ended.push(ended);
      this.#done.pruneConflicts.push(...job.conflicts);
      this.#done.rows.push(pruneRow(job, ended));
    }
  }

  /** Reports about inputs. Returns false after an error. */
  async #report(read: ReadResults, args: JobArguments = this.#args): Promise<boolean> {
    const ended = (await startJob(new CallJob(read), args))();
    this.#done.ended.push(ended);
    return ended.outcome.exitCode !== EXIT.failed;
  }

  async #fail({ results, ...variant }: FailedVariant): Promise<void> {
    await this.#report(() => {
      throw new KrmError(results);
    });
    this.#addRow(failedRow(variant), { kind: variant.kind, problem: 'invalid', errors: results });
  }

  #addRow(row: VariantRow, facts: StatusFacts): void {
    this.#done.rows.push(row);
    this.#done.facts.set(row, facts);
  }

  async #runWaves({ inputs, run }: SelectedInputs): Promise<void> {
    const plans = variantPlans(inputs, run, this.#args.processes);
    try {
      for (const wave of inputs.waves) await this.#runWave(wave, run, plans);
    } finally {
      await plans.end();
    }
  }

  async #runWave(wave: readonly Variant[], run: FleetRun, plans: VariantPlans): Promise<void> {
    const group: ComputedVariant[] = [];
    const variants = wave.filter((variant) => {
      const hold = holdOf(this.#holds, variant);
      if (hold !== undefined)
        this.#addRow(heldRow(variant, hold, lockedVersion(run.tree, variant.folder)), { variant });
      return hold === undefined;
    });
    await inTurn(variants, {
      atOnce: plans.begin(variants),
      start: (variant) => {
        const job = new VariantJob(variant, run, plans);
        const applied = startJob(job, this.#args);
        // The error of a later variant is thrown in its turn.
        applied.catch(() => {});
        return { job, applied };
      },
      end: async ({ job, applied }) => {
        group.push({ job, end: await applied });
        if (group.length === GROUP) this.#endGroup(group.splice(0), run);
      },
    });
    this.#endGroup(group, run);
  }

  /** Writes computed variants, and reports about them. */
  #endGroup(group: readonly ComputedVariant[], run: FleetRun): void {
    const written = group.filter(({ job }) => !job.isHeld).map(({ job }) => job.written);
    try {
      if (this.#args.writes) run.writer.stage(written);
      for (const { job, end } of group) {
        const ended = end(this.#show);
        // A later variant must not be made of a package that was not written.
        if (ended.outcome.exitCode === EXIT.failed) run.made.delete(job.variant.folder);
        const { variant, conflicts, edits } = job;
        this.#done.conflicts.push({ variant, conflicts });
        this.#done.edits += edits;
        this.#done.ended.push(withoutConflicts(ended, job));
        const errors = ended.outcome.results.filter(({ severity }) => severity === 'error');
        const problem = job.isUpstreamMissing ? 'upstream' : undefined;
        this.#addRow(rowOf(job, ended), { variant, problem, errors });
        progress.report(() => `${this.#args.action}: ${this.#done.rows.length} variants`);
      }
    } finally {
      run.writer.end();
    }
  }

  #unusedTakes({ used }: FleetRun): readonly Result[] {
    const unused = this.#args.takes.filter(({ rule }) => !used.has(rule));
    if (unused.length > 0) throw new KrmError(unused.map(unusedTake));
    return [];
  }
}

const EMPTY =
  'must have a PackageVariant or a PackageVariantSet, outside of packages and of the folders of Repositories';
