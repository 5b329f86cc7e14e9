import { isWithin } from '../../../src/fleet/index.ts';
import { KrmError, type Result, distinctResults, fileError } from '../../../src/krm/index.ts';
import { unusedTake } from '../../merge/take-option.ts';
import { FleetName } from '../store/fleet-name.ts';
import { KnownPlaces } from '../store/known-places.ts';
import { leaveOutUnpublished } from './leave-out.ts';
import { refuseUnpublishedFleet } from './refuse-stale.ts';
import { askedFolder, readDrift, readDriftElsewhere } from './read-drift.ts';
import { fleetOutcome, type FleetOutcome, type FleetWork } from '../show/fleet-outcome.ts';
import type { OpenRun } from './start-run.ts';
import { allVariants, type DownstreamVariants } from '../../../src/fleet/inputs/downstream-variants.ts';
import type { FailedVariant } from '../../../src/fleet/inputs/fleet-inputs.ts';
import { resolutionResults } from '../../../src/fleet/inputs/resolutions.ts';
import { noneSelected } from '../../../src/fleet/inputs/select-variants.ts';
import { ALL_OTHERS_WRITTEN, allGone, NONE_WRITTEN } from '../../../src/fleet/messages/apply.ts';
import { NO_INPUTS } from '../../../src/fleet/messages/inputs.ts';
import { pruneSelected } from './prune-selected.ts';
import { failUnread, report } from './call-job.ts';
import { RepositoryCall, type CallSetting, type EarlierCall } from './repository-call.ts';
import { selectInputs, type SelectedInputs } from './selected-inputs.ts';
import type { FleetStore } from '../fleet-store.ts';
import { failedRow } from '../show/variant-row.ts';
import type { TakeOption } from '../../../src/merge/index.ts';

/** One try of a call of `fleet`. */
export class FleetCall {
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

  /** Throws a `KrmError` if no variant is as `--where` asks for. Which ones are in other git repositories is known once these are open. */
  #checkSelected(): readonly Result[] {
    // Another part of the fleet may have such variants.
    if (this.#args.conditions.length > 0 && this.#args.shard === undefined && this.#done.rows.length === 0)
      throw noneSelected(this.#args);
    return [];
  }

  /** Throws a `KrmError` if all variants are gone: a plan only shows that, but these commands say what state the fleet is in. */
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
