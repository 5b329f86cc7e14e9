import { byteOrder } from '../../src/byte-order.ts';
import type { Result } from '../../src/krm/index.ts';
import { CONFLICT_KINDS, otherOf, type Conflict, type MergedSide } from '../../src/merge/index.ts';
import {
  changedAndMoved,
  changedByBoth,
  CHANGES_LAYOUT,
  deletedByOne,
  inOneOf,
  movedByBoth,
  openConflict,
  valuesDiffer,
} from '../../src/merge/messages/open-conflicts.ts';
import { isList } from '../../src/yaml/index.ts';
import { changesOf, shortValues } from './conflict-values.ts';

/** Returns an error for each conflict, by file. None is omitted, since each needs a decision. */
export function conflictResults(conflicts: readonly Conflict[]): readonly Result[] {
  const sorted = conflicts.toSorted((a, b) => byteOrder(a.file.path, b.file.path) || a.file.index - b.file.index);
  return sorted.map((conflict) => {
    const told = ofDeleted(conflict) ?? ofCandidates(conflict) ?? ofBoth(conflict) ?? ofValues(conflict);
    return {
      severity: 'error',
      code: CONFLICT_KINDS[conflict.kind].code,
      message: openConflict(conflict.kind, told),
      file: conflict.file,
      ...(conflict.resource && { resourceRef: conflict.resource }),
      ...(conflict.field !== undefined && { field: { path: shownField(conflict, conflict.field) } }),
    };
  });
}

/** Returns a field as the text has its keys, or else with the keys of elements, which people know them by. */
function shownField({ writtenField, keyedField }: Conflict, field: string): string {
  return writtenField ?? keyedField ?? field;
}

/**
 * Says which side deletes a thing, and how the other one changes it; undefined if neither deletes it, or the change is
 * not one of data.
 */
function ofDeleted({ kind, values, field, resource, candidate }: Conflict): string | undefined {
  const { base, theirs, local } = values;
  if (kind !== 'delete/change' || base === undefined || (theirs === undefined) === (local === undefined))
    return undefined;
  const deleting = theirs === undefined ? 'theirs' : 'local';
  const changes = changesOf(otherOf(deleting), values);
  const whole = typeof base === 'string' ? 'file' : 'document';
  const thing = field !== undefined ? undefined : (resource ?? whole);
  return changes && deletedByOne(deleting, thing, { changes, candidate });
}

/**
 * Says that one side has a document in any of several places, and how the other one changes it; undefined for other
 * conflicts.
 */
function ofCandidates({ kind, values, data, resource }: Conflict): string | undefined {
  const { base } = values;
  const side = isList(values.theirs ?? null) ? 'theirs' : 'local';
  const places = values[side];
  if (kind !== 'identity' || typeof base !== 'string' || places === undefined || !isList(places)) return undefined;
  const other = otherOf(side);
  return inOneOf(side, resource, {
    from: JSON.stringify(base),
    places: places.map((each) => JSON.stringify(each)),
    ...(data?.[other] !== undefined && { changes: changesAndMove(other, values, data) }),
  });
}

/** Says how a side changed a document, and where it moved it. */
function changesAndMove(side: MergedSide, paths: Conflict['values'], data: Conflict['values']): string {
  const { base, [side]: path } = paths;
  const isMoved = path !== base && path !== undefined;
  const changes = changesOf(side, data) ?? (path === base ? CHANGES_LAYOUT : undefined);
  return changedAndMoved(changes, isMoved ? JSON.stringify(path) : undefined);
}

/**
 * Says how both sides change a map or list, and why it is not certain what belongs together; undefined for other
 * values.
 */
function ofBoth({ kind, values }: Conflict): string | undefined {
  if (Object.values(values).some((value) => typeof value !== 'object' || value === null)) return undefined;
  const [ofNew, ofLocal] = [changesOf('theirs', values), changesOf('local', values)];
  const things = isList(values.base ?? null) ? 'elements' : 'element';
  const doubt = kind === 'identity' ? things : undefined;
  return ofNew && ofLocal && changedByBoth({ theirs: ofNew, local: ofLocal }, doubt);
}

/** Says which values a thing has. */
function ofValues(conflict: Conflict): string {
  const values = shortValues(conflict);
  const isMoved = conflict.kind === 'identity' && typeof conflict.values.base === 'string';
  return isMoved ? movedByBoth(values) : valuesDiffer(values, conflict.candidate);
}

/** Returns the results that are not about these conflicts, for a report that shows them in another way. */
export function otherResults(results: readonly Result[], conflicts: readonly Conflict[]): readonly Result[] {
  const places = new Set(conflictResults(conflicts).map(resultPlace));
  return results.filter((result) => !places.has(resultPlace(result)));
}

/**
 * Returns the code and place of a result. One that stands for several conflicts of a kind has the place of the first.
 */
function resultPlace({ code, file, resourceRef, field }: Result): string {
  const { apiVersion, kind, namespace, name } = resourceRef ?? {};
  return JSON.stringify([code, file?.path, file?.index, apiVersion, kind, namespace, name, field?.path]);
}
