import { upstreamFolder, type Variant } from '../../../src/fleet/index.ts';
import { KrmError, fileError } from '../../../src/krm/index.ts';
import { isStream } from '../../process/stdio.ts';
import { workerCount } from '../../workers/worker-count.ts';
import { WorkerError, WorkerPool } from '../../workers/worker-pool.ts';
import { isTakenOver } from '../../../src/fleet/plan/left-locks.ts';
import type { OpenRun } from './start-run.ts';
import type { FleetInputs, InputSources } from '../../../src/fleet/inputs/fleet-inputs.ts';
import { storedVariant } from '../store/known-inputs.ts';
import { foreseePlan, planVariant, type ForeseenPlan } from '../../../src/fleet/plan/plan-variant.ts';
import type { VariantPlan } from '../../../src/fleet/plan/fleet-run.ts';
import { processEnded } from '../../../src/fleet/messages/apply.ts';
import { planOf, type VariantAnswer, type VariantTask, type WorkerSetting } from './worker-variants.ts';

/** Maker of the plans of the variants of a call: in this process, or in several. */
export interface VariantPlans {
  /**
   * Prepares the plans of variants of which none depends on another. Returns the number of variants to plan at once.
   */
  begin(variants: readonly Variant[]): number;
  /** Plans a variant as `planVariant` does. */
  plan(variant: Variant): Promise<VariantPlan>;
  /** Ends the processes. */
  end(): Promise<void>;
}

/** Processes that plan variants. */
export interface PlanningPool {
  ask(task: VariantTask): Promise<VariantAnswer>;
  end(): Promise<void>;
}

/** Number of processes for a number of variants, and their start. */
export interface PlanningProcesses {
  readonly count: (variants: number, jobs: number) => number;
  readonly start: (count: number, jobs: number, setting: WorkerSetting) => PlanningPool;
}

/** Least number of changed variants for each process: see docs/decisions/workers.md. */
const SLICE = 200;

/**
 * Child processes, from a number of variants on where they pay. Only for commands that call `serveVariants` in them.
 */
export const CHILD_PROCESSES: PlanningProcesses = {
  count: (variants, jobs) => workerCount(variants, jobs, SLICE),
  start: (count, jobs, setting) => new WorkerPool(count, jobs, { setting }),
};

/** Returns the maker of plans for the inputs of a call. `processes`: by default none besides this one. */
export function variantPlans(
  inputs: Pick<FleetInputs, 'waves' | 'sources'>,
  run: OpenRun,
  processes?: PlanningProcesses,
): VariantPlans {
  const { sources } = inputs;
  if (processes === undefined || sources === undefined || !canShare(run)) return new OwnPlans(run);
  const setting = (): WorkerSetting => workerSetting(sources, inputs.waves.flat(), run);
  return new SharedPlans(run, setting, processes);
}

/**
 * Reports whether other processes may plan variants of a call. What can be read only once, or may change in between, is
 * read by one process: a stream, or a fetched branch. They find the work tree of the fleet by its folder, and do not
 * know MergeResolutions.
 */
function canShare({ task, args: { jobs, fetches, policies }, home, resolutions }: OpenRun): boolean {
  if (task.isShared !== true || jobs === 1 || home !== undefined || resolutions.length > 0) return false;
  return !fetches && !policies.some(isStream);
}

/** Plans of any command, in this process. */
class OwnPlans implements VariantPlans {
  readonly #run: OpenRun;

  constructor(run: OpenRun) {
    this.#run = run;
  }

  begin(): number {
    return this.#run.args.jobs;
  }

  async plan(variant: Variant): Promise<VariantPlan> {
    return await this.#run.task.plan(variant, this.#run);
  }

  async end(): Promise<void> {}
}

/** Variants to send ahead for each process, so that a slow one does not keep the others waiting for their turn. */
const AHEAD = 16;

/**
 * Plans in other processes, if enough variants have changed. This process plans those that have not, since it knows
 * that from ids.
 */
