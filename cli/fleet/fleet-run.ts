import type { Sources } from '../../src/function/index.ts';
import { Acceptances, joinPaths, type Resolution, type VariantPlace } from '../../src/fleet/index.ts';
import type { MergeRule } from '../../src/merge/index.ts';
import type { CommandProgram } from '../arguments/command.ts';
import { readMergeRules } from '../merge/merge-policies.ts';
import type { FleetName } from './downstream/fleet-name.ts';
import { severalNamed } from './inputs/select-variants.ts';
import { EqualLocks } from './adopt/equal-locks.ts';
import type { LeftLocks } from './adopt/left-locks.ts';
import type { ContentChange } from '../package/file-changes.ts';
import type { FolderContent } from '../package/whole-folder.ts';
import type { FleetArguments } from './fleet-arguments.ts';
import type { InjectedDigests } from './inputs/fleet-inputs.ts';
import { refuseHalfWritten } from './settle-journal.ts';
import { SameResults } from './same-results.ts';
import { CaseTwins } from './tree/case-twins.ts';
import type { WorkTree } from './tree/work-tree.ts';
import { Upstreams } from './upstream/upstreams.ts';
import { VariantWriter } from './write-variant.ts';

/** Inputs of a call. */
export interface FleetSetting {
  readonly program: Pick<CommandProgram, 'functions' | 'version'>;
  readonly args: FleetArguments;
  /** Work tree that holds the variants, as it was when the call began. */
  readonly tree: WorkTree;
  /** Work tree with the inputs and what is made in it, if it is another one: the variants are then in a clone of their git repository. */
  readonly home?: Pick<FleetRun, 'tree' | 'made'> & {
    readonly name: FleetName;
    /** Folders that variants have in other git repositories than that of the run. Default: none. */
    readonly others?: ReadonlySet<string>;
  };
  /** True if variants in other git repositories are written after those of this one, whose commits come first. Default: false. */
  readonly isFollowed?: boolean;
  /** URL of the git repository that holds the variants, for people; undefined for that of the fleet. */
  readonly repository?: string;
  /** Variants to work on. */
  readonly variants: readonly VariantPlace[];
  /** Objects for injection: of `objects/`, `--objects` or `--context`. */
  readonly objects: Sources;
  readonly injected: InjectedDigests;
  /** MergeResolutions of the fleet. Default: none. */
  readonly resolutions?: readonly Resolution[];
  /** Locks that stayed where they were when their folders were moved. Default: none. */
  readonly left?: LeftLocks;
  /** WarningAcceptances of the fleet. Default: none. */
  readonly accepted?: Acceptances;
}

/** State that all variants of one call share. */
export interface FleetRun extends FleetSetting {
  readonly resolutions: readonly Resolution[];
  readonly accepted: Acceptances;
  /** Packages that variants of this call make or update, by folder: a chain reads its upstream here, if it is there, rather than on the disk. */
  readonly made: Map<string, FolderContent>;
  /** Folders that are upstream packages of variants. */
  readonly chained: ReadonlySet<string>;
  readonly upstreams: Upstreams;
  readonly writer: VariantWriter;
  readonly same: SameResults;
  readonly twins: CaseTwins;
  readonly equal: EqualLocks;
  /** Rules of the MergePolicies that the command line names. */
  readonly policyRules: readonly MergeRule[];
  /** Rules that decided a conflict so far. */
  readonly used: Set<MergeRule>;
  /** Files that were written so far, relative to the top of the repository. */
  readonly written: string[];
  /** Ids of the objects of a live cluster that variants of this call keep. */
  readonly keptObjects: Set<string>;
  /** Times of the upstream commits that written variants were made of, in seconds since 1970; 0 for the work tree. With `--commit` only. */
  readonly sourceTimes: number[];
}

/** Returns a path, and its name in a diff: after the URL of another git repository. */
export function shownPath(
  { repository }: Pick<FleetRun, 'repository'>,
  path: string,
): Pick<ContentChange, 'path' | 'patchPath'> {
  return { path, ...(repository !== undefined && { patchPath: `${repository}/${path}` }) };
}

/** Returns the command that takes over a folder. */
export function adoptCommand(
  { repository }: Pick<FleetRun, 'repository'>,
  folder: string,
  ...options: readonly string[]
): string {
  const [at, push] = repository === undefined ? [folder, []] : [`${repository}/${folder}`, ['--commit', '--push']];
  return ['krm-variants fleet adopt', at, ...push, ...options].join(' ');
}

/** Throws a `KrmError` if a MergePolicy is invalid, or if a call that only plans would see what a killed one left. */
export function newFleetRun(setting: FleetSetting): FleetRun {
  const { tree, home, args, variants } = setting;
  if (!args.writes) refuseHalfWritten(tree);
  if (args.action === 'rollback') checkOne(args.variants, variants);
  tree.limitTo(variants.map(({ folder }) => folder));
  if (args.fetches) tree.objects.allowFetching();
  const made = new Map<string, FolderContent>();
  return {
    ...setting,
    resolutions: setting.resolutions ?? [],
    accepted: setting.accepted ?? new Acceptances([]),
    made,
    chained: new Set(
      home === undefined ? variants.map(({ upstream }) => joinPaths(upstream.place.folder, upstream.package)) : [],
    ),
    upstreams: new Upstreams(home?.tree ?? tree, home?.made ?? made, args),
    writer: new VariantWriter(tree),
    twins: new CaseTwins(tree.root),
    equal: new EqualLocks(tree),
    same: new SameResults(tree.gitDir, setting.program.version),
    policyRules: readMergeRules(args.policies),
    used: new Set(),
    written: [],
    keptObjects: new Set(),
    sourceTimes: [],
  };
}

/** Throws a `KrmError` if a name is that of several variants. */
function checkOne([name = '']: readonly string[], variants: readonly VariantPlace[]): void {
  if (variants.length > 1)
    throw severalNamed(
      name,
      variants.map(({ folder }) => folder),
    );
}
