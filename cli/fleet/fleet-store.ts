import type { FolderContent } from '../../src/files/index.ts';
import type { Result } from '../../src/krm/index.ts';
import type { CommandProgram } from '../arguments/command.ts';
import type { WorkTreePlace } from '../git/work-tree.ts';
import type { RootedChange } from '../../src/package/index.ts';
import type { InputLock } from '../lock/input-lock.ts';
import type { Overlay } from '../../src/fleet/overlay.ts';
import type { Tree, Upstreams, VariantWriter } from '../../src/fleet/ports.ts';

/** Files that `fleet` keeps beside git's own files. Only this clone has them. */
export interface Records {
  /** Reads a record; undefined if there is none. Throws a `KrmError`. */
  read(name: string): Buffer | undefined;
  /** Replaces a record. Throws a `KrmError`. */
  write(name: string, content: string | Uint8Array): void;
  /** Adds text to the end of a record. Throws a `KrmError`. */
  append(name: string, text: string): void;
}

/** A call that writes has begun: no other one can. */
export interface BegunApply {
  readonly lock: Pick<InputLock, 'release'>;
  /** Results about what a killed call had left. */
  readonly results: readonly Result[];
  /** True if that call had written files that were still there. */
  readonly hadWritten: boolean;
}

/** Git repository with a fleet, opened for a call: its files, and all that the call reads and writes of it. */
export interface FleetStore extends Tree, WorkTreePlace {
  readonly records: Records;
  /** Files that count in place of those on the disk. */
  readonly overlay: Overlay;
  /** Current branch; undefined if HEAD names none. */
  readonly branch: string | undefined;
  /** Commit of HEAD; undefined before the first one. */
  readonly commit: string | undefined;
  /** URL of the remote `origin`, as configured; undefined if there is none. */
  readonly url: string | undefined;
  /** Returns the same store with other files; itself for none. */
  with(overlay: Overlay): FleetStore;
  /**
   * Returns the same store for work on some folders: their changed files and their history are read, each with one
   * process for all folders. `fetches`: permits git to fetch the files that a partial clone left out. Default: as
   * before.
   */
  within(folders: readonly string[], options?: { readonly fetches?: boolean }): FleetStore;
  /** Lists the files while other work is done. Returns the store with this list, and the outcome of the work. */
  listedDuring<T>(work: () => Promise<T>): Promise<readonly [FleetStore, T]>;
  /**
   * Begins a call that writes: keeps other ones out, and restores what a killed one left half-written. Call it before
   * files are read. Throws a `KrmError` if another process is writing, or files cannot be restored.
   */
  begin(patience?: number): BegunApply;
  /** Throws a `KrmError` if a killed call has left a variant half-written, whose files are then of two versions. */
  refuseHalfWritten(): void;
  /** Folders that a call locks while it edits files. */
  readonly locked: readonly string[];
  /** Writes changes, all or none, and removes folders that they empty. Throws a `KrmError`. */
  write(changes: readonly RootedChange[]): void;
  writer(): VariantWriter;
  /** Returns the upstream packages of a call. `made`: packages of this call that are not written yet, by folder. */
  upstreams(made: ReadonlyMap<string, FolderContent>, options: { readonly fetches: boolean }): Upstreams;
  /** Returns the paths of a folder that git tracks now. */
  tracked(folder: string): ReadonlySet<string>;
}

/** Opens the git repository of a folder. `lists`: see `WorkTree.around`. Throws a `KrmError` if there is none. */
export type OpenStore = (folder: string, options?: { readonly lists?: 'all' | 'parts' }) => FleetStore;

/** Program that runs the commands of a fleet. */
export interface FleetProgram extends Pick<CommandProgram, 'functions' | 'version'> {
  /** Default: on the disk. */
  readonly open?: OpenStore;
}
