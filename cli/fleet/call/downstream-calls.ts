import { type Hold, joinPaths, type Variant, type VariantPlace } from '../../../src/fleet/index.ts';
import {
  askedFolders,
  type DownstreamPlace,
  type DownstreamVariants,
  groupElsewhere,
  isSamePlace,
} from '../../../src/fleet/inputs/downstream-variants.ts';
import type { FailedVariant } from '../../../src/fleet/inputs/fleet-inputs.ts';
import { goneElsewhere, type GoneVariant, hasLockOf } from '../../../src/fleet/inputs/gone-variants.ts';
import { meetingVariants } from '../../../src/fleet/inputs/meeting-variants.ts';
import { repositoryAlias } from '../../../src/fleet/messages/places.ts';
import { failure, KrmError } from '../../../src/krm/index.ts';
import { withoutCredentials } from '../../../src/url-credentials.ts';
import type { CachedClone } from '../../git/cached-clone.ts';
import type { FleetWork } from '../show/fleet-outcome.ts';
import { placedIn, shownIn } from '../show/repository-paths.ts';
import { shownFolder } from '../show/table.ts';
import { failedRow, goneRow, unpublishedRow } from '../show/variant-row.ts';
import { DiskFiles } from '../store/disk-files.ts';
import type { FleetName } from '../store/fleet-name.ts';
import { unopened, openDownstream, refuseFiles, otherNameOf } from '../store/in-downstream.ts';
import { needingVariants } from '../store/known-places.ts';
import { WorkTree } from '../store/work-tree.ts';
import { failUnread, report } from './call-job.ts';
import { type CallSetting, type EarlierCall, RepositoryCall } from './repository-call.ts';
import { ReportedGone } from './reported-gone.ts';
import type { OpenRun } from './start-run.ts';

/** Calls in other git repositories: all that one of them gets is one commit. */
export class DownstreamCalls {
  readonly #fleet: DownstreamFleet;
  readonly #done: FleetWork;
  /** Variants that are gone there. */
  readonly gone: GoneSearch;

  /** `done`: work to add to. */
  constructor(fleet: DownstreamFleet, done: FleetWork) {
    this.#fleet = fleet;
    this.#done = done;
    this.gone = new GoneSearch(fleet, done);
  }

  /** Returns the folders that variants have in other git repositories than this one. */
  #others(place: DownstreamPlace): ReadonlySet<string> {
    const { own, variants } = this.#fleet;
    const groups = groupElsewhere(variants).map((each) => ({
      place: each.place,
      folders: each.variants.map(({ folder }) => folder),
    }));
    const others = [...groups, ...this.gone.found].filter((each) => !isSamePlace(each.place, place));
    return new Set([...own, ...others.flatMap(({ folders }) => folders)]);
  }

  /** Runs variants, and lists those that are gone. Returns false if the git repository cannot be opened. */
  async run({ place, variants }: DownstreamVariants): Promise<boolean> {
    const isOpen = await this.#work({ place, variants }, undefined, () => ({ pruned: [] }));
    if (isOpen) return true;
    const errors = this.#done.ended.at(-1)?.outcome.results.filter(({ severity }) => severity === 'error') ?? [];
    for (const variant of variants) {
      const row = { ...failedRow(variant), repository: withoutCredentials(place.url) };
      this.#done.rows.push(row);
      this.#done.facts.set(row, { variant, errors });
    }
    return false;
  }

  /** Removes variants that are gone, if they still are. */
  async prune(place: DownstreamPlace, gone: readonly GoneVariant[]): Promise<void> {
    const wanted = new Set(gone.map(({ folder }) => folder));
    const { all = [], variants } = this.#fleet;
    const needing = needingVariants(place, all, variants);
    await this.#work({ place, variants: [] }, needing, (root) => ({
      pruned: this.gone.findIn(root, place).filter(({ folder }) => wanted.has(folder)),
    }));
  }

  /**
   * Returns false if the git repository cannot be opened. `places`: variants that must be known while it works.
   * Default: those to work on.
   */
  async #work(
    { place, variants }: DownstreamVariants,
    places: readonly VariantPlace[] | undefined,
    findWork: (root: string) => { readonly pruned: readonly GoneVariant[] },
  ): Promise<boolean> {
    const { program, args, show, home, name, holds } = this.#fleet;
    const repository = withoutCredentials(place.url);
    let clone: CachedClone | undefined;
    let selected: readonly Variant[] = [];
    let unread: readonly FailedVariant[] = [];
    const isOpen = await report(this.#done, args, () => {
      clone = openDownstream(place, args);
      refuseFiles(
        clone.folder,
        variants.map(({ folder }) => folder),
      );
      this.gone.remember(clone.folder, place);
      ({ meeting: selected, unread } = meetingVariants(new DiskFiles(clone.folder), variants, args.conditions));
      return [];
    });
    try {
      if (clone === undefined || !isOpen) return false;
      for (const variant of unread) await failUnread(this.#done, args, variant, repository);
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
          isFollowed: false,
          repository,
          variants: places ?? selected,
        });
        const { pruned } = findWork(clone.folder);
        earlier = await call.run({ waves: [selected], holds, pruned }, run);
        if (earlier !== undefined) continue;
        if (args.task.prunes === undefined) await this.#listGone(call, clone.folder, place);
        if (call.isPublished && call.done.commits.length > 0) this.gone.addKnown(place);
        joinWork(this.#done, call.done, { repository, isDone: !args.writes || call.isPublished });
        home.session.use(run.session.used);
      } while (earlier !== undefined);
      return true;
    } finally {
      clone?.release();
    }
  }

  async #listGone(call: RepositoryCall, root: string, place: DownstreamPlace): Promise<void> {
    await report(call.done, this.#fleet.args, () => {
      try {
        const gone = this.gone.findNew(root, place);
        call.done.rows.push(...gone.map(goneRow));
        return gone.map(({ result }) => result);
      } catch (error) {
        if (error instanceof KrmError) return unopened({ place, variants: [] }, error);
        throw error;
      }
    });
  }
}

