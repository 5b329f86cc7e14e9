import { joinPath } from '../../../src/files/index.ts';
import type { Variant, VariantState } from '../../../src/fleet/index.ts';
import type { Result } from '../../../src/krm/index.ts';
import type { Conflict } from '../../../src/merge/index.ts';
import type { Findings, Job, JobFacts } from '../../work/job.ts';
import { UpstreamError } from '../../../src/fleet/plan/asked-upstream.ts';
import type { PlannedFile } from '../../../src/fleet/answers/planned-classes.ts';
import { shownPath } from '../../../src/fleet/plan/fleet-run.ts';
import type { CallRun } from '../request.ts';
import type { DecidedConflict } from '../../../src/fleet/plan/resolving-merge.ts';
import type { VariantPlan } from '../../../src/fleet/plan/variant-plan.ts';
import type { VariantPlans } from './variant-plans.ts';
import type { VariantChanges } from '../../../src/fleet/ports.ts';
import type { RootedChange } from '../../../src/package/index.ts';

/** Derives one variant, merges it into its folder, and records it in its lock. */
export class VariantJob implements Job {
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

  /** All changed files, with paths relative to the top of the repository: those of the folder, and what is recorded beside it. */
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
    const { bases, folder, lock } = this.written;
    try {
      session.writer.write(this.written);
      this.#isWritten = true;
      if (this.#plan?.sameLock !== undefined) same.add(this.#plan.sameLock);
      if (args.commits) session.makeOf([this.#plan?.committedAt() ?? 0]);
      session.write([...bases, ...folder, ...lock].map(({ path }) => path));
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
