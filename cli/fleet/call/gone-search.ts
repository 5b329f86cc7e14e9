import { repositoryAlias } from '../../../src/fleet/messages/places.ts';
import { KrmError, failure } from '../../../src/krm/index.ts';
import type { CachedClone } from '../../git/cached-clone.ts';
import { report } from './call-job.ts';
import type { FleetWork } from '../show/fleet-outcome.ts';
import { askedFolders, type DownstreamPlace } from '../../../src/fleet/inputs/downstream-variants.ts';
import { goneElsewhere, hasLockOf, type GoneVariant } from '../../../src/fleet/inputs/gone-variants.ts';
import { goneRow } from '../show/variant-row.ts';
import type { DownstreamFleet } from './downstream-fleet.ts';
import { unopened } from '../store/in-downstream.ts';
import { openDownstream, refuseFiles } from '../store/open-downstream.ts';
import { SeenGone } from './seen-gone.ts';
import { otherNameOf } from '../store/same-repository.ts';
import { placedIn } from '../show/repository-paths.ts';
import { DiskFiles } from '../store/disk-files.ts';
import { withoutCredentials } from '../../../src/url-credentials.ts';

/** Search for variants that are gone in other git repositories. */
export class GoneSearch {
  readonly #fleet: DownstreamFleet;
  readonly #done: FleetWork;
  readonly #empty: DownstreamPlace[] = [];
  readonly #known: DownstreamPlace[] = [];
  readonly #seen = new SeenGone();
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

  /** Returns the variants that are gone in a clone. Throws a `KrmError` if they may be others, under another name of the git repository. */
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
