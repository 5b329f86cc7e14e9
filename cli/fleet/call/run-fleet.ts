import { isWithin } from '../../../src/fleet/index.ts';
import { allVariants, type DownstreamVariants } from '../../../src/fleet/inputs/downstream-variants.ts';
import type { FailedVariant } from '../../../src/fleet/inputs/fleet-inputs.ts';
import { resolutionResults } from '../../../src/fleet/inputs/resolutions.ts';
import { noneSelected } from '../../../src/fleet/inputs/select-variants.ts';
import { ALL_OTHERS_WRITTEN, allGone, CALL_SETTLED, NONE_WRITTEN } from '../../../src/fleet/messages/apply.ts';
import { NO_INPUTS } from '../../../src/fleet/messages/inputs.ts';
import { leftOutUnpublished } from '../../../src/fleet/messages/places.ts';
import { distinctResults, failure, fileError, KrmError, type Result } from '../../../src/krm/index.ts';
import type { TakeOption } from '../../../src/merge/index.ts';
import { withoutCredentials } from '../../../src/url-credentials.ts';
import { unusedTake } from '../../merge/take-option.ts';
import { isStream } from '../../process/stdio.ts';
import { checkOutputs } from '../../work/check-outputs.ts';
import { type JobArguments, NO_OUTPUTS } from '../../work/job.ts';
import type { ShowDiff } from '../../work/start-job.ts';
import type { FleetProgram, FleetStore } from '../fleet-store.ts';
import { type FleetOutcome, fleetOutcome, type FleetWork } from '../show/fleet-outcome.ts';
import { failedRow } from '../show/variant-row.ts';
import { FleetName } from '../store/fleet-name.ts';
import { KnownPlaces } from '../store/known-places.ts';
import { openStore } from '../store/work-tree.ts';
import { failUnread, report } from './call-job.ts';
import { pruneSelected } from './prune-selected.ts';
import { askedFolder, readDrift, readDriftElsewhere } from './read-drift.ts';
import { refuseUnpublishedFleet } from './refuse-stale.ts';
import { type CallArguments, type CallSetting, type EarlierCall, RepositoryCall } from './repository-call.ts';
import { type SelectedInputs, selectInputs } from './selected-inputs.ts';
import type { OpenRun } from './start-run.ts';

/**
 * Plans or applies all variants of a fleet, each completely or not at all. `show`: shows a diff before its files are
 * written.
 */
export async function runFleet(program: FleetProgram, args: CallArguments, show?: ShowDiff): Promise<FleetOutcome> {
  checkOutputs({ report: args.report }, [args.folder]);
  const tree = openStore(program, args.folder);
  const begun = args.writes ? tree.begin(args.patience) : undefined;
  // A status lists no changed files, and the number of them is in the table of a plan.
  const prints = args.task.shows === 'conditions';
  const full = { ...NO_OUTPUTS, ...args, prints, listsFiles: args.verbose };
  const setting = { program, args: full, show, found: begun?.results ?? [] };
  try {
    // The versions may have other numbers now.
    if (args.task.goesBack === true && begun?.hadWritten === true)
      throw new KrmError([...begun.results, { severity: 'error', code: 'call-killed', message: CALL_SETTLED }]);
    const tried = await withUnusedTakes(setting, tree);
    if (tried !== undefined) return tried;
    const now = await changesNow(setting, tree);
    const call = new FleetCall(setting);
    call.compareWith(now);
    let ended = await call.run(tree);
    while ('races' in ended) ended = await new FleetCall(setting, ended).run(openStore(program, args.folder));
    return ended;
  } finally {
    begun?.lock.release();
  }
}

/**
 * Tries a call that writes without writing, if it has `--take` options: one that decides nothing is then known before
 * anything is written. Returns the outcome of such a try; undefined if the call is to run. Does not try a call with
 * streams, which cannot be read twice, nor with `--shard`, since another part of the fleet may have the conflict.
 */
