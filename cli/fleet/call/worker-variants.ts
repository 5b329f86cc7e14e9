import { upstreamFolder, type VariantPlace } from '../../../src/fleet/index.ts';
import { KrmError, resultsOf, type Result } from '../../../src/krm/index.ts';
import { tuneFor } from '../../process/jit.ts';
import { serveTasks } from '../../workers/worker.ts';
import type { CallRun } from '../request.ts';
import {
  InputResources,
  knownDigests,
  KnownVariant,
  knownObjects,
  variantKey,
  type StoredVariant,
} from '../../../src/fleet/inputs/known-variant.ts';
import { UpstreamError } from '../../../src/fleet/plan/derive-variant.ts';
import { planVariant } from '../../../src/fleet/plan/plan-variant.ts';
import type { VariantPlan } from '../../../src/fleet/plan/fleet-run.ts';
import { Overlay, type Replacement } from '../../../src/fleet/overlay.ts';
import type { FolderContent } from '../../../src/files/index.ts';
import { newFleetRun } from './start-run.ts';
import type { TaskArguments } from '../request.ts';
import type { FleetProgram } from '../fleet-store.ts';
import { openStore } from '../store/work-tree.ts';

/** State that a worker shares with the process that started it: plain data. */
export interface WorkerSetting {
  /** Variants of the call. */
  readonly variants: readonly VariantPlace[];
  /** Input files with objects, or with PackageVariants that no set made, by path. */
  readonly contents: ReadonlyMap<string, Uint8Array>;
  readonly objectFiles: readonly string[];
  /** Files that are planned in place of those in the work tree. */
  readonly replacements: readonly Replacement[];
}

/** A variant to plan: plain data. */
export interface VariantTask {
  readonly variant: StoredVariant;
  /** Its upstream package, if a variant of this call makes it; undefined for all others. */
  readonly made: FolderContent | undefined;
  /** True if another variant of this call is made of it. */
  readonly isChained: boolean;
}

/** Plan of a variant, or the errors that prevent it: plain data. */
export interface VariantAnswer {
  readonly plan: Omit<VariantPlan, 'committedAt'> | undefined;
  /** Time of the commit of the upstream, in seconds since 1970; only with `--commit`. */
  readonly committedAt: number | undefined;
  /** Errors if there is no plan. */
  readonly results: readonly Result[];
  /** True if they are about an upstream that cannot be found. */
  readonly isUpstreamMissing: boolean;
  /** Indexes of the rules of `--take` that decided a conflict of this or an earlier task. */
  readonly used: readonly number[];
}

/** Plans the variants that another process sends. Writes nothing: that process does. */
export async function serveVariants(program: FleetProgram, args: TaskArguments): Promise<never> {
  // Workers share variants by the hundred.
  tuneFor(Infinity);
  return await serveTasks((setting) => {
    try {
      const planner = new VariantPlanner(program, args, setting as WorkerSetting);
      return (task) => planner.answer(task as VariantTask);
    } catch (error) {
      // Something changed since the other process began: each variant is to say so.
      const results = resultsOf(error);
      const answer: VariantAnswer = {
        plan: undefined,
        committedAt: undefined,
        results,
        isUpstreamMissing: false,
        used: [],
      };
      return () => Promise.resolve(answer);
    }
  });
}

/** Planner of the variants of a call, apart from the process that writes them. */
export class VariantPlanner {
  readonly #run: CallRun;
  readonly #files: InputResources;
  readonly #injected = new Map<string, string>();

  constructor(
    program: FleetProgram,
    args: TaskArguments,
    { variants, contents, objectFiles, replacements }: WorkerSetting,
  ) {
    this.#files = new InputResources(contents);
    const objects = knownObjects(objectFiles, contents);
    this.#run = newFleetRun({
      program,
      args,
      task: args.task,
      tree: openStore(program, args.folder).with(new Overlay(replacements)),
      variants,
      objects,
      injected: knownDigests(objects, this.#injected),
    });
  }

  /** Plans a variant. Never throws a `KrmError`. */
  async answer({ variant: { injected, ...fields }, made, isChained }: VariantTask): Promise<VariantAnswer> {
    const variant = new KnownVariant(fields, this.#files);
    this.#injected.set(variantKey(variant), injected);
    const from = upstreamFolder(variant);
    if (from !== undefined && made !== undefined) this.#run.session.make(from, made);
    try {
      const { committedAt, ...plan } = await planVariant(variant, this.#run);
      const time = this.#run.args.commits ? committedAt() : undefined;
      const content = isChained ? plan.content : undefined;
      return {
        plan: { ...plan, content },
        committedAt: time,
        results: [],
        isUpstreamMissing: false,
        used: this.#used(),
      };
    } catch (error) {
      const isUpstreamMissing = error instanceof UpstreamError;
      return {
        plan: undefined,
        committedAt: undefined,
        results: resultsOf(error),
        isUpstreamMissing,
        used: this.#used(),
      };
    }
  }

  #used(): readonly number[] {
    return this.#run.args.takes.flatMap(({ rule }, index) => (this.#run.session.used.has(rule) ? [index] : []));
  }
}

/** Returns the plan of an answer. Records the rules that it used. Throws a `KrmError` with its errors. */
export function planOf(
  { plan, committedAt, results, isUpstreamMissing, used }: VariantAnswer,
  run: CallRun,
): VariantPlan {
  for (const index of used) {
    const rule = run.args.takes[index]?.rule;
    if (rule !== undefined) run.session.use([rule]);
  }
  if (plan === undefined) throw isUpstreamMissing ? new UpstreamError(results) : new KrmError(results);
  return { ...plan, committedAt: () => committedAt };
}
