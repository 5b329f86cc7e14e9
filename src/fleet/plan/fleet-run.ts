import type { FileContent, FolderContent } from '../../files/index.ts';
import type { Sources } from '../../function/index.ts';
import type { Result } from '../../krm/index.ts';
import type { Conflict, MergeRule } from '../../merge/index.ts';
import type { ContentChange, MergedFile, RootedChange } from '../../package/index.ts';
import type { PipelineHost } from '../../upstream/index.ts';
import type { Acceptances, Resolution, Variant, VariantPlace, VariantState } from '../index.ts';
import type { InjectedDigests } from '../inputs/fleet-inputs.ts';
import type {
  CaseTwins,
  EquivalentLock,
  EquivalentLocks,
  FleetName,
  FolderReader,
  Tree,
  Upstreams,
  VariantChanges,
  VariantWriter,
} from '../ports.ts';
import type { DerivingRequest, MergingRequest } from '../request.ts';
import type { EqualLocks, LeftLocks } from './left-locks.ts';
import type { Resolved } from './variant-resolving.ts';

/** Inputs that deriving variants needs. */
export interface ContextSetting {
  /** Functions that pipelines may call. */
  readonly host: PipelineHost;
  /** Version of this program. */
  readonly version: string;
  readonly args: DerivingRequest;
  /** Work tree that holds the variants, as it was when the call began. */
  readonly tree: Tree;
  /**
   * Work tree with the inputs and what is made in it, if it is another one: the variants are then in a clone of their
   * git repository.
   */
  readonly home?: Pick<FleetContext, 'tree' | 'made'> & {
    readonly name: FleetName;
    /** Folders that variants have in other git repositories than that of the run. Default: none. */
    readonly others?: ReadonlySet<string>;
  };
  /** URL of the git repository that holds the variants, for people; undefined for that of the fleet. */
  readonly repository?: string;
  /** Variants to work on. */
  readonly variants: readonly VariantPlace[];
  /** Objects for injection: of `objects/`, `--objects` or `--context`. */
  readonly objects: Sources;
  readonly injected: InjectedDigests;
}

/** Context in which the variants of one git repository are read and derived. Nothing of it changes, but for caches. */
export interface FleetContext extends ContextSetting {
  /**
   * Packages that variants of this call make or update, by folder: a chain reads its upstream here, if it is there,
   * rather than on the disk.
   */
  readonly made: ReadonlyMap<string, FolderContent>;
  readonly upstreams: Upstreams;
  readonly equal: EqualLocks;
}

/** Inputs of a call that merges. */
export interface FleetSetting extends ContextSetting {
  readonly args: MergingRequest;
  readonly task: FleetTask;
  /**
   * True if variants in other git repositories are written after those of this one, whose commits come first. Default:
   * false.
   */
  readonly isFollowed?: boolean;
  /** Folder of the inputs, relative to the top of their git repository; '' for all of it. Default: ''. */
  readonly place?: string;
  /** MergeResolutions of the fleet. Default: none. */
  readonly resolutions?: readonly Resolution[];
  /** Locks that stayed where they were when their folders were moved. Default: none. */
  readonly left?: LeftLocks;
  /** WarningAcceptances of the fleet. Default: none. */
  readonly accepted?: Acceptances;
}

/** Traits of a command that works on variants: the rest is the same for all of them. */
export interface FleetTask {
  /** Word for people who wait. */
  readonly name: string;
  /** Plans a variant. */
  readonly plan: (variant: Variant, run: FleetRun) => Promise<VariantPlan>;
  /** True if other processes may make these plans, as `planVariant` does. Default: false. */
  readonly isShared?: boolean;
  /** Returns the subject of a commit, without its number of files. `variants`: those that it changes. */
  readonly subject: (variants: readonly VariantPlace[]) => string;
  /** True if it can write what it plans. Default: false. */
  readonly mayWrite?: boolean;
  /** Work on the variants that are gone, in place of those that are asked for. Default: none. */
  readonly prunes?: {
    /** Consent to prune many variants, or most of them; undefined: none. */
    readonly agrees: 'usual' | 'most' | undefined;
  };
  /**
   * True if it brings back an earlier version of one variant, and holds it: holds and inputs that are not committed do
   * not matter, and `fleet resolve` does not know its conflicts. Default: false.
   */
  readonly goesBack?: boolean;
  /** True if it fails where all variants of a fleet are gone. Default: false. */
  readonly needsVariants?: boolean;
  /** True if it reports decisions that decide nothing. Default: false. */
  readonly checksDecisions?: boolean;
  /**
   * Tables that it prints: the conditions of variants; or the variants with their equal changes, and with the revisions
   * that they have. Default: the variants alone.
   */
  readonly shows?: 'conditions' | 'changes' | 'changes and revisions';
  /** True if a report as a page also shows what people edited. Default: false. */
  readonly showsDrift?: boolean;
  /** True if it names the commands that come next. Default: false. */
  readonly namesNext?: boolean;
}

/** Context in which they are merged and written, too. Only the session changes. */
export interface FleetRun extends FleetContext, FleetSetting {
  readonly args: MergingRequest;
  readonly resolutions: readonly Resolution[];
  readonly accepted: Acceptances;
  /** Folders that are upstream packages of variants. */
  readonly chained: ReadonlySet<string>;
  readonly same: EquivalentLocks;
  readonly twins: CaseTwins;
  /** Rules of the MergePolicies that the command line names. */
  readonly policyRules: readonly MergeRule[];
  readonly session: FleetSession;
  readonly readFolder: FolderReader;
}

