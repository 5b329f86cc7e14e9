import { byteOrder } from '../../src/byte-order.ts';
import type { Result } from '../../src/krm/index.ts';
import { CONFLICT_KINDS, mayBe, otherOf, wordFor, type Conflict, type MergedSide } from '../../src/merge/index.ts';
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
      message: `conflict ${conflict.kind}: ${told}`,
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

/** Says which side deletes a thing, and how the other one changes it; undefined if neither deletes it, or the change is not one of data. */
function ofDeleted({ kind, values, field, resource, candidate }: Conflict): string | undefined {
  const { base, theirs, local } = values;
  if (kind !== 'delete/change' || base === undefined || (theirs === undefined) === (local === undefined))
    return undefined;
  const deleting = theirs === undefined ? 'theirs' : 'local';
  const other = otherOf(deleting);
  const changes = changesOf(other, values);
  const whole = typeof base === 'string' ? 'the file' : 'the document';
  const thing = field !== undefined ? 'it' : resource === undefined ? whole : `this ${resource.kind}`;
  const renamed = candidate === undefined ? '' : `, or it ${mayBe(candidate)}`;
  return changes && `${wordFor(deleting)} deletes ${thing}${renamed}; ${wordFor(other)} ${changes}`;
}

/** Says that one side has a document in any of several places, and how the other one changes it; undefined for other conflicts. */
function ofCandidates({ kind, values, data, resource }: Conflict): string | undefined {
  const { base } = values;
  const side = isList(values.theirs ?? null) ? 'theirs' : 'local';
  const places = values[side];
  if (kind !== 'identity' || typeof base !== 'string' || places === undefined || !isList(places)) return undefined;
  const files = places.map((each) => JSON.stringify(each)).join(' or ');
  const thing = resource === undefined ? 'it' : `this ${resource.kind}`;
  const may = `${wordFor(side)} no longer has ${thing} in ${JSON.stringify(base)}: it is deleted, or is the one in ${files}`;
  const other = otherOf(side);
  return data?.[other] === undefined ? may : `${may}; ${wordFor(other)} ${changesAndMove(other, values, data)}`;
}

/** Says how a side changed a document, and where it moved it. */
function changesAndMove(side: MergedSide, paths: Conflict['values'], data: Conflict['values']): string {
  const { base, [side]: path } = paths;
  const isMoved = path !== base && path !== undefined;
  const changes = changesOf(side, data) ?? (path === base ? 'changes its comments or layout' : undefined);
  const move = isMoved ? `moves it to ${JSON.stringify(path)}` : undefined;
  return [changes, move].filter((each) => each !== undefined).join(', and ');
}

/** Says how both sides change a map or list, and why it is not certain what belongs together; undefined for other values. */
function ofBoth({ kind, values }: Conflict): string | undefined {
  if (Object.values(values).some((value) => typeof value !== 'object' || value === null)) return undefined;
  const [ofNew, ofLocal] = [changesOf('theirs', values), changesOf('local', values)];
  const reason = isList(values.base ?? null) ? 'which elements are the same' : 'that these are the same element';
  const doubt = kind === 'identity' ? `; it is not certain ${reason}` : '';
  return ofNew && ofLocal && `new ${ofNew}; local ${ofLocal}${doubt}`;
}

/** Says which values a thing has. */
function ofValues(conflict: Conflict): string {
  const { base, theirs, local } = shortValues(conflict);
  const isMoved = conflict.kind === 'identity' && typeof conflict.values.base === 'string';
  return isMoved
    ? `new moves it from ${base} to ${theirs}, and local moves it to ${local}`
    : `base ${base}, new ${theirs}, local ${local}${candidateIn(conflict)}`;
}

function candidateIn({ candidate }: Conflict): string {
  return candidate === undefined ? '' : `; ${mayBe(candidate)}`;
}

/** Returns the results that are not about these conflicts, for a report that shows them in another way. */
export function otherResults(results: readonly Result[], conflicts: readonly Conflict[]): readonly Result[] {
  const places = new Set(conflictResults(conflicts).map(resultPlace));
  return results.filter((result) => !places.has(resultPlace(result)));
}

/** Returns the code and place of a result. One that stands for several conflicts of a kind has the place of the first. */
function resultPlace({ code, file, resourceRef, field }: Result): string {
  const { apiVersion, kind, namespace, name } = resourceRef ?? {};
  return JSON.stringify([code, file?.path, file?.index, apiVersion, kind, namespace, name, field?.path]);
}
