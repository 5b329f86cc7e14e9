import { joinPath } from '../../../src/files/index.ts';
import type { StatusFacts } from '../../../src/fleet/answers/conditions.ts';
import type { PlannedFile } from '../../../src/fleet/answers/planned-classes.ts';
import {
  type Hold,
  holdOf,
  type Resolution,
  type Variant,
  type VariantConflicts,
  type VariantRow,
  type VariantState,
} from '../../../src/fleet/index.ts';
import { UpstreamError } from '../../../src/fleet/plan/derive-variant.ts';
import { shownPath, type VariantPlan } from '../../../src/fleet/plan/fleet-run.ts';
import { lockOf, readableState, versionText } from '../../../src/fleet/plan/lock-state.ts';
import { recordedResults } from '../../../src/fleet/plan/variant-records.ts';
import type { DecidedConflict } from '../../../src/fleet/plan/resolving-merge.ts';
import type { VariantChanges } from '../../../src/fleet/ports.ts';
import type { Result } from '../../../src/krm/index.ts';
import type { Conflict } from '../../../src/merge/index.ts';
import type { RootedChange } from '../../../src/package/index.ts';
import { EXIT } from '../../process/exit-code.ts';
import { progress } from '../../terminal/progress.ts';
import type { Findings, Job, JobArguments, JobFacts } from '../../work/job.ts';
import { inTurn } from '../../work/ordered-work.ts';
import type { EndedJob } from '../../work/report-jobs.ts';
import { type ShowDiff, startJob } from '../../work/start-job.ts';
import type { CallRun } from '../request.ts';
import { withoutConflicts } from '../show/conflict-classes.ts';
import type { FleetWork } from '../show/fleet-outcome.ts';
import { heldRow, rowOf } from '../show/variant-row.ts';
import { report } from './call-job.ts';
import type { VariantPlans } from './variant-plans.ts';

/** Variant whose changes are computed. `end` writes and reports them. */
interface ComputedVariant {
  readonly job: VariantJob;
  readonly end: Awaited<ReturnType<typeof startJob>>;
}

/** A variant whose job has ended. */
export interface EndedVariant {
  readonly ended: EndedJob;
  readonly row: VariantRow;
  readonly facts: StatusFacts;
  readonly conflicts: VariantConflicts;
  /** Files of its folder that change; none for a new variant. */
  readonly contents: VariantJob['contents'];
  /** MergeResolutions that decided a conflict. */
  readonly resolutions: readonly Resolution[];
  readonly edits: number;
}

/** Number of variants that are written together. */
const GROUP = 500;

/** Setting of the variants of one git repository. */
interface WavesSetting {
  readonly run: CallRun;
  readonly args: JobArguments & Pick<CallRun['args'], 'writes'>;
  readonly plans: VariantPlans;
  readonly holds: readonly Hold[];
  /** Shows a diff before its files are written. */
  readonly show: ShowDiff | undefined;
}

/** Work on the variants of one git repository, wave by wave. */
export class VariantWaves {
  readonly #setting: WavesSetting;
  readonly #done: FleetWork;
  readonly #earlier: ReadonlyMap<string, EndedVariant> | undefined;
  readonly #ended = new Map<string, EndedVariant>();

  /** `done`: work to add to. `earlier`: variants that need not run again, by folder. */
  constructor(setting: WavesSetting, done: FleetWork, earlier: ReadonlyMap<string, EndedVariant> | undefined) {
    this.#setting = setting;
    this.#done = done;
    this.#earlier = earlier;
  }

  /** Variants whose jobs have ended, by folder. */
  get ended(): ReadonlyMap<string, EndedVariant> {
    return this.#ended;
  }

