import { holdOf, type Hold, type Resolution, type Variant, type VariantConflicts } from '../../src/fleet/index.ts';
import type { CommandProgram } from '../arguments/command.ts';
import { EXIT } from '../process/exit-code.ts';
import type { VariantRow } from '../report/run-outcome.ts';
import { progress } from '../terminal/progress.ts';
import { inTurn } from '../work/in-turn.ts';
import type { JobArguments } from '../work/job.ts';
import type { EndedJob } from '../work/report-jobs.ts';
import { startJob, type ShowDiff } from '../work/start-job.ts';
import { CallJob, type ReadResults } from './call-job.ts';
import type { LostRace } from './commit/ended-apply.ts';
import { PublishJob } from './commit/publish-job.ts';
import { withoutConflicts } from './conflict-classes.ts';
import type { FleetArguments } from './fleet-arguments.ts';
import { newFleetWork, type FleetWork } from './fleet-outcome.ts';
import { newFleetRun, type FleetRun, type FleetSetting } from './fleet-run.ts';
import type { FleetInputs } from './inputs/fleet-inputs.ts';
import type { GoneVariant } from './inputs/gone-variants.ts';
import { lockedFolders } from './inputs/locked-folders.ts';
import { lockedVersion } from './lock-state.ts';
import { PruneJob } from './prune-job.ts';
import type { StatusFacts } from './status/conditions.ts';
import { VariantJob } from './variant-job.ts';
import { variantPlans, type PlanningProcesses, type VariantPlans } from './variant-plans.ts';
import { heldRow, pruneRow, rowOf } from './variant-row.ts';

/** Arguments of a call of `fleet`. */
export type CallArguments = FleetArguments &
  Pick<JobArguments, 'patience'> & { readonly processes?: PlanningProcesses };

/** Setting that all git repositories of a call share. */
export interface CallSetting {
  readonly program: Pick<CommandProgram, 'functions' | 'version'>;
  readonly args: CallArguments & JobArguments;
  /** Shows a diff before its files are written or, with `--push` and in other git repositories, once they are pushed. */
  readonly show: ShowDiff | undefined;
}

/** Variants to work on in one git repository. */
export interface RepositoryWork extends Pick<FleetInputs, 'waves' | 'sources'> {
  readonly holds: readonly Hold[];
  /** Variants that are gone, and are to be pruned. */
  readonly pruned: readonly GoneVariant[];
}

/** Variant whose changes are computed. `end` writes and reports them. */
interface ComputedVariant {
  readonly job: VariantJob;
  readonly end: Awaited<ReturnType<typeof startJob>>;
}

/** A variant whose job has ended. */
interface EndedVariant {
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

/** Rest of a call that lost a race to push. */
export interface EarlierCall extends Pick<FleetRun, 'written' | 'sourceTimes' | 'used'> {
  /** Number of lost races. */
  readonly races: number;
  /** MergeResolutions of the call; undefined: they must be read again. */
  readonly resolutions: readonly Resolution[] | undefined;
  /** Variants that need not run again, by folder: their files are restored. */
  readonly variants: ReadonlyMap<string, EndedVariant>;
}

/** Number of variants that are written together. */
const GROUP = 500;

/** Reports about a call as a whole. Returns false after an error. */
export async function report(done: FleetWork, args: JobArguments, read: ReadResults): Promise<boolean> {
  const ended = (await startJob(new CallJob(read), args))();
  done.ended.push(ended);
  return ended.outcome.exitCode !== EXIT.failed;
}

/** One try of a call in one git repository: it ends with a commit that is pushed, if the command line asks for one, or has lost a race. */
export class RepositoryCall {
  readonly done = newFleetWork();
  readonly #setting: CallSetting;
  readonly #earlier: EarlierCall | undefined;
  readonly #variants = new Map<string, EndedVariant>();
  #isPublished = false;

  /** `earlier`: rest of the try before. */
  constructor(setting: CallSetting, earlier: EarlierCall | undefined) {
    this.#setting = setting;
    this.#earlier = earlier;
  }

  /** False if the changes were to be pushed, and were not. Valid after `run`. */
  get isPublished(): boolean {
    return this.#isPublished;
  }

  /** Returns the state of a run, with what is left of an earlier one. */
  begin(setting: Omit<FleetSetting, 'program' | 'args'>): FleetRun {
    const { program, args } = this.#setting;
    const run = newFleetRun({ ...setting, program, args });
    const { written = [], sourceTimes = [], used = [] } = this.#earlier ?? {};
    run.written.push(...written);
    run.sourceTimes.push(...sourceTimes);
    for (const rule of used) run.used.add(rule);
    return run;
  }

