import { isWithin, type Hold, type Variant } from '../../src/fleet/index.ts';
import { distinctResults, KrmError, type Result } from '../../src/krm/index.ts';
import type { CommandProgram } from '../arguments/command.ts';
import { withoutCredentials } from '../git/repository-url.ts';
import { unusedTake, type TakeOption } from '../merge/take.ts';
import { fileError } from '../package/file-error.ts';
import { failure } from '../process/failure.ts';
import { isStream } from '../process/stdio.ts';
import { checkOutputs } from '../work/check-outputs.ts';
import { NO_OUTPUTS } from '../work/job.ts';
import type { ShowDiff } from '../work/start-job.ts';
import { beginApply } from './apply-session.ts';
import { commitTarget } from './commit/commit-target.ts';
import { uncommittedInputs, uncommittedWarnings } from './commit/uncommitted-files.ts';
import { DownstreamCalls } from './downstream/downstream-calls.ts';
import { FleetName } from './downstream/fleet-name.ts';
import { KnownPlaces } from './downstream/known-places.ts';
import { leaveOutUnpublished } from './downstream/leave-out.ts';
import { needingOwn } from './downstream/needing-variants.ts';
import { refuseStale, refuseUncommittedInputs, refuseUnpushed } from './downstream/refuse-stale.ts';
import { unaskedPlaces } from './downstream/unasked-places.ts';
import { askedFolder, readDrift, readDriftElsewhere } from './drift/read-drift.ts';
import type { FleetArguments } from './fleet-arguments.ts';
import { fleetOutcome, type FleetOutcome, type FleetWork } from './fleet-outcome.ts';
import type { FleetRun } from './fleet-run.ts';
import { checkOverlay } from './inputs/check-overlay.ts';
import { readDecisions, validDecisions, type DecisionKind } from './inputs/decision-files.ts';
import { allVariants, type DownstreamPlace } from './inputs/downstream-variants.ts';
import type { FailedVariant, FleetInputs } from './inputs/fleet-inputs.ts';
import { refuseUncertain } from './inputs/certain-inputs.ts';
import { placeOf, type FleetPlace } from './inputs/fleet-place.ts';
import { goneVariants, type GoneVariant } from './inputs/gone-variants.ts';
import { holdResults, HOLDS } from './inputs/holds.ts';
import { readOverlay } from './inputs/read-overlay.ts';
import { readInputs } from './inputs/read-inputs.ts';
import { resolutionResults, RESOLUTIONS } from './inputs/resolutions.ts';
import { selectGone } from './inputs/select-gone.ts';
import { noneSelected, remoteFolder, selectVariants, variantsIn } from './inputs/select-variants.ts';
import { checkReportPlace } from './report-place.ts';
import { hasOwn, isInShard, selectShard } from './inputs/shard.ts';
import { checkChoice } from './merge/chosen-base.ts';
import { report, RepositoryCall, type CallArguments, type CallSetting, type EarlierCall } from './repository-call.ts';
import { WorkTree } from './tree/work-tree.ts';
import { failedRow, goneRow } from './variant-row.ts';

/** Selected inputs of a call. */
interface SelectedInputs {
  readonly inputs: FleetInputs;
  readonly run: FleetRun;
  readonly place: FleetPlace;
  readonly holds: readonly Hold[];
  /** Variants in the git repository of the fleet that are gone. */
  readonly gone: readonly GoneVariant[];
  /** Places in other git repositories that no PackageVariant asks for, and that may have variants that are gone. */
  readonly unasked: readonly DownstreamPlace[];
  /** Calls in other git repositories. */
  readonly downstream: DownstreamCalls;
  /** True if these are all variants of the git repository. */
  readonly isAll: boolean;
  /** Errors about inputs that were left out. */
  readonly errors: readonly Result[];
}