async function withUnusedTakes(
  { program, args, found = [] }: CallSetting,
  tree: FleetStore,
): Promise<FleetOutcome | undefined> {
  if (!args.writes || args.takes.length === 0 || args.shard !== undefined || readsStreams(args)) return undefined;
  const call = new FleetCall({
    program,
    args: { ...args, writes: false, commits: false, tags: false },
    show: undefined,
    found,
  });
  const outcome = await call.run(tree);
  return call.hasUnusedTakes && !('races' in outcome) ? outcome : undefined;
}

/** Reports whether a call has inputs that can be read only once. */
function readsStreams({ policies, objects }: CallSetting['args']): boolean {
  return [...policies, ...(objects === undefined ? [] : [objects])].some(isStream);
}

/**
 * Returns the changes of a plan without `--with`; undefined for other calls, and if a stream has inputs, which can be
 * read only once.
 */
async function changesNow({ program, args }: CallSetting, tree: FleetStore): Promise<FleetWork['changed'] | undefined> {
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
  /** Variants in other git repositories that cannot be opened. */
  readonly #unopened = new Set<DownstreamVariants>();

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
  async run(tree: FleetStore): Promise<FleetOutcome | EarlierCall> {
    const read = (await this.#reportFound()) ? await this.#read(tree) : undefined;
    const earlier = read && (await this.#work(read, tree));
    return earlier ?? fleetOutcome(this.#done, this.#args, tree);
  }

  /** Reports what came of a killed call. Returns false after an error. */
  async #reportFound(): Promise<boolean> {
    const { found = [] } = this.#setting;
    if (found.length === 0) return true;
    const infos = found.filter(({ severity }) => severity === 'info');
    return await report(this.#done, this.#args, () => found.filter((each) => !infos.includes(each)), infos);
  }

  async #work(read: SelectedInputs, tree: FleetStore): Promise<EarlierCall | undefined> {
    const { inputs, run, unasked, downstream } = read;
    if (read.errors.length > 0)
      await this.#report(() => {
        throw new KrmError(read.errors);
      });
    for (const failed of inputs.failed) await this.#fail(failed, read.errors);
    for (const unread of inputs.unread ?? []) await failUnread(this.#done, this.#args, unread);
    const earlier =
      this.#args.task.prunes !== undefined
        ? await pruneSelected(read, this.#call, this.#setting)
        : await this.#runAll(read);
    if (earlier !== undefined) return earlier;
    await this.#report(() => this.#checkSelected());
    await this.#report(() => this.#checkVanished(read));
    await this.#report(() => this.#unusedTakes(run));
    await this.#report(() => this.#decisionResults(read));
    if (this.#args.task.showsDrift === true && this.#args.report?.format === 'html') await this.#readDrift(read);
    if (inputs.isEmpty && this.#done.rows.length === 0 && unasked.length > 0)
      await this.#report(() => {
        throw fileError(this.#args.folder, 'empty-input', NO_INPUTS);
      });
    if (this.#args.writes) new KnownPlaces(tree.records).update(downstream.gone.known, downstream.gone.empty);
    return undefined;
  }

  /** Finds what people edited, for a report that shows it. */
  async #readDrift({ inputs, run: home }: SelectedInputs): Promise<void> {
    const found = [await readDrift(home, inputs.waves.flat().map(askedFolder))];
    const name = new FleetName(home.tree.root);
    for (const group of inputs.elsewhere) {
      const drift = await readDriftElsewhere({ home, name, conditions: this.#args.conditions }, group);
      // The plan has said why it cannot be opened.
      found.push(this.#unopened.has(group) ? { ...drift, errors: [] } : drift);
    }
    this.#done.drift = {
      rows: found.flatMap(({ rows }) => rows),
      results: found.flatMap(({ results }) => results),
      errors: found.flatMap(({ errors }) => errors),
    };
  }

  async #runAll({ inputs, run, holds, unasked, downstream }: SelectedInputs): Promise<EarlierCall | undefined> {
    const earlier = await this.#call.run({ ...inputs, holds, pruned: [] }, run);
    if (earlier !== undefined) return earlier;
    const isPublished = !run.isFollowed || (await this.#isPublished(run.tree.root));
    const call = { done: this.#done, args: this.#args };
    for (const each of inputs.elsewhere) {
      if (!isPublished) await leaveOutUnpublished(call, each);
      else if (!(await downstream.run(each))) this.#unopened.add(each);
    }
    await downstream.gone.list(unasked);
    return undefined;
  }

  /** Reports whether others have what the variants in other git repositories are made of, as far as it is committed. */
  async #isPublished(root: string): Promise<boolean> {
    if (!this.#call.isPublished) return false;
    // The commit of this call may be on another branch than the commits before it.
    return await this.#report(() => refuseUnpublishedFleet(root));
  }

  /** Returns the inputs that are selected; undefined if an error prevents all variants. */
  async #read(onDisk: FleetStore): Promise<SelectedInputs | undefined> {
    let read: SelectedInputs | undefined;
    const isFit = await this.#report(async () => {
      read = await selectInputs(onDisk, { setting: this.#setting, own: this.#call, earlier: this.#earlier });
      return read.results;
    });
    return isFit ? read : undefined;
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

  /**
   * Throws a `KrmError` if no variant is as `--where` asks for. Which ones are in other git repositories is known once
   * these are open.
   */
  #checkSelected(): readonly Result[] {
    // Another part of the fleet may have such variants.
    if (this.#args.conditions.length > 0 && this.#args.shard === undefined && this.#done.rows.length === 0)
      throw noneSelected(this.#args);
    return [];
  }

  /**
   * Throws a `KrmError` if all variants are gone: a plan only shows that, but these commands say what state the fleet
   * is in.
   */
  #checkVanished({ asksForNone }: SelectedInputs): readonly Result[] {
    const { task, folder } = this.#args;
    const { length: gone } = this.#done.rows.filter((row) => row.action === 'gone');
    if (asksForNone && gone > 0 && task.needsVariants === true) throw fileError(folder, 'variant-gone', allGone(gone));
    return [];
  }

  #unusedTakes({ session: { used } }: OpenRun): readonly Result[] {
    // Another part of the fleet may have the conflict.
    if (this.#args.shard !== undefined) return [];
    const unused = this.#args.takes.filter(({ rule }) => !used.has(rule));
    this.#hasUnusedTakes = unused.length > 0;
    if (unused.length === 0) return [];
    const { writes, task } = this.#args;
    const rest = writes ? ALL_OTHERS_WRITTEN : task.mayWrite === true ? NONE_WRITTEN : '';
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

  /** Returns results about decisions that decide nothing, as far as all variants are known. */
  #decisionResults({ run, inputs, holds, isAll }: SelectedInputs): readonly Result[] {
    const { rows, conflicts: open, used } = this.#done;
    if (this.#args.task.checksDecisions !== true) return [];
    const isMerged = isAll && inputs.failed.length === 0 && rows.every(({ action }) => action !== 'error');
    const merged = isMerged ? allVariants(inputs) : undefined;
    const unused = isMerged ? run.accepted.unused() : [];
    return [...resolutionResults(run.resolutions, { open, used, merged }, holds), ...unused];
  }
}

/**
 * Leaves out the variants in another git repository, since the commits of the fleet's own one are not published: they
 * would be made of inputs and packages that nobody else has. Adds an error and their rows to `done`.
 */
async function leaveOutUnpublished(
  { done, args }: { readonly done: FleetWork; readonly args: JobArguments },
  { place, variants }: DownstreamVariants,
): Promise<void> {
  const repository = withoutCredentials(place.url);
  await report(done, args, () => {
    const names = variants.map(({ name }) => name);
    throw failure('variant-left-out', leftOutUnpublished(repository, names));
  });
  for (const variant of variants) {
    const row = { ...failedRow(variant), repository };
    done.rows.push(row);
    done.facts.set(row, { variant });
  }
}