/** Returns a path, and its name in a diff: after the URL of another git repository. */
export function shownPath(
  { repository }: Pick<FleetContext, 'repository'>,
  path: string,
): Pick<ContentChange, 'path' | 'patchPath'> {
  return { path, ...(repository !== undefined && { patchPath: `${repository}/${path}` }) };
}

/** Returns the command that takes over a folder. */
export function adoptCommand(
  { repository }: Pick<FleetContext, 'repository'>,
  folder: string,
  ...options: readonly string[]
): string {
  const [at, push] = repository === undefined ? [folder, []] : [`${repository}/${folder}`, ['--commit', '--push']];
  return ['krm-variants fleet adopt', at, ...push, ...options].join(' ');
}

/** Work that one call has done so far in one git repository: it grows while variants are planned and written. */
export class FleetSession {
  readonly writer: VariantWriter;
  /** Ids of the objects of a live cluster that variants of this call keep. */
  readonly keptObjects = new Set<string>();
  readonly #made = new Map<string, FolderContent>();
  readonly #used = new Set<MergeRule>();
  readonly #written: string[] = [];
  readonly #newExecutables = new Set<string>();
  readonly #sourceTimes: number[] = [];

  constructor(writer: VariantWriter) {
    this.writer = writer;
  }

  /** Packages that variants of this call make or update, by folder. */
  get made(): ReadonlyMap<string, FolderContent> {
    return this.#made;
  }

  /** Rules that decided a conflict. */
  get used(): ReadonlySet<MergeRule> {
    return this.#used;
  }

  /** Files that were written, relative to the top of the repository. */
  get written(): readonly string[] {
    return this.#written;
  }

  /**
   * Times of the upstream commits that written variants were made of, in seconds since 1970; 0 for the work tree. With
   * `--commit` only.
   */
  get sourceTimes(): readonly number[] {
    return this.#sourceTimes;
  }

  /** Keeps a package for the variants that are made of it. */
  make(folder: string, content: FolderContent): void {
    this.#made.set(folder, content);
  }

  /** Forgets a package that was not written: no variant must be made of it. */
  unmake(folder: string): void {
    this.#made.delete(folder);
  }

  /** Records rules that decided a conflict. */
  use(rules: Iterable<MergeRule>): void {
    for (const rule of rules) this.#used.add(rule);
  }

  /** New files that are executable, among those that were written. */
  get newExecutables(): ReadonlySet<string> {
    return this.#newExecutables;
  }

  /** Records written files. */
  write(paths: Iterable<string>): void {
    this.#written.push(...paths);
  }

  /** Records the written files of a variant. */
  writeVariant({ bases, folder, lock }: VariantChanges): void {
    const changes = [...bases, ...folder, ...lock];
    this.write(changes.map(({ path }) => path));
    for (const { path, before, isExecutable } of changes)
      if (before === undefined && isExecutable === true) this.#newExecutables.add(path);
  }

  /** Records the times of the commits that written variants were made of. */
  makeOf(times: Iterable<number>): void {
    this.#sourceTimes.push(...times);
  }
}

/** Writes one variant, alone. Throws a `KrmError`. */
export function writeVariant(writer: VariantWriter, changes: VariantChanges): void {
  try {
    writer.stage([changes]);
    writer.write(changes);
  } finally {
    writer.end();
  }
}

/** Changes that a run is to make to a variant. */
export interface VariantPlan {
  readonly state: VariantState;
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly conflicts: readonly Conflict[];
  /** Conflicts that MergeResolutions decide. */
  readonly resolved: Resolved | undefined;
  /** Warnings and infos, with paths relative to the top of the repository. */
  readonly results: readonly Result[];
  /** Advice for people about what is written. */
  readonly hints?: readonly Result[];
  /** Changed files of the folder, as on the disk, with paths relative to it. */
  readonly files: readonly MergedFile[];
  /** Change of the lock; undefined if it stays. */
  readonly lock: RootedChange | undefined;
  /** File of a new FleetHold; undefined if there is none. */
  readonly hold?: RootedChange | undefined;
  readonly bases: readonly RootedChange[];
  /** The lock if this version of the program derives the same as the one that wrote it, or if it has no results. */
  readonly sameLock: EquivalentLock | undefined;
  /** The package as it will be; undefined if it stays as it is on the disk. */
  readonly content: FolderContent | undefined;
  /** Derived texts that git may not have, by their ids. */
  readonly derived: ReadonlyMap<string, FileContent>;
  /** Returns the time of the commit of the upstream, in seconds since 1970; undefined for the work tree. */
  readonly committedAt: () => number | undefined;
  /** Number of files with local edits in a folder that is adopted; undefined for others. */
  readonly edits?: number;
}

/** Plan of a variant to which nothing changes. */
export const UNCHANGED: VariantPlan = {
  state: {},
  from: undefined,
  to: undefined,
  conflicts: [],
  resolved: undefined,
  results: [],
  files: [],
  lock: undefined,
  bases: [],
  content: undefined,
  sameLock: undefined,
  derived: new Map(),
  committedAt: () => undefined,
};
