import { KrmError } from '../../../src/krm/index.ts';
import type { CachedClone } from '../../git/cached-clone.ts';
import { withoutCredentials } from '../../git/repository-url.ts';
import { failure } from '../../process/failure.ts';
import { joinPaths, type Hold, type Variant, type VariantPlace } from '../../../src/fleet/index.ts';
import type { FleetWork } from '../fleet-outcome.ts';
import type { FleetRun } from '../fleet-run.ts';
import {
  askedFolders,
  groupElsewhere,
  isSamePlace,
  type DownstreamPlace,
  type DownstreamVariants,
} from '../inputs/downstream-variants.ts';
import { goneElsewhere, hasLockOf, type GoneVariant } from '../inputs/gone-variants.ts';
import { report, RepositoryCall, type CallSetting, type EarlierCall } from '../repository-call.ts';
import { shownFolder } from '../table.ts';
import { WorkTree } from '../tree/work-tree.ts';
import { meetingVariants } from '../values/meeting-variants.ts';
import { failedRow, goneRow, unpublishedRow } from '../variant-row.ts';
import type { FleetName } from './fleet-name.ts';
import { unopened } from './in-downstream.ts';
import { needingVariants } from './needing-variants.ts';
import { openDownstream, refuseFiles } from './open-downstream.ts';
import { otherNameOf } from './same-repository.ts';
import { placedIn, shownIn } from './shown-in.ts';

/** Fleet with variants in other git repositories. */
export interface DownstreamFleet extends Pick<CallSetting, 'program' | 'args' | 'show'> {
  readonly home: FleetRun;
  readonly name: FleetName;
  /** All variants of the fleet. */
  readonly variants: readonly Variant[];
  readonly holds: readonly Hold[];
  /** All variants in other git repositories, also those that are not selected; undefined if variants that are gone are not looked for. */
  readonly all: readonly DownstreamVariants[] | undefined;
  /** Folders that variants have in the git repository of the fleet, also those that are wrong or gone. */
  readonly own: readonly string[];
  /** Folder of the inputs, relative to the top of the git repository of the fleet. */
  readonly place: string;
}

/** Calls in other git repositories: all that one of them gets is one commit. */
export class DownstreamCalls {
  readonly #fleet: DownstreamFleet;
  readonly #done: FleetWork;
  readonly #empty: DownstreamPlace[] = [];
  readonly #known: DownstreamPlace[] = [];
  readonly #gone: { readonly place: DownstreamPlace; readonly folders: readonly string[] }[] = [];

  /** `done`: work to add to. */
  constructor(fleet: DownstreamFleet, done: FleetWork) {
    this.#fleet = fleet;
    this.#done = done;
  }

  /** Places in which no variant of the fleet was found, asked for or gone. */
  get empty(): readonly DownstreamPlace[] {
    return this.#empty;
  }

  /** Places to which the call pushed, or which have a lock of the fleet. */
  get known(): readonly DownstreamPlace[] {
    return this.#known;
  }

