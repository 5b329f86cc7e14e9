import { holdOf, type Hold, type Resolution, type Variant, type VariantConflicts } from '../../src/fleet/index.ts';
import { KrmError, type Result } from '../../src/krm/index.ts';
import type { CommandProgram } from '../arguments/command.ts';
import type { CachedClone } from '../git/cached-clone.ts';
import { withoutCredentials } from '../git/repository-url.ts';
import { unusedTake } from '../merge/take.ts';
import { fileError } from '../package/file-error.ts';
import { EXIT } from '../process/exit-code.ts';
import { failure } from '../process/failure.ts';
import { isStream } from '../process/stdio.ts';
import type { VariantRow } from '../report/run-outcome.ts';
import { progress } from '../terminal/progress.ts';
import { checkOutputs } from '../work/check-outputs.ts';
import { inTurn } from '../work/in-turn.ts';
import { NO_OUTPUTS, type JobArguments } from '../work/job.ts';
import type { EndedJob } from '../work/report-jobs.ts';
import { startJob, type ShowDiff } from '../work/start-job.ts';
import { beginApply } from './apply-session.ts';
import { CallJob, type ReadResults } from './call-job.ts';
import type { LostRace } from './commit/ended-apply.ts';
import { commitTarget } from './commit/commit-target.ts';
import { PublishJob } from './commit/publish-job.ts';
import { withoutConflicts } from './conflict-classes.ts';
import type { FleetArguments } from './fleet-arguments.ts';
import { fleetOutcome, newFleetWork, type FleetOutcome, type FleetWork } from './fleet-outcome.ts';
import { askedFolder, elsewhereResults, readDrift } from './drift/read-drift.ts';
import { openDownstream, refuseFiles } from './downstream/open-downstream.ts';
import { shownIn } from './downstream/shown-in.ts';
import { checkChoice } from './merge/chosen-base.ts';
import { newFleetRun, type FleetRun, type FleetSetting } from './fleet-run.ts';
import { allVariants, type DownstreamVariants } from './inputs/downstream-variants.ts';
import type { FailedVariant, FleetInputs } from './inputs/fleet-inputs.ts';
import { placeOf } from './inputs/fleet-place.ts';
import { readDecisions } from './inputs/decision-files.ts';
import { holdResults, HOLDS } from './inputs/holds.ts';
import { resolutionResults, RESOLUTIONS } from './inputs/resolutions.ts';
import { goneVariants, type GoneVariant } from './inputs/gone-variants.ts';
import { lockedFolders } from './inputs/locked-folders.ts';
import { checkOverlay } from './inputs/check-overlay.ts';
import { readOverlay } from './inputs/read-overlay.ts';
import { readInputs } from './inputs/read-inputs.ts';
import { selectGone } from './inputs/select-gone.ts';
import { hasOwn, selectShard } from './inputs/shard.ts';
import { selectVariants, variantsIn } from './inputs/select-variants.ts';
import { lockedVersion } from './lock-state.ts';
import { shownFolder } from './table.ts';
import { checkReportPlace } from './report-place.ts';
import { PruneJob } from './prune-job.ts';
import type { StatusFacts } from './status/conditions.ts';
import { WorkTree } from './tree/work-tree.ts';
import { VariantJob } from './variant-job.ts';
import { variantPlans, type PlanningProcesses, type VariantPlans } from './variant-plans.ts';
import { failedRow, goneRow, heldRow, pruneRow, rowOf, unpublishedRow } from './variant-row.ts';

/** Selected inputs of a call. */
interface SelectedInputs {
  readonly inputs: FleetInputs;
  readonly run: FleetRun;
  /** Variants that are gone, and are to be pruned. */
  readonly pruned: readonly GoneVariant[];
  /** True if these are all variants of the git repository. */
  readonly isAll: boolean;
}

/** Arguments of a call of `fleet`. */
type CallArguments = FleetArguments & Pick<JobArguments, 'patience'> & { readonly processes?: PlanningProcesses };

/** Plans or applies all variants of a fleet, each completely or not at all. `show`: shows a diff before its files are written. */
export async function runFleet(
  program: Pick<CommandProgram, 'functions' | 'version'>,
  args: CallArguments,
  show?: ShowDiff,
): Promise<FleetOutcome> {
  checkOutputs({ report: args.report }, [args.folder]);
  const tree = WorkTree.around(args.folder);
  const begun = args.writes ? beginApply(tree, args.patience) : undefined;
  try {
    // The versions may have other numbers now.
    if (args.action === 'rollback' && begun?.isRest === true) throw failure(FINISHED);
    const now = await changesNow(program, args, tree);
    const call = new FleetCall(program, args, show);
    call.compareWith(now);
    let ended = await call.run(tree);
    while ('races' in ended) ended = await new FleetCall(program, args, show, ended).run(WorkTree.around(args.folder));
    return ended;
  } finally {
    begun?.lock.release();
  }
}