/** Plans or applies all variants of a fleet, each completely or not at all. `show`: shows a diff before its files are written. */
export async function runFleet(
  program: Pick<CommandProgram, 'functions' | 'version'>,
  args: CallArguments,
  show?: ShowDiff,
): Promise<FleetOutcome> {
  checkOutputs({ report: args.report }, [args.folder]);
  const tree = WorkTree.around(args.folder);
  const begun = args.writes ? beginApply(tree, args.patience) : undefined;
  // A status lists no changed files.
  const setting = { program, args: { ...NO_OUTPUTS, ...args, prints: args.action === 'status' }, show };
  try {
    // The versions may have other numbers now.
    if (args.action === 'rollback' && begun?.isRest === true) throw failure(FINISHED);
    const tried = await withUnusedTakes(setting, tree);
    if (tried !== undefined) return tried;
    const now = await changesNow(setting, tree);
    const call = new FleetCall(setting);
    call.compareWith(now);
    let ended = await call.run(tree);
    while ('races' in ended) ended = await new FleetCall(setting, ended).run(WorkTree.around(args.folder));
    return ended;
  } finally {
    begun?.lock.release();
  }
}

/**
 * Tries a call that writes without writing, if it has `--take` options: one that decides nothing is then known before anything is written.
 * Returns the outcome of such a try; undefined if the call is to run. Streams cannot be read twice, so a call with them is not tried.
 */
async function withUnusedTakes({ program, args }: CallSetting, tree: WorkTree): Promise<FleetOutcome | undefined> {
  if (!args.writes || args.takes.length === 0 || readsStreams(args)) return undefined;
  const call = new FleetCall({
    program,
    args: { ...args, writes: false, commits: false, tags: false },
    show: undefined,
  });
  const outcome = await call.run(tree);
  return call.hasUnusedTakes && !('races' in outcome) ? outcome : undefined;
}

/** Reports whether a call has inputs that can be read only once. */
function readsStreams({ policies, objects }: CallSetting['args']): boolean {
  return [...policies, ...(objects === undefined ? [] : [objects])].some(isStream);
}

/** Returns the changes of a plan without `--with`; undefined for other calls, and if a stream has inputs, which can be read only once. */
async function changesNow({ program, args }: CallSetting, tree: WorkTree): Promise<FleetWork['changed'] | undefined> {
  const { replaces = [] } = args;
  if (replaces.length === 0 || readsStreams(args)) return undefined;
  const plain = { ...args, replaces: [], diff: false, report: undefined, strict: false };
  const call = new FleetCall({ program, args: plain, show: undefined });
  await call.run(tree);
  return call.changed;
}

/** One try of a call of `fleet`. */
class FleetCall {
  readonly #setting: CallSetting;
  readonly #args: CallSetting['args'];
  readonly #earlier: EarlierCall | undefined;
  /** Call in the git repository of the fleet. */
  readonly #call: RepositoryCall;
  /** Work in all git repositories. */
  readonly #done: FleetWork;
  #hasUnusedTakes = false;

  /** `earlier`: rest of the try before. */
  constructor(setting: CallSetting, earlier?: EarlierCall) {
    this.#setting = setting;
    this.#args = setting.args;
    this.#earlier = earlier;
    this.#call = new RepositoryCall(setting, earlier);
    this.#done = this.#call.done;
  }

  /** Changes to variants that exist. Valid after `run`. */
  get changed(): FleetWork['changed'] {
    return this.#done.changed;
  }

  /** True if a `--take` decides nothing. Valid after `run`. */
  get hasUnusedTakes(): boolean {
    return this.#hasUnusedTakes;
  }

  /** Compares the changes of the call with those of a call without `--with`. */
  compareWith(now: FleetWork['changed'] | undefined): void {
    this.#done.changedNow = now;
  }

