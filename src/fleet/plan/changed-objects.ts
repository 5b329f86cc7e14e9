import { joinPath } from '../../files/index.ts';
import type { VariantLock } from '../index.ts';
import { outputUncertain } from '../messages/edits.ts';
import { type Result, fileWarning } from '../../krm/index.ts';

/** Part of a lock about the objects that functions have read. */
export type ReadInputs = Pick<VariantLock, 'objects' | 'objectsFrom' | 'reads'>;

/** Objects that a variant was and is made with. */
interface ObjectChange {
  readonly lock: ReadInputs | undefined;
  readonly now: ReadInputs;
  /** Names of those that functions read before the edits of people are merged. */
  readonly derived: readonly string[];
}

/** Warns of changed objects that only functions read which people added: the objects of the last `apply` are not known, so neither is their output. */
export function changedObjects(folder: string, { lock, now, derived }: ObjectChange): readonly Result[] {
  if (lock === undefined || lock.objects === now.objects) return [];
  const names = (now.reads ?? []).filter((name) => lock.reads?.includes(name) === true && !derived.includes(name));
  if (names.length === 0) return [];
  return [fileWarning(joinPath(folder, 'Kptfile'), 'objects-changed', outputUncertain(names))];
}
