import { makeResult } from '../../krm/results.ts';
import type { Subject } from '../pairs/pair-documents.ts';
import type { Unit } from '../pairs/unit.ts';
import { otherName, underOtherIdentity, type IdentityPart } from '../messages/conflicts.ts';
import { ofFile, possibleMove } from '../messages/names.ts';
import { MERGED_SIDES, otherOf, type MergedSide } from '../sides.ts';
import { isMovedOrEdited, unitName, wholeResource, type MergedResource, type ResourceRules } from './merge-resource.ts';

/** Subject of each document. */
type Subjects = ReadonlyMap<Unit, Subject>;

/**
 * Merges a document that one side does not have, or has in one of several places, or under another name. Returns undefined if this makes no
 * difference: the other side did not change it, or has all candidates. `of`: subject of each document.
 */
export function undecidedResource(
  { sides, candidates }: Subject,
  of: Subjects,
  rules: ResourceRules,
): MergedResource | undefined {
  const { base } = sides;
  const side = MERGED_SIDES.find((each) => candidates[each] !== undefined && sides[each] === undefined);
  if (base === undefined || side === undefined) return undefined;
  const other = sides[otherOf(side)];
  const found = candidates[side] ?? [];
  if (other === undefined && candidates[otherOf(side)] === undefined) return deleted(base, side, found);
  if (other === undefined ? isTakenOver(candidates, of) : !isMovedOrEdited(base, other)) return undefined;
  const [candidate, ...more] = found;
  if (other !== undefined && candidate !== undefined && more.length === 0 && isRenamed(base, candidate))
    return wholeResource(sides, rules, {
      candidate: otherName(unitName(candidate), side, differenceOf(base, candidate)),
    });
  const pathOf = (each: MergedSide): string | readonly string[] | undefined =>
    sides[each]?.file.path ?? (candidates[each] && [...new Set(candidates[each].map(({ file }) => file.path))]);
  const values = { base: base.file.path, theirs: pathOf('theirs'), local: pathOf('local') };
  return wholeResource(sides, rules, { kind: 'identity', values });
}

/** Reports whether local has all candidates of new, which are merged with each other. `of`: as for `undecidedResource`. */
function isTakenOver({ theirs = [] }: Subject['candidates'], of: Subjects): boolean {
  return theirs.every((unit) => of.get(unit)?.sides.local !== undefined);
}

function isRenamed(base: Unit, candidate: Unit): boolean {
  return base.identity !== undefined && candidate.identity !== base.identity;
}

/** Returns what is different in the identity of a renamed resource. */
function differenceOf({ resource: a }: Unit, { resource: b }: Unit): IdentityPart {
  if (a.kind !== b.kind || a.name !== b.name) return 'name';
  return a.namespace === b.namespace ? 'group' : 'namespace';
}

/** Returns a deleted document, with a warning that it may still be in the package. `candidates`: documents of `side`. */
function deleted(base: Unit, side: MergedSide, candidates: readonly Unit[]): MergedResource {
  const [candidate = base, ...more] = candidates;
  const name = unitName(base);
  const old = isRenamed(base, candidate)
    ? underOtherIdentity(name, differenceOf(base, candidate))
    : ofFile(name, base.file.path);
  const paths = more.map(({ file }) => file.path);
  const result = makeResult('warning', possibleMove(side, old, paths), {
    code: 'possible-move',
    resource: candidate.resource,
  });
  const results = [{ ...result, formerFile: base.file.path }];
  return { path: base.file.path, text: undefined, conflicts: [], results };
}
