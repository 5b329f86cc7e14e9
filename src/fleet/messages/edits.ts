/**
 * Messages about what people edited, as `fleet drift` and `fleet blame` find it. Each function returns the text of a
 * result.
 */
import { oneOf } from '../../wording.ts';

export const DRIFT_LOCK_JOINED =
  'must be the lock of one apply, since it says what people edited, and has the locks of branches that both applied: run `krm-variants fleet apply` to settle it';

export const DRIFT_TAKEN =
  'has files of a branch that was merged, as a whole, but the lock of the other one, so that their lines are not all edits of people: run `krm-variants fleet apply` to settle them';

export const FILE_LEFT_OUT =
  'is missing, but was never committed with its lock, so that it does not count as deleted by people: run `krm-variants fleet apply` to write it again';

/** `ways`: to fetch what is missing. */
export function diffLost(ways: readonly string[]): string {
  return `is edited, but its last derived version is in no commit here, and cannot be derived again, so that there is no diff${afterColon(ways)}`;
}

function afterColon(ways: readonly string[]): string {
  return ways.length === 0 ? '' : `: ${oneOf(ways)}`;
}

export const OUTPUTS_UNCERTAIN =
  'has edited inputs of its pipeline, and the pipeline cannot be run again: files that it changed may count as edits';

/** `objects`: those that the function may read. */
export function outputUncertain(objects: readonly string[]): string {
  const names = objects.map((name) => JSON.stringify(name)).join(', ');
  return `objects have changed that a function which people added to the pipeline may read (${names}): what it wrote before counts as an edit, so check its output`;
}

export const NOT_APPLIED =
  'was not made by `krm-variants fleet apply`, so that what it was made of is not known: run it, or `krm-variants fleet adopt`';

export const FOLDER_DELETED =
  'must exist, but was deleted: restore it, for example with `git restore`, or make it anew with `krm-variants fleet apply --on-conflict new`';

export const DERIVED_OTHERWISE_NOW =
  'would be derived differently now, since objects or functions have changed: lines that only the last apply derived have no known cause';

export const INPUTS_OF_NOW =
  'the inputs of the last apply are not at hand: causes are those of the inputs of now, and derived lines that these do not explain have none';

/** `reason`: error of the upstream of now. */
export function inputsLost(reason: string): string {
  return `the inputs of the last apply are not at hand: derived lines are shown without a cause: ${reason}`;
}

export function changedSince(name: string): string {
  return `PackageVariant "${name}" has changed since the last apply: causes name its fields, without line numbers`;
}

/** `ways`: to fetch what is missing. */
export function derivedVersionLost(ways: readonly string[]): string {
  return `was edited, and its derived version is not in this clone, so that edits of people cannot be told from output of functions${afterColon(ways)}`;
}

export function linesUnknown(name: string, reason: string): string {
  return `PackageVariant "${name}" cannot be applied, so that its lines are shown as unknown: ${reason}`;
}
