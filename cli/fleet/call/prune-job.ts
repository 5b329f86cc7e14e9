import type { VariantState } from '../../../src/fleet/index.ts';
import type { Conflict } from '../../../src/merge/index.ts';
import type { RootedChange } from '../../../src/package/index.ts';
import { NO_FACTS, type Findings, type Job, type JobFacts } from '../../work/job.ts';
import { type FleetRun, writeVariant } from '../../../src/fleet/plan/fleet-run.ts';
import { NOTHING, prunePlan } from '../../../src/fleet/plan/prune-plan.ts';

/** Removes what is recorded about a variant that is gone and, if its policy says so, its folder. */
export class PruneJob implements Job {
  readonly name = 'fleet';
  readonly locked = [];
  readonly folder: string;
  conflicts: readonly Conflict[] = [];
  readonly #run: FleetRun;
  readonly #others: readonly string[];
  #changes = NOTHING;
  #from: string | undefined;

  /** `others`: other folders with locks. */
  constructor(folder: string, run: FleetRun, others: readonly string[]) {
    this.folder = folder;
    this.#run = run;
    this.#others = others;
  }

  get state(): VariantState {
    return { isAskedFor: false, isPruned: true, conflicts: this.conflicts.length };
  }

  /** Version of the upstream that the folder was made of. */
  get from(): string | undefined {
    return this.#from;
  }

  /** Removed files, relative to the folder. */
  get files(): readonly string[] {
    return this.#changes.folder.map(({ path }) => path.slice(this.folder.length + 1));
  }

  get isHeld(): boolean {
    return this.conflicts.length > 0;
  }

  compute({ results }: Findings): void {
    const plan = prunePlan(this.folder, this.#run, this.#others);
    this.#from = plan.from;
    if (plan.refusal !== undefined) throw plan.refusal;
    this.conflicts = plan.conflicts;
    this.#changes = plan.changes;
    results.push(...plan.results);
  }

  changes(): readonly RootedChange[] {
    return [...this.#changes.folder, ...this.#changes.lock, ...this.#changes.bases];
  }

  write(): void {
    const { session } = this.#run;
    writeVariant(session.writer, this.#changes);
    session.writeVariant(this.#changes);
  }

  facts(): JobFacts {
    return { ...NO_FACTS, packages: () => [this.folder] };
  }
}