/** Returns the changes of a plan without `--with`; undefined for other calls, and if a stream has inputs, which can be read only once. */
async function changesNow(
  program: Pick<CommandProgram, 'functions' | 'version'>,
  args: CallArguments,
  tree: WorkTree,
): Promise<FleetWork['changed'] | undefined> {
  const { replaces = [], policies, objects } = args;
  if (replaces.length === 0 || [...policies, ...(objects === undefined ? [] : [objects])].some(isStream))
    return undefined;
  const call = new FleetCall(
    program,
    { ...args, replaces: [], diff: false, report: undefined, strict: false },
    undefined,
  );
  await call.run(tree);
  return call.changed;
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
interface EarlierCall extends Pick<FleetRun, 'written' | 'sourceTimes' | 'used'> {
  /** Number of lost races. */
  readonly races: number;
  /** MergeResolutions of the call; undefined: they must be read again. */
  readonly resolutions: readonly Resolution[] | undefined;
  /** Variants that need not run again, by folder: their files are restored. */
  readonly variants: ReadonlyMap<string, EndedVariant>;
}

/** Number of variants that are written together. */
const GROUP = 500;

/** One call of `fleet`. */
class FleetCall {
  readonly #program: Pick<CommandProgram, 'functions' | 'version'>;
  readonly #args: CallArguments & JobArguments;
  readonly #show: ShowDiff | undefined;
  readonly #earlier: EarlierCall | undefined;
  readonly #variants = new Map<string, EndedVariant>();
  readonly #done: FleetWork;
  #used: FleetRun['used'] = new Set();
  #isPublished = false;
  #holds: readonly Hold[] = [];

  constructor(
    program: Pick<CommandProgram, 'functions' | 'version'>,
    args: CallArguments,
    show: ShowDiff | undefined,
    earlier?: EarlierCall,
  ) {
    this.#earlier = earlier;
    this.#program = program;
    // A status lists no changed files.
    this.#args = { ...NO_OUTPUTS, ...args, prints: args.action === 'status' };
    this.#show = show;
    this.#done = newFleetWork();
  }

  /** Changes to variants that exist. Valid after `run`. */
  get changed(): FleetWork['changed'] {
    return this.#done.changed;
  }

  /** Compares the changes of the call with those of a call without `--with`. */
  compareWith(now: FleetWork['changed'] | undefined): void {
    this.#done.changedNow = now;
  }

  /** Returns what is left of the call if it lost a race to push: it must run again. */
  async run(tree: WorkTree): Promise<FleetOutcome | EarlierCall> {
    const read = await this.#read(tree);
    if (read === undefined) return fleetOutcome(this.#done, this.#args, tree.root);
    const { inputs, run } = read;
    for (const failed of inputs.failed) await this.#fail(failed);
    if (this.#args.action === 'prune') await this.#prune(read.pruned, run);
    const waves = this.#args.action === 'prune' ? [] : inputs.waves;
    const earlier = await this.#runAll({ ...inputs, waves }, run);
    if (earlier !== undefined) return earlier;
    for (const each of inputs.elsewhere) await this.#runElsewhere(each, { inputs, home: run });
    await this.#report(() => this.#unusedTakes(run));
    await this.#report(() => this.#resolutionResults(read));
    if (this.#args.action === 'plan' && this.#args.report?.format === 'html') await this.#readDrift(read);
    return fleetOutcome(this.#done, this.#args, tree.root);
  }

  /** Finds what people edited, for a report that shows it. */
  async #readDrift({ inputs, run }: SelectedInputs): Promise<void> {
    const drift = await readDrift(run, inputs.waves.flat().map(askedFolder));
    const elsewhere = elsewhereResults(inputs.elsewhere, { check: false, variants: [] });
    this.#done.drift = { ...drift, results: [...drift.results, ...elsewhere] };
  }

  /** Runs variants, and publishes what they write. Returns what is left if it lost a race to push. */
  async #runAll(inputs: FleetInputs, run: FleetRun): Promise<EarlierCall | undefined> {
    const plans = variantPlans(inputs, run, this.#args.processes);
    try {
      for (const wave of inputs.waves) await this.#runWave(wave, run, plans);
    } finally {
      await plans.end();
    }
    const races = this.#earlier?.races ?? 0;
    const publish = new PublishJob(run, races);
    // Its warnings are about files that were written.
    const published = (await startJob(publish, { ...this.#args, strict: false }))();
    if (publish.lost !== undefined) return this.#earlierCall(run, publish.lost, races + 1);
    this.#done.ended.push(published);
    this.#isPublished = published.outcome.exitCode !== EXIT.failed;
    this.#done.commits.push(...publish.commits);
    return undefined;
  }

  /** Runs the variants in another git repository: all that it gets is one commit. */
  async #runElsewhere(
    { place, variants }: DownstreamVariants,
    { inputs, home }: { readonly inputs: FleetInputs; readonly home: FleetRun },
  ): Promise<void> {
    const repository = withoutCredentials(place.url);
    let clone: CachedClone | undefined;
    const isOpen = await this.#report(() => {
      clone = openDownstream(place, this.#args);
      refuseFiles(clone.folder, foldersOf(variants));
      return [];
    });
    try {
      if (clone === undefined || !isOpen) {
        for (const variant of variants)
          this.#addRow(
            {
              ...failedRow(variant),
              repository,
            },
            { variant },
          );
        return;
      }
      // Variants of this call may be upstreams: what they wrote is there now.
      const made = { tree: WorkTree.around(home.tree.root).with(home.tree.overlay), made: home.made };
      let earlier: EarlierCall | undefined;
      for (;;) {
        const call = new FleetCall(this.#program, this.#args, this.#show, earlier);
        call.#holds = this.#holds;
        const tree = WorkTree.around(clone.folder);
        earlier = await call.#runAll(
          { ...inputs, waves: [variants] },
          call.#continued({ ...home, tree, home: made, variants }),
        );
        if (earlier === undefined) {
          this.#join(call, repository, home);
          return;
        }
      }
    } finally {
      clone?.release();
    }
  }

  /** Adds what a call in another git repository did. */
  #join(call: FleetCall, repository: string, { used }: FleetRun): void {
    const isDone = !this.#args.writes || call.#isPublished;
    this.#done.ended.push(...call.#done.ended.map((ended) => shownIn(repository, ended, isDone)));
    for (const row of call.#done.rows) {
      const facts = call.#done.facts.get(row);
      const shown = { ...(isDone ? row : unpublishedRow(row)), repository };
      this.#done.rows.push(shown);
      if (facts !== undefined) this.#done.facts.set(shown, facts);
    }
    this.#done.commits.push(...call.#done.commits.map((commit) => ({ ...commit, repository })));
    this.#done.conflicts.push(...call.#done.conflicts);
    const inRepository = (folder: string): string => shownFolder({ repository, folder });
    this.#done.changed.push(
      ...call.#done.changed.map(({ folder, files }) => ({ folder: inRepository(folder), files })),
    );
    for (const resolution of call.#done.used) this.#done.used.add(resolution);
    for (const rule of call.#used) used.add(rule);
  }

  /** Returns the state of a run, with what is left of an earlier one. */
  #continued(setting: FleetSetting): FleetRun {
    const run = newFleetRun(setting);
    const { written = [], sourceTimes = [], used = [] } = this.#earlier ?? {};
    run.written.push(...written);
    run.sourceTimes.push(...sourceTimes);
    for (const rule of used) run.used.add(rule);
    this.#used = run.used;
    return run;
  }

  #earlierCall({ used, sourceTimes, resolutions }: FleetRun, { again, written }: LostRace, races: number): EarlierCall {
    if (again === undefined)
      return { races, resolutions: undefined, variants: new Map(), written: [], sourceTimes: [], used: new Set() };
    const kept = [...this.#variants].filter(([folder]) => !again.has(folder));
    return { races, resolutions, variants: new Map(kept), written: [...written], sourceTimes, used };
  }

  /** Returns the inputs that are selected; undefined if an error prevents all variants. */
  async #read(onDisk: WorkTree): Promise<SelectedInputs | undefined> {
    let read: SelectedInputs | undefined;
    const isFit = await this.#report(async () => {
      const [program, args] = [this.#program, this.#args];
      const found = placeOf(args.folder, onDisk.root);
      const { overlay, results: skipped } = await readOverlay(program, args, onDisk, found);
      const tree = onDisk.with(overlay);
      const place = { ...found, overlay };
      const all = await tree.listDuring(() => readInputs(program, args, { place, gitDir: tree.gitDir }));
      checkOverlay(overlay, all, place);
      this.#done.replaced.push(...overlay.replacements);
      checkReportPlace(args.report, tree.root, foldersOf(all.waves.flat()));
      // A rollback also changes a variant that is held, and reads the holds itself.
      this.#holds = args.action === 'rollback' ? [] : readDecisions(tree, HOLDS);
      const resolutions = this.#earlier?.resolutions ?? [...readDecisions(tree, RESOLUTIONS), ...(args.proposed ?? [])];
      const isPrune = args.action === 'prune';
      const selected = isPrune
        ? all
        : selectVariants(variantsIn(all, args.adopted, tree.root), args, tree.root, overlay);
      const inputs = ownInputs(selectShard(selected, args.shard), args);
      const gone = selected === all && hasOwn(args.shard) ? goneVariants(place, all) : [];
      if (all.isEmpty && gone.length === 0) throw fileError(args.folder, EMPTY);
      const pruned = isPrune ? selectGone(gone, all, args) : [];
      const variants = inputs.waves.flat();
      const { objects, injected } = inputs;
      checkChoice(args.base, allVariants(inputs).length);
      if (args.commits && (isPrune || variants.length > 0)) commitTarget(tree, args);
      const run = this.#continued({ program, args, tree, variants, objects, injected, resolutions });
      read = { inputs, run, pruned, isAll: selected === all && args.shard === undefined && place.folder === '' };
      if (isPrune) return inputs.results;
      const held = holdResults(this.#holds, all, place.folder === '');
      this.#done.rows.push(...gone.map(goneRow));
      return [...skipped, ...inputs.results, ...held, ...gone.map(({ result }) => result)];
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

  async #runWave(wave: readonly Variant[], run: FleetRun, plans: VariantPlans): Promise<void> {
    const group: ComputedVariant[] = [];
    const variants = wave.filter((variant) => {
      const earlier = this.#earlier?.variants.get(variant.folder);
      if (earlier !== undefined) {
        this.#end(variant.folder, earlier);
        return false;
      }
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
        progress.report(() => `${this.#args.action}: ${this.#done.rows.length} variants`);
      }
    } finally {
      run.writer.end();
    }
  }

  #end(folder: string, variant: EndedVariant): void {
    const { ended, row, facts, conflicts, contents, resolutions, edits } = variant;
    this.#variants.set(folder, variant);
    this.#done.conflicts.push(conflicts);
    if (contents.length > 0) this.#done.changed.push({ folder, files: contents });
    for (const resolution of resolutions) this.#done.used.add(resolution);
    this.#done.edits += edits;
    this.#done.ended.push(ended);
    this.#addRow(row, facts);
  }

  #unusedTakes({ used }: FleetRun): readonly Result[] {
    // Another part of the fleet may have the conflict.
    if (this.#args.shard !== undefined) return [];
    const unused = this.#args.takes.filter(({ rule }) => !used.has(rule));
    if (unused.length > 0) throw new KrmError(unused.map(unusedTake));
    return [];
  }

  #resolutionResults({ run, inputs, isAll }: SelectedInputs): readonly Result[] {
    const { rows, conflicts: open, used } = this.#done;
    if (this.#args.action === 'adopt' || this.#args.action === 'prune') return [];
    const isMerged = isAll && inputs.failed.length === 0 && rows.every(({ action }) => action !== 'error');
    const merged = isMerged
      ? [...inputs.waves.flat(), ...inputs.elsewhere.flatMap(({ variants }) => variants)]
      : undefined;
    return resolutionResults(run.resolutions, { open, used, merged }, this.#holds);
  }
}

/**
 * Leaves out variants in other git repositories for a command that changes only the fleet's own. Throws a `KrmError` if the command line names
 * one of them.
 */
function ownInputs(inputs: FleetInputs, { action, variants }: FleetArguments): FleetInputs {
  if (action !== 'adopt' && action !== 'prune' && action !== 'rollback') return inputs;
  const [first] = inputs.elsewhere;
  if (first !== undefined && action !== 'prune' && variants.length > 0)
    throw failure(
      `\`fleet ${action}\` changes only the fleet's own git repository, and ${foldersOf(first.variants).join(', ')} is in ${withoutCredentials(first.place.url)}`,
    );
  return { ...inputs, elsewhere: [] };
}

function foldersOf(variants: readonly Variant[]): readonly string[] {
  return variants.map(({ folder }) => folder);
}

const EMPTY =
  'must have a PackageVariant or a PackageVariantSet, outside of packages and of the folders of Repositories';
const FINISHED =
  'finished what a killed call had begun, and did nothing else: look at `krm-variants fleet log`, then run this again if it is still needed';
