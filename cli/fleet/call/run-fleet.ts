import { KrmError } from '../../../src/krm/index.ts';
import { isStream } from '../../process/stdio.ts';
import { checkOutputs } from '../../work/check-outputs.ts';
import { NO_OUTPUTS } from '../../work/job.ts';
import type { ShowDiff } from '../../work/start-job.ts';
import { CALL_SETTLED } from '../../../src/fleet/messages/apply.ts';
import { FleetCall } from './fleet-call.ts';
import type { FleetOutcome, FleetWork } from '../show/fleet-outcome.ts';
import type { CallArguments, CallSetting } from './repository-call.ts';
import { openStore } from '../store/work-tree.ts';
import type { FleetProgram, FleetStore } from '../fleet-store.ts';

/** Plans or applies all variants of a fleet, each completely or not at all. `show`: shows a diff before its files are written. */
export async function runFleet(program: FleetProgram, args: CallArguments, show?: ShowDiff): Promise<FleetOutcome> {
  checkOutputs({ report: args.report }, [args.folder]);
  const tree = openStore(program, args.folder);
  const begun = args.writes ? tree.begin(args.patience) : undefined;
  // A status lists no changed files.
  const full = { ...NO_OUTPUTS, ...args, prints: args.task.shows === 'conditions' };
  const setting = { program, args: full, show, found: begun?.results ?? [] };
  try {
    // The versions may have other numbers now.
    if (args.task.goesBack === true && begun?.hadWritten === true)
      throw new KrmError([...begun.results, { severity: 'error', code: 'call-killed', message: CALL_SETTLED }]);
    const tried = await withUnusedTakes(setting, tree);
    if (tried !== undefined) return tried;
    const now = await changesNow(setting, tree);
    const call = new FleetCall(setting);
    call.compareWith(now);
    let ended = await call.run(tree);
    while ('races' in ended) ended = await new FleetCall(setting, ended).run(openStore(program, args.folder));
    return ended;
  } finally {
    begun?.lock.release();
  }
}

/**
 * Tries a call that writes without writing, if it has `--take` options: one that decides nothing is then known before anything is written.
 * Returns the outcome of such a try; undefined if the call is to run. Does not try a call with streams, which cannot be read twice, nor with
 * `--shard`, since another part of the fleet may have the conflict.
 */
async function withUnusedTakes(
  { program, args, found = [] }: CallSetting,
  tree: FleetStore,
): Promise<FleetOutcome | undefined> {
  if (!args.writes || args.takes.length === 0 || args.shard !== undefined || readsStreams(args)) return undefined;
  const call = new FleetCall({
    program,
    args: { ...args, writes: false, commits: false, tags: false },
    show: undefined,
    found,
  });
  const outcome = await call.run(tree);
  return call.hasUnusedTakes && !('races' in outcome) ? outcome : undefined;
}

/** Reports whether a call has inputs that can be read only once. */
function readsStreams({ policies, objects }: CallSetting['args']): boolean {
  return [...policies, ...(objects === undefined ? [] : [objects])].some(isStream);
}

/** Returns the changes of a plan without `--with`; undefined for other calls, and if a stream has inputs, which can be read only once. */
async function changesNow({ program, args }: CallSetting, tree: FleetStore): Promise<FleetWork['changed'] | undefined> {
  const { replaces = [] } = args;
  if (replaces.length === 0 || readsStreams(args)) return undefined;
  const plain = { ...args, replaces: [], diff: false, report: undefined, strict: false };
  const call = new FleetCall({ program, args: plain, show: undefined });
  await call.run(tree);
  return call.changed;
}
