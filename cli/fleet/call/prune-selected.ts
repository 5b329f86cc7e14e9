import { actionOf } from '../../../src/fleet/index.ts';
import { KrmError, type Result, failure } from '../../../src/krm/index.ts';
import { uncommittedInputs } from '../publish/uncommitted-files.ts';
import { refuseStale, refuseUncommittedInputs, refuseUnpushed } from './refuse-stale.ts';
import type { FleetArguments } from '../request.ts';
import { refuseUncertain } from '../../../src/fleet/inputs/certain-inputs.ts';
import { fleetPlace, wordsFrom } from '../store/fleet-place.ts';
import type { GoneVariant } from '../../../src/fleet/inputs/gone-variants.ts';
import { selectGone } from '../../../src/fleet/inputs/select-gone.ts';
import { repositoryUnknown } from '../../../src/fleet/messages/places.ts';
import { report } from './call-job.ts';
import type { CallSetting, EarlierCall, RepositoryCall } from './repository-call.ts';
import type { SelectedInputs } from './selected-inputs.ts';
import { goneRow } from '../show/variant-row.ts';
import type { FleetStore } from '../fleet-store.ts';
import { openStore } from '../store/work-tree.ts';
import { readInputTexts } from '../store/read-inputs.ts';
import { withoutCredentials } from '../../../src/url-credentials.ts';

/**
 * Removes the selected variants that are gone: first those in the git repository of the fleet, with `call`, then those
 * in others, where their inputs are published. Returns what is left of the call if it lost a race to push.
 */
export async function pruneSelected(
  { inputs, run, holds, place, gone, unasked, downstream }: SelectedInputs,
  call: RepositoryCall,
  { program, args }: CallSetting,
): Promise<EarlierCall | undefined> {
  const { root } = run.tree;
  const elsewhere = await downstream.gone.find([...inputs.elsewhere.map((each) => each.place), ...unasked]);
  let pruned: readonly GoneVariant[] = [];
  const isFit = await report(call.done, args, () => {
    pruned = selectGone([...gone, ...[...elsewhere.values()].flat()], inputs, {
      words: args.variants.map(wordsFrom(root, args.folder)),
      agrees: args.task.prunes?.agrees,
      check: args.check,
    });
    if (pruned.length > 0) checkCertain(openStore(program, root), args.folder);
    const unread = inputs.elsewhere.find((each) => !elsewhere.has(each.place));
    if (unread !== undefined && pruned.some(isElsewhere))
      throw failure('repository-unreachable', repositoryUnknown(withoutCredentials(unread.place.url)));
    if (!removesElsewhere(pruned, args)) return [];
    refuseStale(root);
    refuseUncommittedInputs(uncommittedInputs({ tree: run.tree, args, inputs, place }));
    return pushesOwn(pruned, args) ? [] : refuseUnpushed(root);
  });
  if (!isFit) return undefined;
  const isLeft = (each: GoneVariant): boolean => each.repository === undefined && run.left?.has(each.folder) === true;
  const selected = gone.filter((each) => pruned.includes(each));
  const own = selected.filter((each) => !isLeft(each));
  await refuseLeft(selected.filter(isLeft), call, args);
  const earlier = await call.run({ waves: [], holds, pruned: own }, run);
  if (earlier !== undefined) return earlier;
  // The push of this call may have been refused.
  const isLate = removesElsewhere(pruned, args) && pushesOwn(pruned, args);
  if (isLate && !(await report(call.done, args, () => refuseUnpushed(root)))) return undefined;
  for (const [at, all] of elsewhere) {
    const found = all.filter((each) => pruned.includes(each));
    if (found.length > 0) await downstream.prune(at, found);
  }
  return undefined;
}

/** Throws a `KrmError` if a PackageVariant may be missing from the inputs. */
function checkCertain(tree: FleetStore, folder: string): void {
  const place = fleetPlace(folder, tree);
  refuseUncertain(tree, place.folder, readInputTexts(place));
}

/**
 * Reports the locks that must be moved to their folders: without them, the text of these folders would count as edits.
 */
async function refuseLeft(
  left: readonly GoneVariant[],
  { done }: RepositoryCall,
  args: CallSetting['args'],
): Promise<void> {
  if (left.length === 0) return;
  const errors = left.map(({ result }): Result => ({ ...result, severity: 'error' }));
  await report(done, args, () => {
    throw new KrmError(errors);
  });
  done.rows.push(...left.map((each) => ({ ...goneRow(each), action: actionOf({ isFailed: true }) })));
}

function removesElsewhere(pruned: readonly GoneVariant[], { writes }: Pick<FleetArguments, 'writes'>): boolean {
  return writes && pruned.some(isElsewhere);
}

/** Reports whether the commit of a call is pushed to the branch of the fleet, with those before it. */
function pushesOwn(
  pruned: readonly GoneVariant[],
  { pushes, branch }: Pick<FleetArguments, 'pushes' | 'branch'>,
): boolean {
  return pushes && branch === undefined && !pruned.every(isElsewhere);
}

function isElsewhere({ repository }: GoneVariant): boolean {
  return repository !== undefined;
}