/** A call in another git repository. */
interface JoinedCall {
  /** URL of the git repository, for people. */
  readonly repository: string;
  /** False if its changes were to be published, and were not. */
  readonly isDone: boolean;
}

/** Adds what a call in another git repository did to the work of all. */
function joinWork(all: FleetWork, done: FleetWork, { repository, isDone }: JoinedCall): void {
  all.ended.push(...done.ended.map((ended) => shownIn(repository, ended, isDone)));
  for (const row of done.rows) {
    const facts = done.facts.get(row);
    const shown = { ...(isDone ? row : unpublishedRow(row)), repository };
    all.rows.push(shown);
    if (facts !== undefined) all.facts.set(shown, facts);
  }
  all.commits.push(...done.commits.map((commit) => ({ ...commit, repository })));
  all.conflicts.push(...done.conflicts.map((each) => ({ ...each, repository })));
  all.pruneConflicts.push(
    ...done.pruneConflicts.map((each) => ({
      ...each,
      file: { ...each.file, path: joinPaths(repository, each.file.path) },
    })),
  );
  const inRepository = (folder: string): string => shownFolder({ repository, folder });
  all.changed.push(...done.changed.map(({ folder, files }) => ({ folder: inRepository(folder), files })));
  all.edits += done.edits;
  for (const resolution of done.used) all.used.add(resolution);
}

/** Search for variants that are gone in other git repositories. */
class GoneSearch {
  readonly #fleet: DownstreamFleet;
  readonly #done: FleetWork;
  readonly #empty: DownstreamPlace[] = [];
  readonly #known: DownstreamPlace[] = [];
  readonly #seen = new ReportedGone();
  readonly #found: { readonly place: DownstreamPlace; readonly folders: readonly string[] }[] = [];

  /** `done`: work to add to. */
  constructor(fleet: DownstreamFleet, done: FleetWork) {
    this.#fleet = fleet;
    this.#done = done;
  }

  /** Folders that were found, by place. */
  get found(): readonly { readonly place: DownstreamPlace; readonly folders: readonly string[] }[] {
    return this.#found;
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
  async find(places: readonly DownstreamPlace[]): Promise<ReadonlyMap<DownstreamPlace, readonly GoneVariant[]>> {
    const { args } = this.#fleet;
    const found = new Map<DownstreamPlace, readonly GoneVariant[]>();
    for (const place of places)
      await report(this.#done, args, () => {
        let clone: CachedClone | undefined;
        try {
          clone = openDownstream(place, { ...args, writes: false });
          refuseFiles(clone.folder, []);
          this.remember(clone.folder, place);
          const gone = this.findNew(clone.folder, place);
          found.set(place, gone);
          this.#found.push({ place, folders: gone.map(({ folder }) => folder) });
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
  async list(places: readonly DownstreamPlace[]): Promise<void> {
    for (const gone of (await this.find(places)).values()) {
      this.#done.rows.push(...gone.map(goneRow));
      if (gone.length > 0)
        await report(this.#done, this.#fleet.args, () =>
          gone.map(({ repository, result }) => placedIn(repository, result)),
        );
    }
  }

  /** Notes a place that has a lock of the fleet. */
  remember(root: string, place: DownstreamPlace): void {
    if (hasLockOf(new DiskFiles(root), this.#fleet.name)) this.#known.push(place);
  }

  /** Returns the variants that are gone in a clone as `findIn` does, but each only once. */
  findNew(root: string, place: DownstreamPlace): readonly GoneVariant[] {
    return this.#seen.fresh(root, place, this.findIn(root, place));
  }

  /**
   * Returns the variants that are gone in a clone. Throws a `KrmError` if they may be others, under another name of the
   * git repository.
   */
  findIn(root: string, place: DownstreamPlace): readonly GoneVariant[] {
    const { all, name, place: folder } = this.#fleet;
    if (all === undefined) return [];
    const gone = goneElsewhere(
      { files: new DiskFiles(root), repository: withoutCredentials(place.url) },
      { name, place: folder, asked: askedFolders(all, place) },
    );
    if (gone.length === 0 && askedFolders(all, place).size === 0) this.#empty.push(place);
    const other = gone.length === 0 ? undefined : otherNameOf(root, place, all);
    if (other !== undefined) throw failure('repository-alias', repositoryAlias(other));
    return gone;
  }

  /** Notes a place to which the call pushed. */
  addKnown(place: DownstreamPlace): void {
    this.#known.push(place);
  }
}

/** Fleet with variants in other git repositories. */
interface DownstreamFleet extends Pick<CallSetting, 'program' | 'args' | 'show'> {
  readonly home: OpenRun;
  readonly name: FleetName;
  /** All variants of the fleet. */
  readonly variants: readonly Variant[];
  readonly holds: readonly Hold[];
  /**
   * All variants in other git repositories, also those that are not selected; undefined if variants that are gone are
   * not looked for.
   */
  readonly all: readonly DownstreamVariants[] | undefined;
  /** Folders that variants have in the git repository of the fleet, also those that are wrong or gone. */
  readonly own: readonly string[];
  /** Folder of the inputs, relative to the top of the git repository of the fleet. */
  readonly place: string;
}
