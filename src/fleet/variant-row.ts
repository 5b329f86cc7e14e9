import type { Action } from './action.ts';
/** Action of a run on a variant of a fleet. */
export interface VariantRow {
  /** Name of the PackageVariant; '' if it is gone. */
  readonly name: string;
  readonly namespace: string;
  /** Name of the PackageVariantSet that made it; undefined if none did. */
  readonly set: string | undefined;
  /** Folder, relative to the top of the git repository; undefined if the PackageVariant does not say. */
  readonly folder: string | undefined;
  /** URL of its git repository; undefined for that of the fleet. */
  readonly repository?: string | undefined;
  /** Upstream package, as `REPOSITORY/PACKAGE`; undefined if it is gone, or its PackageVariant is wrong. */
  readonly upstream?: string | undefined;
  readonly action: Action;
  /** Version of the upstream that the folder was made of; undefined for a new one. */
  readonly from: string | undefined;
  /**
   * Version of the upstream that it gets; for a held one, the revision that its PackageVariant asks for; undefined
   * after an error.
   */
  readonly to: string | undefined;
  /** Changed files, relative to the folder. */
  readonly files: readonly string[];
  /** Number of open conflicts. */
  readonly conflicts: number;
  /** FleetHold that holds it. */
  readonly hold?: RowHold | undefined;
  /** Conflicts that MergeResolutions decide; undefined if there are none. */
  readonly resolutions?: readonly RowResolution[] | undefined;
}

/** Conflict that a MergeResolution decides. */
interface RowResolution {
  /** File of the MergeResolution, relative to the top of the git repository. */
  readonly file: string;
  /** Id of the class of the conflict. */
  readonly conflict: string;
  /** Place of the conflict, such as `Deployment/web:spec.replicas`. */
  readonly place: string;
  readonly take: 'new' | 'local' | 'value';
}

/** FleetHold of a held variant. */
interface RowHold {
  readonly file: string;
  readonly reason: string;
  readonly until: string | undefined;
}