class SharedPlans implements VariantPlans {
  readonly #run: OpenRun;
  readonly #setting: () => WorkerSetting;
  readonly #processes: PlanningProcesses;
  #pool: PlanningPool | undefined;
  /** Known parts of the plans of the group, by folder. */
  #foreseen: ReadonlyMap<string, ForeseenPlan> = new Map();
  #isShared = false;
  /** Number of groups so far. */
  #begun = 0;

  constructor(run: OpenRun, setting: () => WorkerSetting, processes: PlanningProcesses) {
    this.#run = run;
    this.#setting = setting;
    this.#processes = processes;
  }

  begin(variants: readonly Variant[]): number {
    const { jobs } = this.#run.args;
    this.#begun += 1;
    this.#foreseen = new Map();
    this.#isShared = this.#processes.count(variants.length, jobs) > 1;
    if (!this.#isShared) return jobs;
    this.#foreseen = new Map(variants.flatMap((each) => entryOf(each.folder, this.#foresee(each))));
    const changed = variants.filter(({ folder }) => this.#foreseen.get(folder)?.unchanged === undefined);
    const count = this.#processes.count(changed.length, jobs);
    this.#isShared = count > 1;
    if (!this.#isShared) return jobs;
    // A pool of an earlier group may be smaller, and goes on.
    this.#pool ??= this.#processes.start(count, jobs, this.#setting());
    return AHEAD * count;
  }

  /** An error is left to the plan of the variant in its turn. */
  #foresee(variant: Variant): ForeseenPlan | undefined {
    try {
      return foreseePlan(variant, this.#run);
    } catch (error) {
      if (error instanceof KrmError) return undefined;
      throw error;
    }
  }

  async plan(variant: Variant): Promise<VariantPlan> {
    const unchanged = this.#foreseen.get(variant.folder)?.unchanged;
    if (unchanged !== undefined) return unchanged;
    const task = this.#isShared ? this.#taskOf(variant) : undefined;
    if (task === undefined || this.#pool === undefined) return await planVariant(variant, this.#run);
    try {
      return planOf(await this.#pool.ask(task), this.#run);
    } catch (error) {
      throw error instanceof WorkerError
        ? fileError(variant.folder, 'process-ended', processEnded(error.message))
        : error;
    }
  }

  /** Returns undefined for a variant that only this process can plan. */
  #taskOf(variant: Variant): VariantTask | undefined {
    const { made, chained, injected } = this.#run;
    const { revision, workspaceName } = variant.upstream;
    const from = upstreamFolder(variant);
    const content = from === undefined ? undefined : made.get(from);
    const isInTree = from !== undefined && revision === undefined && workspaceName === undefined;
    // Its upstream may be in the folder of an earlier variant, which another process would see as it is by now.
    if (this.#begun > 1 && isInTree && content === undefined) return undefined;
    // Only this process knows which locks were left behind, and what the locks were when the call began.
    if (this.#run.left?.has(variant.folder) === true || isTakenOver(this.#run.tree, variant)) return undefined;
    // Several variants may keep the same objects, of which only one is to write them.
    if (this.#foreseen.get(variant.folder)?.areKept === true) return undefined;
    const stored = storedVariant(variant, injected.of(variant, []));
    return stored && { variant: stored, made: isInTree ? content : undefined, isChained: chained.has(variant.folder) };
  }

  async end(): Promise<void> {
    await this.#pool?.end();
  }
}

function workerSetting(
  { contents, objectFiles }: InputSources,
  variants: readonly Variant[],
  { tree }: OpenRun,
): WorkerSetting {
  const files = new Set([...objectFiles, ...variants.flatMap(({ set, file }) => (set === undefined ? [file] : []))]);
  return {
    variants: variants.map(({ name, file, folder, upstream }) => ({ name, file, folder, upstream })),
    contents: new Map([...contents].filter(([path]) => files.has(path))),
    objectFiles,
    replacements: tree.overlay.replacements,
  };
}

function entryOf<V>(key: string, value: V | undefined): readonly (readonly [string, V])[] {
  return value === undefined ? [] : [[key, value]];
}
