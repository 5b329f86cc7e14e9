import type { ObjectSource, Variant, VariantLock } from '../index.ts';
import { keptObjectsLost, OBJECTS_NOT_KEPT, SECRET_NOT_KEPT } from '../messages/apply.ts';
import type { Sources } from '../../function/index.ts';
import { objectsFile } from '../inputs/fleet-paths.ts';
import type { FleetContext } from './fleet-run.ts';
import { LIVE } from './kept-objects.ts';
import { readKeptObjects } from './kept-objects.ts';

/** Objects that a variant is derived with. */
export interface VariantObjects {
  readonly sources: Pick<Sources, 'objects' | 'askCluster'>;
  /** Source that the command line names, now or at the last `apply`; undefined for objects of the fleet. */
  readonly from: ObjectSource | undefined;
  /** True if they are those of the last `apply`, which the command line named then and does not now. */
  readonly areKept: boolean;
}

/**
 * Returns the objects that a variant is derived with. Data that the last `apply` injected from a cluster, or from a folder that the command line
 * named, are not lost in a call that names neither: it uses the objects that are kept, and fails where it needs others. Objects of the
 * fleet that the PackageVariant names come first.
 */
export function variantObjects(run: FleetContext, variant: Variant, lock: VariantLock | undefined): VariantObjects {
  const { args, objects, injected, tree } = run;
  const named = namedSource(args);
  const kept = lock && readKeptObjects(tree, lock.objects);
  const from = lock?.objectsFrom ?? (kept !== undefined || lock?.objects === LIVE ? 'context' : undefined);
  if (named !== undefined || lock === undefined || from === undefined || injected.has(variant, lock.reads ?? []))
    return { sources: objects, from: named, areKept: false };
  const ask = kept?.ask ?? (() => Promise.resolve({ failure: MISSING[from](lock.objects) }));
  return { sources: { askCluster: ask }, from, areKept: true };
}

/** Returns the source of objects that the command line names; undefined for those of the fleet. */
export function namedSource({ context, objects }: FleetContext['args']): ObjectSource | undefined {
  if (context !== undefined) return 'context';
  return objects === undefined ? undefined : 'objects';
}

/** Reasons why objects of the last `apply` are unknown, with the remedy. */
const MISSING: Readonly<Record<ObjectSource, (id: string) => string>> = {
  context: (id) => (id === LIVE ? SECRET_NOT_KEPT : keptObjectsLost(objectsFile(id))),
  objects: () => OBJECTS_NOT_KEPT,
};
