import {
  type Hold,
  type Resolution,
  type Variant,
  type VariantConflicts,
  type VariantRow,
  holdOf,
} from '../../../src/fleet/index.ts';
import { EXIT } from '../../process/exit-code.ts';
import { progress } from '../../terminal/progress.ts';
import { inTurn } from '../../work/ordered-work.ts';
import type { JobArguments } from '../../work/job.ts';
import type { EndedJob } from '../../work/report-jobs.ts';
import { startJob, type ShowDiff } from '../../work/start-job.ts';
import { report } from './call-job.ts';
import { withoutConflicts } from '../show/conflict-classes.ts';
import type { FleetWork } from '../show/fleet-outcome.ts';
import type { CallRun } from '../request.ts';
import { lockOf, readableState, versionText } from '../../../src/fleet/plan/lock-state.ts';
import { recordedResults } from '../../../src/fleet/plan/recorded-results.ts';
import type { StatusFacts } from '../../../src/fleet/answers/conditions.ts';
import { VariantJob } from './variant-job.ts';
import type { VariantPlans } from './variant-plans.ts';
import { heldRow, rowOf } from '../show/variant-row.ts';

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
        if (group.length === GROUP) this.#endGroup(group.splice(0));
      },
    });
    this.#endGroup(group);
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
  #endGroup(group: readonly ComputedVariant[]): void {
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
        progress.report(() => `${run.task.name}: ${this.#done.rows.length} variants`);
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
