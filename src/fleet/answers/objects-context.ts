import type { VariantLock } from '../index.ts';
import type { FleetContext } from '../plan/fleet-run.ts';
import { readKeptObjects } from '../plan/kept-objects.ts';

/**
 * Returns the context of the kubeconfig, of `--context`, whose cluster has the objects that a variant was made of. Nothing records the
 * cluster, whose context may have any name elsewhere: where the objects are kept, the cluster must still have the same. Returns undefined
 * if it has others, if it does not answer, and without `--context`.
 */
export async function objectsContext(
  { args: { context }, tree, objects }: Pick<FleetContext, 'args' | 'tree' | 'objects'>,
  lock: Pick<VariantLock, 'objects'> | undefined,
): Promise<string | undefined> {
  const { askCluster } = objects;
  if (context === undefined || askCluster === undefined) return undefined;
  const kept = lock && readKeptObjects(tree, lock.objects);
  if (kept === undefined) return context;
  const now = await kept.askAgain(askCluster);
  return now?.id === kept.id ? context : undefined;
}
