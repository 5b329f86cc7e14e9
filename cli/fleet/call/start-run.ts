import { Acceptances, joinPaths } from '../../../src/fleet/index.ts';
import { readMergeRules } from '../../merge/merge-policies.ts';
import { EqualLocks } from '../../../src/fleet/plan/left-locks.ts';
import { pipelineHost } from '../../render/pipeline-host.ts';
import type { CallContext, CallRun, DerivingArguments, MergingArguments } from '../request.ts';
import {
  type ContextSetting,
  type FleetContext,
  type FleetRun,
  type FleetSetting,
  FleetSession,
} from '../../../src/fleet/plan/fleet-run.ts';
import { CaseTwins } from '../store/disk-files.ts';
import { EquivalentLocks } from '../store/equivalent-locks.ts';
import { readWholeFolder } from '../../package/whole-folder.ts';
import type { FleetProgram, FleetStore } from '../fleet-store.ts';

/** Git repositories that a call has opened. */
interface Opened {
  readonly tree: FleetStore;
  readonly home?: ContextSetting['home'] & { readonly tree: FleetStore };
}

/** Program and arguments of a call, in place of what its core needs of them. */
type OfProgram<Setting extends ContextSetting, Args> = Omit<Setting, 'host' | 'version' | 'args'> &
  Opened & { readonly program: FleetProgram; readonly args: Args };

/** Context of a call in a git repository that is open. */
export type OpenContext = CallContext & OfProgram<FleetContext, DerivingArguments>;

/** Run of a call in a git repository that is open. */
export type OpenRun = CallRun & OfProgram<FleetRun, MergingArguments>;

/**
 * Returns the context of a call that only reads. `folders`: to read. Default: those of the variants. Throws a
 * `KrmError` if it would see what a killed call left.
 */
export function newFleetContext(
  setting: OfProgram<ContextSetting, DerivingArguments>,
  folders: readonly string[] = foldersOf(setting),
): OpenContext {
  setting.tree.refuseHalfWritten();
  return contextOf(setting, new Map(), folders);
}

function contextOf(
  setting: OfProgram<ContextSetting, DerivingArguments>,
  made: FleetContext['made'],
  folders: readonly string[],
): OpenContext {
  const { home, args, program } = setting;
  const tree = setting.tree.within(folders, args);
  const upstreams = (home?.tree ?? tree).upstreams(home?.made ?? made, args);
  const host = pipelineHost(program, args);
  return { ...setting, tree, host, version: program.version, made, upstreams, equal: new EqualLocks(tree) };
}

function foldersOf({ variants }: Pick<ContextSetting, 'variants'>): readonly string[] {
  return variants.map(({ folder }) => folder);
}

/** Throws a `KrmError` if a MergePolicy is invalid, or if a call that only plans would see what a killed one left. */
export function newFleetRun(setting: OfProgram<FleetSetting, MergingArguments>): OpenRun {
  const { tree, home, args, variants } = setting;
  if (!args.writes) tree.refuseHalfWritten();
  const session = new FleetSession(tree.writer());
  return {
    ...setting,
    ...contextOf(setting, session.made, foldersOf(setting)),
    args,
    resolutions: setting.resolutions ?? [],
    accepted: setting.accepted ?? new Acceptances([]),
    chained: new Set(
      home === undefined ? variants.map(({ upstream }) => joinPaths(upstream.place.folder, upstream.package)) : [],
    ),
    twins: new CaseTwins(tree),
    same: new EquivalentLocks(tree.records, setting.program.version),
    policyRules: readMergeRules(args.policies),
    session,
    readFolder: readWholeFolder,
  };
}