  /** Runs variants of which none depends on another. */
  async run(wave: readonly Variant[]): Promise<void> {
    const { run, args, plans, holds } = this.#setting;
    const group: ComputedVariant[] = [];
    const held: (readonly [Variant, Hold])[] = [];
    const variants = wave.filter((variant) => {
      const earlier = this.#earlier?.get(variant.folder);
      if (earlier !== undefined) {
        this.#end(variant.folder, earlier);
        return false;
      }
      const hold = holdOf(holds, variant);
      if (hold !== undefined) held.push([variant, hold]);
      return hold === undefined;
    });
    for (const each of held) await this.#addHeld(...each);
    const step = progress.count(args.writes ? 'applying' : 'planning', variants.length, 'variant');
    await inTurn(variants, {
      atOnce: plans.begin(variants),
      start: (variant) => {
        const job = new VariantJob(variant, run, plans);
        const applied = startJob(job, args);
        // The error of a later variant is thrown in its turn.
        applied.catch(() => {});
        return { job, applied };
      },
      end: async ({ job, applied }) => {
        group.push({ job, end: await applied });
        if (group.length === GROUP) this.#endGroup(group.splice(0), step);
      },
    });
    this.#endGroup(group, step);
  }

  /** Adds the row of a held variant, and reports what its lock records. */
  async #addHeld(variant: Variant, hold: Hold): Promise<void> {
    const { run, args } = this.#setting;
    const { folder } = variant;
    const state = readableState(run.tree, folder);
    this.#addRow(heldRow(variant, hold, versionText(state)), { variant });
    const recorded = lockOf(state)?.results;
    const results = recorded === undefined ? [] : recordedResults(recorded, variant);
    if (results.length > 0) await report(this.#done, args, () => run.accepted.accept(results, folder));
  }

  /** Writes computed variants, and reports about them. */
  #endGroup(group: readonly ComputedVariant[], step: () => void): void {
    const { run, args, show } = this.#setting;
    const written = group.filter(({ job }) => !job.isHeld).map(({ job }) => job.written);
    try {
      if (args.writes) run.session.writer.stage(written);
      for (const { job, end } of group) {
        const ended = end(show);
        // A later variant must not be made of a package that was not written.
        if (ended.outcome.exitCode === EXIT.failed) run.session.unmake(job.variant.folder);
        const { variant, conflicts, packages, decided, edits } = job;
        const errors = ended.outcome.results.filter(({ severity }) => severity === 'error');
        const problem = job.isUpstreamMissing ? 'upstream' : undefined;
        const row = rowOf(job, ended);
        this.#end(variant.folder, {
          ended: withoutConflicts(ended, job),
          row,
          contents: row.action === 'update' || row.action === 'adopt' ? job.contents : [],
          facts: { variant, problem, errors },
          conflicts: { variant, conflicts, packages },
          resolutions: decided.map(({ resolution }) => resolution),
          edits,
        });
        step();
      }
    } finally {
      run.session.writer.end();
    }
  }

  #end(folder: string, variant: EndedVariant): void {
    const { ended, row, facts, conflicts, contents, resolutions, edits } = variant;
    this.#ended.set(folder, variant);
    this.#done.conflicts.push(conflicts);
    if (contents.length > 0) this.#done.changed.push({ folder, files: contents });
    for (const resolution of resolutions) this.#done.used.add(resolution);
    this.#done.edits += edits;
    this.#done.ended.push(ended);
    this.#addRow(row, facts);
  }

  #addRow(row: VariantRow, facts: StatusFacts): void {
    this.#done.rows.push(row);
    this.#done.facts.set(row, facts);
  }
}

/** Derives one variant, merges it into its folder, and records it in its lock. */
class VariantJob implements Job {
  readonly name = 'fleet';
  /** A call locks the work tree, not each folder. */
  readonly locked = [];
  readonly variant: Variant;
  readonly #run: CallRun;
  readonly #plans: Pick<VariantPlans, 'plan'>;
  #plan: VariantPlan | undefined;
  #written: VariantChanges | undefined;
  #isWritten = false;
  #isUpstreamMissing = false;

  /** `plans`: makes its plan. */
  constructor(variant: Variant, run: CallRun, plans: Pick<VariantPlans, 'plan'>) {
    this.variant = variant;
    this.#run = run;
    this.#plans = plans;
  }

  /** Valid after `compute`. */
  get state(): VariantState {
    return this.#plan?.state ?? { isFailed: true };
  }

