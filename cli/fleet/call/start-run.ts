import { Acceptances, joinPaths } from '../../../src/fleet/index.ts';
import { readMergeRules } from '../../merge/merge-policies.ts';
import { EqualLocks } from '../../../src/fleet/plan/equal-locks.ts';
import type { FunctionProgram } from '../../arguments/command.ts';
import { pipelineHost } from '../../render/pipeline-host.ts';
import type { CallContext, CallRun, DerivingArguments, MergingArguments } from '../request.ts';
import type { ContextSetting, FleetContext, FleetRun, FleetSetting } from '../../../src/fleet/plan/fleet-run.ts';
import { FleetSession } from '../../../src/fleet/plan/fleet-session.ts';
import { CaseTwins } from '../store/case-twins.ts';
import { SameResults } from '../store/same-results.ts';
import { refuseHalfWritten } from '../store/settle-journal.ts';
import { Upstreams } from '../store/upstreams.ts';
import type { WorkTree } from '../store/work-tree.ts';
import { VariantWriter } from '../store/write-variant.ts';
import { readWholeFolder } from '../../package/whole-folder.ts';

/** Work trees on the disk that a call reads. */
interface OnDisk {
  readonly tree: WorkTree;
  readonly home?: ContextSetting['home'] & { readonly tree: WorkTree };
}

/** Program and arguments of a call, in place of what its core needs of them. */
type OfProgram<Setting extends ContextSetting, Args> = Omit<Setting, 'host' | 'version' | 'args'> &
  OnDisk & { readonly program: FunctionProgram; readonly args: Args };

/** Context of a call in a work tree on the disk. */
export type DiskContext = CallContext & OfProgram<FleetContext, DerivingArguments>;

/** Run of a call in a work tree on the disk. */
export type DiskRun = CallRun & OfProgram<FleetRun, MergingArguments>;

/**
 * Returns the context of a call that only reads. `folders`: to read. Default: those of the variants. Throws a `KrmError` if it would see what a
 * killed call left.
 */
export function newFleetContext(
  setting: OfProgram<ContextSetting, DerivingArguments>,
  folders: readonly string[] = foldersOf(setting),
): DiskContext {
  refuseHalfWritten(setting.tree);
  return contextOf(setting, new Map(), folders);
}

function contextOf(
  setting: OfProgram<ContextSetting, DerivingArguments>,
  made: FleetContext['made'],
  folders: readonly string[],
): DiskContext {
  const { home, args, program } = setting;
  const tree = setting.tree.within(folders, args);
  const upstreams = new Upstreams(home?.tree ?? tree, home?.made ?? made, args);
  const host = pipelineHost(program, args);
  return { ...setting, tree, host, version: program.version, made, upstreams, equal: new EqualLocks(tree) };
}

function foldersOf({ variants }: Pick<ContextSetting, 'variants'>): readonly string[] {
  return variants.map(({ folder }) => folder);
}

/** Throws a `KrmError` if a MergePolicy is invalid, or if a call that only plans would see what a killed one left. */
export function newFleetRun(setting: OfProgram<FleetSetting, MergingArguments>): DiskRun {
  const { tree, home, args, variants } = setting;
  if (!args.writes) refuseHalfWritten(tree);
  const session = new FleetSession(new VariantWriter(tree));
  return {
    ...setting,
    ...contextOf(setting, session.made, foldersOf(setting)),
    args,
    resolutions: setting.resolutions ?? [],
    accepted: setting.accepted ?? new Acceptances([]),
    chained: new Set(
      home === undefined ? variants.map(({ upstream }) => joinPaths(upstream.place.folder, upstream.package)) : [],
    ),
    twins: new CaseTwins(tree.root),
    same: new SameResults(tree.gitDir, setting.program.version),
    policyRules: readMergeRules(args.policies),
    session,
    readFolder: readWholeFolder,
  };
}
