import type { Variant, VariantPlace } from '../../../src/fleet/index.ts';
import { KrmError } from '../../../src/krm/index.ts';
import type { CachedClone } from '../../git/cached-clone.ts';
import { failUnread, report } from './call-job.ts';
import type { FleetWork } from '../show/fleet-outcome.ts';
import {
  groupElsewhere,
  isSamePlace,
  type DownstreamPlace,
  type DownstreamVariants,
} from '../../../src/fleet/inputs/downstream-variants.ts';
import type { FailedVariant } from '../../../src/fleet/inputs/fleet-inputs.ts';
import type { GoneVariant } from '../../../src/fleet/inputs/gone-variants.ts';
import { RepositoryCall, type EarlierCall } from './repository-call.ts';
import { WorkTree } from '../store/work-tree.ts';
import { meetingVariants } from '../../../src/fleet/inputs/meeting-variants.ts';
import { failedRow, goneRow } from '../show/variant-row.ts';
import type { DownstreamFleet } from './downstream-fleet.ts';
import { GoneSearch } from './gone-search.ts';
import { unopened } from '../store/in-downstream.ts';
import { joinWork } from './joined-work.ts';
import { needingVariants } from '../store/needing-variants.ts';
import { openDownstream, refuseFiles } from '../store/open-downstream.ts';
import { DiskFiles } from '../store/disk-files.ts';
import { withoutCredentials } from '../../../src/url-credentials.ts';

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
