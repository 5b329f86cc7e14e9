import type { Acceptances, Hold, Resolution } from '../../../src/fleet/index.ts';
import type { FleetInputs } from '../../../src/fleet/inputs/fleet-inputs.ts';
import type { GoneVariant } from '../../../src/fleet/inputs/gone-variants.ts';
import type { FleetSession } from '../../../src/fleet/plan/fleet-run.ts';
import type { Result } from '../../../src/krm/index.ts';
import { formatDiff } from '../../../src/package/index.ts';
import { EXIT } from '../../process/exit-code.ts';
import type { JobArguments } from '../../work/job.ts';
import type { EndedJob } from '../../work/report-jobs.ts';
import { type ShowDiff, startJob } from '../../work/start-job.ts';
import type { FleetProgram } from '../fleet-store.ts';
import type { LostRace } from '../publish/ended-apply.ts';
import { PublishJob } from '../publish/publish-job.ts';
import type { TaskArguments } from '../request.ts';
import { type FleetWork, newFleetWork } from '../show/fleet-outcome.ts';
import { pruneRow, unpublishedRow } from '../show/variant-row.ts';
import { report } from './call-job.ts';
import { PruneJob } from './prune-job.ts';
import { newFleetRun, type OpenRun } from './start-run.ts';
import { type PlanningProcesses, variantPlans } from './variant-plans.ts';
import { type EndedVariant, VariantWaves } from './variant-waves.ts';

/** Arguments of a call of `fleet`. */
export type CallArguments = TaskArguments & Pick<JobArguments, 'patience'> & { readonly processes?: PlanningProcesses };

/** Setting that all git repositories of a call share. */
export interface CallSetting {
  readonly program: FleetProgram;
  readonly args: CallArguments & JobArguments;
  /**
   * Shows a diff before its files are written or, with `--push` and in other git repositories, once they are pushed.
   */
  readonly show: ShowDiff | undefined;
  /** Results about what a killed call had left. Default: none. */
  readonly found?: readonly Result[];
}

/** Variants to work on in one git repository. */
export interface RepositoryWork extends Pick<FleetInputs, 'waves' | 'sources'> {
  readonly holds: readonly Hold[];
  /** Variants that are gone, and are to be pruned. */
  readonly pruned: readonly GoneVariant[];
}

/** Rest of a call that lost a race to push. */
export interface EarlierCall extends Pick<FleetSession, 'written' | 'sourceTimes' | 'used'> {
  /** Number of lost races. */
  readonly races: number;
  /** MergeResolutions of the call; undefined: they must be read again. */
  readonly resolutions: readonly Resolution[] | undefined;
  /** WarningAcceptances of the call; undefined likewise. */
  readonly accepted: Acceptances | undefined;
  /** Variants that need not run again, by folder: their files are restored. */
  readonly variants: ReadonlyMap<string, EndedVariant>;
}

/**
 * One try of a call in one git repository: it ends with a commit that is pushed, if the command line asks for one, or
 * has lost a race.
 */
export class RepositoryCall {
  readonly done = newFleetWork();
  readonly #setting: CallSetting;
  readonly #earlier: EarlierCall | undefined;
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
  begin(setting: Omit<Parameters<typeof newFleetRun>[0], 'program' | 'args' | 'task'>): OpenRun {
    const { program, args } = this.#setting;
    const run = newFleetRun({ ...setting, program, args, task: args.task });
    const { written = [], sourceTimes = [], used = [] } = this.#earlier ?? {};
    run.session.write(written);
    run.session.makeOf(sourceTimes);
    run.session.use(used);
    return run;
  }

  /** Runs and prunes variants, and publishes what is written. Returns what is left if it lost a race to push. */
  async run(work: RepositoryWork, begun: OpenRun): Promise<EarlierCall | undefined> {
    const { args, show } = this.#setting;
    const run = await this.#prune(work.pruned, begun);
    const plans = variantPlans(work, run, args.processes);
    const setting = { run, args, plans, holds: work.holds, show: this.#showNow(run) };
    run.equal.readFor(work.waves.flat());
    const waves = new VariantWaves(setting, this.done, this.#earlier?.variants);
    try {
      for (const wave of work.waves) await waves.run(wave);
    } finally {
      await plans.end();
    }
    const races = this.#earlier?.races ?? 0;
    const publish = new PublishJob(run, races);
    // Its warnings are about files that were written.
    const published = (await startJob(publish, { ...args, strict: false }))();
    if (publish.lost !== undefined) return earlierCall(run, publish.lost, waves.ended, races + 1);
    if (publish.isUndone) undoWork(this.done);
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

  /**
   * Reports whether diffs are shown once they are final: a race changes them, and nothing is written in another
   * repository before its push.
   */
  #showsLater({ repository }: OpenRun): boolean {
    return repository !== undefined || this.#setting.args.pushes;
  }

  #showNow(run: OpenRun): ShowDiff | undefined {
    return this.#showsLater(run) ? undefined : this.#setting.show;
  }

  /**
   * Removes what is recorded about variants that are gone, one after the other. Returns the run, with the work tree for
   * their folders.
   */
  async #prune(gone: readonly GoneVariant[], begun: OpenRun): Promise<OpenRun> {
    if (gone.length === 0) return begun;
    const folders = gone.map(({ folder }) => folder);
    const run = { ...begun, tree: begun.tree.within(folders) };
    const locked = run.tree.locks().map(({ folder }) => folder);
    for (const folder of folders) {
      const others = locked.filter((each) => each !== folder);
      const job = new PruneJob(folder, run, others);
      const ended = (await startJob(job, this.#setting.args))(this.#showNow(run));
      this.done.ended.push(ended);
      this.done.pruneConflicts.push(...job.conflicts);
      this.done.rows.push(pruneRow(job, ended));
    }
    return run;
  }
}

/** Returns what is left of a call that lost a race. `ended`: variants whose jobs have ended, by folder. */
function earlierCall(
  { session: { used, sourceTimes }, resolutions, accepted }: OpenRun,
  { again, written }: LostRace,
  ended: ReadonlyMap<string, EndedVariant>,
  races: number,
): EarlierCall {
  if (again === undefined)
    return {
      races,
      resolutions: undefined,
      accepted: undefined,
      variants: new Map(),
      written: [],
      sourceTimes: [],
      used: new Set(),
    };
  const kept = [...ended].filter(([folder]) => !again.has(folder));
  return { races, resolutions, accepted, variants: new Map(kept), written: [...written], sourceTimes, used };
}

/** Takes the changes out of the work of a call of which nothing is left on the disk. */
function undoWork(done: FleetWork): void {
  done.ended.splice(0, Infinity, ...done.ended.map(withoutChanges));
  for (const [at, row] of done.rows.entries()) {
    const shown = unpublishedRow(row);
    const facts = done.facts.get(row);
    done.rows[at] = shown;
    if (facts !== undefined) done.facts.set(shown, facts);
  }
  done.changed.length = 0;
  done.edits = 0;
}

function withoutChanges(ended: EndedJob): EndedJob {
  return { ...ended, diff: '', outcome: { ...ended.outcome, changes: [], diff: () => formatDiff([]) } };
}