  /** Returns what is left of the call if it lost a race to push: it must run again. */
  async run(tree: WorkTree): Promise<FleetOutcome | EarlierCall> {
    const read = await this.#read(tree);
    const earlier = read && (await this.#work(read, tree));
    return earlier ?? fleetOutcome(this.#done, this.#args, tree.root);
  }

  async #work(read: SelectedInputs, tree: WorkTree): Promise<EarlierCall | undefined> {
    const { inputs, run, unasked, downstream } = read;
    if (read.errors.length > 0)
      await this.#report(() => {
        throw new KrmError(read.errors);
      });
    for (const failed of inputs.failed) await this.#fail(failed, read.errors);
    const earlier = this.#args.action === 'prune' ? await this.#prune(read) : await this.#runAll(read);
    if (earlier !== undefined) return earlier;
    await this.#report(() => this.#checkSelected());
    await this.#report(() => this.#unusedTakes(run));
    await this.#report(() => this.#resolutionResults(read));
    if (this.#args.action === 'plan' && this.#args.report?.format === 'html') await this.#readDrift(read);
    if (inputs.isEmpty && this.#done.rows.length === 0 && unasked.length > 0)
      await this.#report(() => {
        throw fileError(this.#args.folder, EMPTY);
      });
    if (this.#args.writes) new KnownPlaces(tree.gitDir).update(downstream.known, downstream.empty);
    return undefined;
  }

  /** Finds what people edited, for a report that shows it. */
  async #readDrift({ inputs, run: home }: SelectedInputs): Promise<void> {
    const found = [await readDrift(home, inputs.waves.flat().map(askedFolder))];
    const name = new FleetName(home.tree.root);
    for (const group of inputs.elsewhere) found.push(await readDriftElsewhere({ home, name }, group));
    this.#done.drift = {
      rows: found.flatMap(({ rows }) => rows),
      results: found.flatMap(({ results }) => results),
      errors: found.flatMap(({ errors }) => errors),
    };
  }

  async #runAll({ inputs, run, holds, unasked, downstream }: SelectedInputs): Promise<EarlierCall | undefined> {
    const earlier = await this.#call.run({ ...inputs, holds, pruned: [] }, run);
    if (earlier !== undefined) return earlier;
    const isRefused = this.#args.writes && this.#args.pushes && !this.#call.isPublished;
    const call = { done: this.#done, args: this.#args };
    for (const each of inputs.elsewhere) {
      if (isRefused) await leaveOutUnpublished(call, each);
      else await downstream.run(each);
    }
    await downstream.listGone(unasked);
    return undefined;
  }

  async #prune(read: SelectedInputs): Promise<EarlierCall | undefined> {
    const { inputs, run, holds, gone, unasked, downstream } = read;
    const { root } = run.tree;
    const elsewhere = await downstream.findGone([...inputs.elsewhere.map(({ place }) => place), ...unasked]);
    let pruned: readonly GoneVariant[] = [];
    const isFit = await this.#report(() => {
      pruned = selectGone([...gone, ...[...elsewhere.values()].flat()], inputs, this.#args);
      if (pruned.length > 0) refuseUncertain(WorkTree.around(root), placeOf(this.#args.folder, root));
      const unread = inputs.elsewhere.find(({ place }) => !elsewhere.has(place));
      if (unread !== undefined && pruned.some(isElsewhere)) throw failure(UNREAD(withoutCredentials(unread.place.url)));
      if (!this.#removesElsewhere(pruned)) return [];
      refuseStale(root);
      refuseUncommittedInputs(uncommittedInputs({ ...read, tree: run.tree, args: this.#args }));
      return this.#pushesOwn(pruned) ? [] : refuseUnpushed(root);
    });
    if (!isFit) return undefined;
    const own = gone.filter((each) => pruned.includes(each));
    const earlier = await this.#call.run({ waves: [], holds, pruned: own }, run);
    if (earlier !== undefined) return earlier;
    // The push of this call may have been refused.
    const isLate = this.#removesElsewhere(pruned) && this.#pushesOwn(pruned);
    if (isLate && !(await this.#report(() => refuseUnpushed(root)))) return undefined;
    for (const [place, all] of elsewhere) {
      const selected = all.filter((each) => pruned.includes(each));
      if (selected.length > 0) await downstream.prune(place, selected);
    }
    return undefined;
  }

  #removesElsewhere(pruned: readonly GoneVariant[]): boolean {
    return this.#args.writes && pruned.some(isElsewhere);
  }

  /** Reports whether the commit of this call is pushed to the branch of the fleet, with those before it. */
  #pushesOwn(pruned: readonly GoneVariant[]): boolean {
    const { pushes, branch } = this.#args;
    return pushes && branch === undefined && !pruned.every(isElsewhere);
  }

  /** Returns the inputs that are selected; undefined if an error prevents all variants. */
  async #read(onDisk: WorkTree): Promise<SelectedInputs | undefined> {
    let read: SelectedInputs | undefined;
    const isFit = await this.#report(async () => {
      const [{ program }, args] = [this.#setting, this.#args];
      const found = placeOf(args.folder, onDisk.root);
      const { overlay, results: skipped } = await readOverlay(program, args, onDisk, found);
      const tree = onDisk.with(overlay);
      const place = { ...found, overlay };
      const all = await tree.listDuring(() => readInputs(program, args, { place, gitDir: tree.gitDir }));
      checkOverlay(overlay, all, place, args);
      this.#done.replaced.push(...overlay.replacements);
      checkReportPlace(args.report, tree.root, foldersOf(all.waves.flat()));
      // A rollback also changes a variant that is held, and reads the holds itself.
      const errors = [...(all.errors ?? [])];
      const holds = args.action === 'rollback' ? [] : this.#readDecisions(tree, HOLDS, errors);
      const resolutions = this.#earlier?.resolutions ?? [
        ...this.#readDecisions(tree, RESOLUTIONS, errors),
        ...(args.proposed ?? []),
      ];
      const isPrune = args.action === 'prune';
      const selected = isPrune
        ? all
        : selectVariants(variantsIn(all, args.adopted, tree.root), args, tree.root, overlay);
      const inputs = selectShard(selected, args.shard);
      refuseElsewhere(inputs, args);
      // Variants may be in a Repository that is wrong.
      const isCertain = selected === all && (all.errors ?? []).length === 0;
      const gone = isCertain && hasOwn(args.shard) ? goneVariants(place, all) : [];
      // Which variants are gone in other git repositories is not known while a PackageVariant is wrong.
      const looks = isCertain && all.failed.length === 0;
      const unasked = looks ? this.#unasked(all, tree) : [];
      if (all.isEmpty && gone.length === 0 && unasked.length === 0) throw fileError(args.folder, EMPTY);
      const variants = inputs.waves.flat();
      const { objects, injected } = inputs;
      checkChoice(args.base, allVariants(inputs).length);
      if (args.commits && (isPrune ? gone : variants).length > 0) commitTarget(tree, args);
      const needing = isPrune ? needingOwn(tree.root, all) : variants;
      const run = this.#call.begin({ tree, variants: needing, objects, injected, resolutions });
      const downstream = new DownstreamCalls(
        {
          ...this.#setting,
          home: run,
          name: new FleetName(tree.root),
          variants: allVariants(all),
          all: looks ? all.elsewhere : undefined,
          own: [...all.waves.flat(), ...all.failed, ...gone].flatMap(({ folder }) => folder ?? []),
          holds,
          place: place.folder,
        },
        this.#done,
      );
      const isAll = selected === all && args.shard === undefined && place.folder === '';
      read = { inputs, run, place, holds, gone, unasked, downstream, isAll, errors };
      const uncommitted = uncommittedWarnings({ tree, args, inputs, place });
      if (isPrune) return [...inputs.results, ...uncommitted];
      const held = holdResults(holds, all, place.folder === '');
      this.#done.rows.push(...gone.map(goneRow));
      return [...skipped, ...inputs.results, ...uncommitted, ...held, ...gone.map(({ result }) => result)];
    });
    return isFit ? read : undefined;
  }

  /** Reads decisions. A command that only reads leaves out those that are wrong, and adds their errors. */
  #readDecisions<Decision>(tree: WorkTree, of: DecisionKind<Decision>, errors: Result[]): readonly Decision[] {
    if (this.#args.leavesOutWrong !== true) return readDecisions(tree, of);
    const read = validDecisions(tree, of);
    errors.push(...read.errors);
    if (read.errors.length > 0) this.#done.wrongDecisions.add(of.kind);
    return read.decisions;
  }

  #unasked(all: FleetInputs, { gitDir }: WorkTree): readonly DownstreamPlace[] {
    const found = unaskedPlaces(all, new KnownPlaces(gitDir).read(), this.#args);
    return found.filter((place) => isInShard(this.#args.shard, place));
  }

  /** Reports about inputs. Returns false after an error. */
  async #report(read: Parameters<typeof report>[2]): Promise<boolean> {
    return await report(this.#done, this.#args, read);
  }

  /** `known`: errors that were reported before, such as those about its Repository. */
  async #fail({ results, ...variant }: FailedVariant, known: readonly Result[]): Promise<void> {
    const own = distinctResults([...known, ...results]).slice(distinctResults(known).length);
    if (own.length > 0)
      await this.#report(() => {
        throw new KrmError(own);
      });
    const row = failedRow(variant);
    this.#done.rows.push(row);
    this.#done.facts.set(row, { kind: variant.kind, problem: 'invalid', errors: results });
  }

  /** Throws a `KrmError` if no variant is as `--where` asks for. Which ones are in other git repositories is known once these are open. */
  #checkSelected(): readonly Result[] {
    // Another part of the fleet may have such variants.
    if (this.#args.conditions.length > 0 && this.#args.shard === undefined && this.#done.rows.length === 0)
      throw noneSelected(this.#args);
    return [];
  }

  #unusedTakes({ used }: FleetRun): readonly Result[] {
    // Another part of the fleet may have the conflict.
    if (this.#args.shard !== undefined) return [];
    const unused = this.#args.takes.filter(({ rule }) => !used.has(rule));
    this.#hasUnusedTakes = unused.length > 0;
    if (unused.length === 0) return [];
    const { writes, action } = this.#args;
    const rest = writes ? WRITTEN : action === 'plan' ? '' : 'nothing is written';
    throw new KrmError(unused.map((take) => unusedTake(take, this.#namesOf(take), rest)));
  }

  /** Returns the paths in other git repositories that a `--take` may mean. */
  #namesOf({ rule: { file } }: TakeOption): readonly string[] {
    return this.#done.rows.flatMap(({ repository, folder }) =>
      repository !== undefined && file !== undefined && folder !== undefined && isWithin(file, new Set([folder]))
        ? `${repository}/${file}`
        : [],
    );
  }

  #resolutionResults({ run, inputs, holds, isAll }: SelectedInputs): readonly Result[] {
    const { rows, conflicts: open, used } = this.#done;
    if (this.#args.action === 'adopt' || this.#args.action === 'prune') return [];
    const isMerged = isAll && inputs.failed.length === 0 && rows.every(({ action }) => action !== 'error');
    const merged = isMerged ? allVariants(inputs) : undefined;
    return resolutionResults(run.resolutions, { open, used, merged }, holds);
  }
}

/** Throws a `KrmError` if a variant is to be rolled back that is in another git repository than the FleetHold that must come with it. */
function refuseElsewhere({ elsewhere }: FleetInputs, { action }: FleetArguments): void {
  const [first] = elsewhere.flatMap(({ variants }) => variants);
  if (action !== 'rollback' || first === undefined) return;
  const at = remoteFolder(first) ?? first.folder;
  throw failure(
    `\`fleet rollback\` must be of a variant in the fleet's own git repository, since it writes folder and FleetHold together, and ${at} is in another: name the earlier revision in PackageVariant ${JSON.stringify(first.name)}, or run \`krm-variants fleet hold --variant ${first.name}\`, and \`git revert\` its last commit in a clone of ${withoutCredentials(first.downstream.place.url ?? '')}`,
  );
}

function isElsewhere({ repository }: GoneVariant): boolean {
  return repository !== undefined;
}

function foldersOf(variants: readonly Variant[]): readonly string[] {
  return variants.map(({ folder }) => folder);
}

const WRITTEN = 'all other changes of this call are made, since this was not known before';
const EMPTY =
  'must have a PackageVariant or a PackageVariantSet, outside of packages and of the folders of Repositories';
const UNREAD = (url: string): string =>
  `${url} must be read before variants in other git repositories are removed, since one of them may be the same under another name: run this again when it can be reached`;
const FINISHED =
  'finished what a killed call had begun, and did nothing else: look at `krm-variants fleet log`, then run this again if it is still needed';