  /** Returns the variants that are gone in these places. A place that cannot be read is a warning. */
  async findGone(places: readonly DownstreamPlace[]): Promise<ReadonlyMap<DownstreamPlace, readonly GoneVariant[]>> {
    const { args } = this.#fleet;
    const found = new Map<DownstreamPlace, readonly GoneVariant[]>();
    for (const place of places)
      await report(this.#done, args, () => {
        let clone: CachedClone | undefined;
        try {
          clone = openDownstream(place, { ...args, writes: false });
          refuseFiles(clone.folder, []);
          this.#remember(clone.folder, place);
          const gone = this.#goneIn(clone.folder, place);
          found.set(place, gone);
          this.#gone.push({ place, folders: gone.map(({ folder }) => folder) });
          return [];
        } catch (error) {
          if (error instanceof KrmError) return unopened({ place, variants: [] }, error);
          throw error;
        } finally {
          clone?.release();
        }
      });
    return found;
  }

  /** Lists the variants that are gone in places without others. */
  async listGone(places: readonly DownstreamPlace[]): Promise<void> {
    for (const gone of (await this.findGone(places)).values()) {
      this.#done.rows.push(...gone.map(goneRow));
      if (gone.length > 0)
        await report(this.#done, this.#fleet.args, () =>
          gone.map(({ repository, result }) => placedIn(repository, result)),
        );
    }
  }

  /** Returns the folders that variants have in other git repositories than this one. */
  #others(place: DownstreamPlace): ReadonlySet<string> {
    const { own, variants } = this.#fleet;
    const groups = groupElsewhere(variants).map((each) => ({
      place: each.place,
      folders: each.variants.map(({ folder }) => folder),
    }));
    const others = [...groups, ...this.#gone].filter((each) => !isSamePlace(each.place, place));
    return new Set([...own, ...others.flatMap(({ folders }) => folders)]);
  }

  #remember(root: string, place: DownstreamPlace): void {
    if (hasLockOf(root, this.#fleet.name)) this.#known.push(place);
  }

  #goneIn(root: string, place: DownstreamPlace): readonly GoneVariant[] {
    const { all, name, place: folder } = this.#fleet;
    if (all === undefined) return [];
    const gone = goneElsewhere(
      { root, repository: withoutCredentials(place.url) },
      { name, place: folder, asked: askedFolders(all, place) },
    );
    if (gone.length === 0 && askedFolders(all, place).size === 0) this.#empty.push(place);
    const other = gone.length === 0 ? undefined : otherNameOf(root, place, all);
    if (other !== undefined) throw failure(OTHER_NAME(other));
    return gone;
  }

  /** Runs variants, and lists those that are gone. */
  async run({ place, variants }: DownstreamVariants): Promise<void> {
    const isOpen = await this.#work({ place, variants }, undefined, () => ({ pruned: [] }));
    if (isOpen) return;
    const errors = this.#done.ended.at(-1)?.outcome.results.filter(({ severity }) => severity === 'error') ?? [];
    for (const variant of variants) {
      const row = { ...failedRow(variant), repository: withoutCredentials(place.url) };
      this.#done.rows.push(row);
      this.#done.facts.set(row, { variant, errors });
    }
  }

  /** Removes variants that are gone, if they still are. */
  async prune(place: DownstreamPlace, gone: readonly GoneVariant[]): Promise<void> {
    const wanted = new Set(gone.map(({ folder }) => folder));
    const { all = [], variants } = this.#fleet;
    const needing = needingVariants(place, all, variants);
    await this.#work({ place, variants: [] }, needing, (root) => ({
      pruned: this.#goneIn(root, place).filter(({ folder }) => wanted.has(folder)),
    }));
  }

  /** Returns false if the git repository cannot be opened. `places`: variants that must be known while it works. Default: those to work on. */
  async #work(
    { place, variants }: DownstreamVariants,
    places: readonly VariantPlace[] | undefined,
    findWork: (root: string) => { readonly pruned: readonly GoneVariant[] },
  ): Promise<boolean> {
    const { program, args, show, home, name, holds } = this.#fleet;
    const repository = withoutCredentials(place.url);
    let clone: CachedClone | undefined;
    let selected: readonly Variant[] = [];
    const isOpen = await report(this.#done, args, () => {
      clone = openDownstream(place, args);
      refuseFiles(
        clone.folder,
        variants.map(({ folder }) => folder),
      );
      this.#remember(clone.folder, place);
      selected = meetingVariants(clone.folder, variants, args.conditions);
      return [];
    });
    try {
      if (clone === undefined || !isOpen) return false;
      // Variants of this call may be upstreams: what they wrote is there now.
      const made = {
        tree: WorkTree.around(home.tree.root).with(home.tree.overlay),
        made: home.made,
        name,
        others: this.#others(place),
      };
      let earlier: EarlierCall | undefined;
      do {
        const call = new RepositoryCall({ program, args, show }, earlier);
        const run = call.begin({
          ...home,
          tree: WorkTree.around(clone.folder),
          home: made,
          repository,
          variants: places ?? selected,
        });
        const { pruned } = findWork(clone.folder);
        earlier = await call.run({ waves: [selected], holds, pruned }, run);
        if (earlier !== undefined) continue;
        if (args.action !== 'prune') await this.#listGone(call, clone.folder, place);
        if (call.isPublished && call.done.commits.length > 0) this.#known.push(place);
        this.#join(call, repository, run);
      } while (earlier !== undefined);
      return true;
    } finally {
      clone?.release();
    }
  }

  async #listGone(call: RepositoryCall, root: string, place: DownstreamPlace): Promise<void> {
    await report(call.done, this.#fleet.args, () => {
      try {
        const gone = this.#goneIn(root, place);
        call.done.rows.push(...gone.map(goneRow));
        return gone.map(({ result }) => result);
      } catch (error) {
        if (error instanceof KrmError) return unopened({ place, variants: [] }, error);
        throw error;
      }
    });
  }

  /** Adds what a call in another git repository did. */
  #join(call: RepositoryCall, repository: string, { used }: FleetRun): void {
    const { args, home } = this.#fleet;
    const { done } = call;
    const isDone = !args.writes || call.isPublished;
    this.#done.ended.push(...done.ended.map((ended) => shownIn(repository, ended, isDone)));
    for (const row of done.rows) {
      const facts = done.facts.get(row);
      const shown = { ...(isDone ? row : unpublishedRow(row)), repository };
      this.#done.rows.push(shown);
      if (facts !== undefined) this.#done.facts.set(shown, facts);
    }
    this.#done.commits.push(...done.commits.map((commit) => ({ ...commit, repository })));
    this.#done.conflicts.push(...done.conflicts.map((each) => ({ ...each, repository })));
    this.#done.pruneConflicts.push(
      ...done.pruneConflicts.map((each) => ({
        ...each,
        file: { ...each.file, path: joinPaths(repository, each.file.path) },
      })),
    );
    const inRepository = (folder: string): string => shownFolder({ repository, folder });
    this.#done.changed.push(...done.changed.map(({ folder, files }) => ({ folder: inRepository(folder), files })));
    this.#done.edits += done.edits;
    for (const resolution of done.used) this.#done.used.add(resolution);
    for (const rule of used) home.used.add(rule);
  }
}

const OTHER_NAME = (url: string): string =>
  `${url} may be the same git repository under another name, since it has the same commits or is not in the cache: add \`--fetch\`, or name it by one URL only`;