  /** Runs and prunes variants, and publishes what is written. Returns what is left if it lost a race to push. */
  async run(work: RepositoryWork, run: FleetRun): Promise<EarlierCall | undefined> {
    const { args, show } = this.#setting;
    await this.#prune(work.pruned, run);
    const plans = variantPlans(work, run, args.processes);
    try {
      for (const wave of work.waves) await this.#runWave(wave, { run, plans, holds: work.holds });
    } finally {
      await plans.end();
    }
    const races = this.#earlier?.races ?? 0;
    const publish = new PublishJob(run, races);
    // Its warnings are about files that were written.
    const published = (await startJob(publish, { ...args, strict: false }))();
    if (publish.lost !== undefined) return this.#earlierCall(run, publish.lost, races + 1);
    const diffs = this.done.ended.map(({ diff }) => diff).filter((diff) => diff !== '');
    this.done.ended.push(published);
    this.#isPublished = published.outcome.exitCode !== EXIT.failed;
    this.done.commits.push(...publish.commits);
    const isShown = this.#showsLater(run) && (this.#isPublished || run.repository === undefined);
    if (show !== undefined && isShown && diffs.length > 0)
      await report(this.done, args, () => {
        for (const diff of diffs) show(diff, args.writes);
        return [];
      });
    return undefined;
  }

  /** Reports whether diffs are shown once they are final: a race changes them, and nothing is written in another repository before its push. */
  #showsLater({ repository }: FleetRun): boolean {
    return repository !== undefined || this.#setting.args.pushes;
  }

  #showNow(run: FleetRun): ShowDiff | undefined {
    return this.#showsLater(run) ? undefined : this.#setting.show;
  }

  #earlierCall({ used, sourceTimes, resolutions }: FleetRun, { again, written }: LostRace, races: number): EarlierCall {
    if (again === undefined)
      return { races, resolutions: undefined, variants: new Map(), written: [], sourceTimes: [], used: new Set() };
    const kept = [...this.#variants].filter(([folder]) => !again.has(folder));
    return { races, resolutions, variants: new Map(kept), written: [...written], sourceTimes, used };
  }

  /** Removes what is recorded about variants that are gone, one after the other. */
  async #prune(gone: readonly GoneVariant[], run: FleetRun): Promise<void> {
    if (gone.length === 0) return;
    const folders = gone.map(({ folder }) => folder);
    run.tree.limitTo(folders);
    const locked = lockedFolders(run.tree.root).map(({ folder }) => folder);
    for (const folder of folders) {
      const others = locked.filter((each) => each !== folder);
      const job = new PruneJob(folder, run, others);
      const ended = (await startJob(job, this.#setting.args))(this.#showNow(run));
      this.done.ended.push(ended);
      this.done.pruneConflicts.push(...job.conflicts);
      this.done.rows.push(pruneRow(job, ended));
    }
  }

  async #runWave(
    wave: readonly Variant[],
    { run, plans, holds }: { readonly run: FleetRun; readonly plans: VariantPlans; readonly holds: readonly Hold[] },
  ): Promise<void> {
    const group: ComputedVariant[] = [];
    const variants = wave.filter((variant) => {
      const earlier = this.#earlier?.variants.get(variant.folder);
      if (earlier !== undefined) {
        this.#end(variant.folder, earlier);
        return false;
      }
      const hold = holdOf(holds, variant);
      if (hold !== undefined)
        this.#addRow(heldRow(variant, hold, lockedVersion(run.tree, variant.folder)), { variant });
      return hold === undefined;
    });
    await inTurn(variants, {
      atOnce: plans.begin(variants),
      start: (variant) => {
        const job = new VariantJob(variant, run, plans);
        const applied = startJob(job, this.#setting.args);
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
    const { args } = this.#setting;
    const written = group.filter(({ job }) => !job.isHeld).map(({ job }) => job.written);
    try {
      if (args.writes) run.writer.stage(written);
      for (const { job, end } of group) {
        const ended = end(this.#showNow(run));
        // A later variant must not be made of a package that was not written.
        if (ended.outcome.exitCode === EXIT.failed) run.made.delete(job.variant.folder);
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
        progress.report(() => `${args.action}: ${this.done.rows.length} variants`);
      }
    } finally {
      run.writer.end();
    }
  }

  #end(folder: string, variant: EndedVariant): void {
    const { ended, row, facts, conflicts, contents, resolutions, edits } = variant;
    this.#variants.set(folder, variant);
    this.done.conflicts.push(conflicts);
    if (contents.length > 0) this.done.changed.push({ folder, files: contents });
    for (const resolution of resolutions) this.done.used.add(resolution);
    this.done.edits += edits;
    this.done.ended.push(ended);
    this.#addRow(row, facts);
  }

  #addRow(row: VariantRow, facts: StatusFacts): void {
    this.done.rows.push(row);
    this.done.facts.set(row, facts);
  }
}