  /** Version of the upstream that the folder was made of, such as `v1 (0123456789ab)`; undefined for a new one. */
  get from(): string | undefined {
    return this.#plan?.from;
  }

  /** Version of the upstream that it is to have. */
  get to(): string | undefined {
    return this.#plan?.to;
  }

  /** Changed files, relative to the folder of the variant. */
  get files(): readonly string[] {
    return this.#plan?.files.map(({ path }) => path) ?? [];
  }

  /** Changed files with both contents, relative to its folder. */
  get contents(): readonly PlannedFile[] {
    return this.#plan?.files ?? [];
  }

  get conflicts(): readonly Conflict[] {
    return this.#plan?.conflicts ?? [];
  }

  /** Conflicts that MergeResolutions decide. */
  get decided(): readonly DecidedConflict[] {
    return this.#plan?.resolved?.decided ?? [];
  }

  /** Digest of both derived packages, if values of a conflict are hidden. */
  get packages(): string | undefined {
    return this.#plan?.resolved?.packages;
  }

  /** Number of files with local edits in a folder that is adopted; 0 for others. */
  get edits(): number {
    return this.#plan?.edits ?? 0;
  }

  /** True if its upstream package cannot be found. Valid after `compute`. */
  get isUpstreamMissing(): boolean {
    return this.#isUpstreamMissing;
  }

  get isHeld(): boolean {
    return this.conflicts.length > 0;
  }

  /** Results name files relative to the top of the repository. */
  async compute({ results }: Findings): Promise<void> {
    const plan = await this.#planned();
    this.#plan = plan;
    results.push(...this.#run.accepted.accept(plan.results, this.variant.folder));
    if (plan.content !== undefined && this.#run.chained.has(this.variant.folder))
      this.#run.session.make(this.variant.folder, plan.content);
  }

  async #planned(): Promise<VariantPlan> {
    try {
      return await this.#plans.plan(this.variant);
    } catch (error) {
      this.#isUpstreamMissing = error instanceof UpstreamError;
      throw error;
    }
  }

  /** Returns advice about what was written. */
  hints(): readonly Result[] {
    return this.#isWritten ? (this.#plan?.hints ?? []) : [];
  }

  /**
   * All changed files, with paths relative to the top of the repository: those of the folder, and what is recorded
   * beside it.
   */
  changes(): readonly RootedChange[] {
    return [...this.#folderChanges(), ...this.#recordChanges(), ...(this.#plan?.bases ?? [])];
  }

  #recordChanges(): readonly RootedChange[] {
    const { lock, hold } = this.#plan ?? {};
    return [lock, hold].filter((each) => each !== undefined);
  }

  #folderChanges(): readonly RootedChange[] {
    const { root } = this.#run.tree;
    const { folder } = this.variant;
    return (this.#plan?.files ?? []).map(({ path, ...change }) => {
      return { root, ...change, ...shownPath(this.#run, joinPath(folder, path)) };
    });
  }

  /** Changes to write, to be staged before `write`. Valid after `compute`. */
  get written(): VariantChanges {
    return (this.#written ??= this.#changesToWrite());
  }

  #changesToWrite(): VariantChanges {
    const { bases = [], derived = new Map() } = this.#plan ?? {};
    return { bases, folder: this.#folderChanges(), lock: this.#recordChanges(), derived };
  }

  write(): void {
    const { session, args, same } = this.#run;
    try {
      session.writer.write(this.written);
      this.#isWritten = true;
      if (this.#plan?.sameLock !== undefined) same.add(this.#plan.sameLock);
      if (args.commits) session.makeOf([this.#plan?.committedAt() ?? 0]);
      session.writeVariant(this.written);
    } catch (error) {
      session.unmake(this.variant.folder);
      throw error;
    }
  }

  facts(): JobFacts {
    // Without a reference to this job, which holds all texts.
    const { folder } = this.variant;
    return {
      steps: undefined,
      resources: undefined,
      explanations: undefined,
      packages: () => [folder],
      conclusion: undefined,
    };
  }
}
