import { equalValues, isList, isMap, type Piece, type Value } from '../../yaml/index.ts';
import { mapSides, presentSides, type Sides } from '../sides.ts';
import { isSameText } from '../text/lines.ts';
import { directiveOf } from './directive.ts';
import type { EntryMerges } from './entry-merge.ts';
import { typeOf, type EntryVersion } from './input.ts';
import { hasAllEdits } from './judgement.ts';
import { haveLines, inLines, lineWitness, type LineMerge } from './line-witness.ts';
import { deletedByLocal, deletedByNew } from './merge-deletions.ts';
import { mergeLeaves } from './merge-leaves.ts';
import { isConflictOfLists, mergeLists } from './merge-lists.ts';
import { mergeMaps } from './merge-maps.ts';
import { isSame, type Both, type Column, type Merged } from './merged-value.ts';
import { isOpenCollection } from './open-collections.ts';
import { permissionCombined } from '../messages/combinations.ts';
import { grantedMore, isRuleOfPolicy } from './permissions.ts';
import type { Place } from './place.ts';
import { decide, kept } from './taken-version.ts';
import { leafLines } from './written-lines.ts';

/**
 * Merges an entry of a map or list, or a whole document. Returns undefined if the result is its deletion. Merges the data
 * of the value and, separately, the text of the entries: the caller must compare the two.
 *
 * Throws a `YamlError` if the text cannot be composed: the data can still be merged without it.
 */
export function mergeEntry(sides: Sides<EntryVersion>, at: Place, column: Column): Merged | undefined {
  const { base, theirs, local } = sides;
  const place = at.withDirective(directiveOf(sides, at));
  const { take } = place;
  if (take === 'pin' || theirs === local) return kept(local, column);
  if (theirs === undefined && local === undefined) return undefined;
  if (base === undefined && (theirs === undefined || local === undefined)) return kept(theirs ?? local, column);
  if (local === undefined) return deletedByLocal(sides, place, column, mergeInside);
  if (theirs === undefined) return deletedByNew({ base, theirs: undefined, local }, place, column, mergeInside);
  return mergeBoth({ base, theirs, local }, place, column);
}

function mergeBoth(sides: Both, place: Place, column: Column): Merged | undefined {
  const { base, theirs, local } = sides;
  // The data of an entry whose text differs are not compared.
  const isUnchanged = (a: EntryVersion | undefined, b: EntryVersion | undefined): boolean =>
    column === undefined
      ? isSame(a, b) && hasSameOrder(a?.value, b?.value)
      : isSameText(a?.piece, b?.piece) && isSame(a, b);
  if (isUnchanged(theirs, base)) return kept(local, column);
  // What both sides changed in the value of the anchor is merged there.
  if (column !== undefined && areSameAlias(theirs.piece, local.piece) && !place.hasPins)
    return { value: local.value, lines: leafLines(sides, { taken: 'local', place, column }) };
  const isWhole = !place.hasPins || (typeof theirs.value !== 'object' && !place.pinsBelow);
  if (isWhole && isUnchanged(local, base)) return keptAt(theirs, local, column);
  if (isUnchanged(theirs, local)) {
    place.markCommonChange();
    return kept(local, column);
  }
  if (typeOf(theirs) === 'null' && base !== undefined && isOpenCollection(base.value, local.value, place))
    return deletedByNew({ base, theirs: undefined, local }, place, column, mergeInside) ?? kept(theirs, column);
  if (place.pinsBelow && !isSameKind(theirs.value, local.value)) return decide('edit/edit', sides, place, column);
  return mergeConfirmed(sides, place, column);
}

/** Reports whether the maps in equal data have their keys in the same order. */
function hasSameOrder(a: Value | undefined, b: Value | undefined): boolean {
  if (a === undefined || b === undefined) return true;
  if (isList(a) && isList(b)) return a.every((each, index) => hasSameOrder(each, b[index]));
  if (!isMap(a) || !isMap(b)) return true;
  const keys = Object.keys(b);
  return Object.keys(a).every((key, index) => key === keys[index] && hasSameOrder(a[key], b[key]));
}

/** Reports whether two pieces are the same alias. */
function areSameAlias(a: Piece | undefined, b: Piece | undefined): boolean {
  const isAlias = a?.kind === 'leaf' && b?.kind === 'leaf' && a.body.startsWith('*');
  return isAlias && a.body === b.body;
}

/**
 * Merges the inside of an entry. If the result depends on a guess, the merge of the entry's lines must have the same data,
 * or all edits of both sides; otherwise the guess is a conflict. Guesses about comments alone are left to the enclosing
 * entry.
 */
function mergeConfirmed(sides: Both, place: Place, column: Column): Merged | undefined {
  if (place.guessing === 'guessed') return mergeInside(sides, place, column);
  // No enclosing entry can confirm a guess about a whole document.
  if (!haveLines(sides)) return mergeInside(sides, place.isResource ? place.withGuessing('refusing') : place, column);
  const [guesses, open] = [place.guesses, place.openConflicts];
  let known: { readonly witness: LineMerge | undefined } | undefined;
  const witnessed = (): LineMerge | undefined => (known ??= { witness: lineWitness(sides, place.schema) }).witness;
  const confirmed = place.attempt((): { readonly merged: Merged | undefined } | undefined => {
    const merged = mergeInside(sides, place.withGuessing('trying'), column);
    if (place.guesses.unconfirmed === guesses.unconfirmed) return { merged };
    const witness = place.openConflicts === open ? witnessed() : undefined;
    const { unconfirmed, openComments } = place.guesses;
    const hasComments = openComments > guesses.openComments;
    if (witness === undefined || merged === undefined || !equalValues(witness.value, merged.value)) {
      // A comment may have moved to another entry, which only more lines can show.
      const areComments = unconfirmed - guesses.unconfirmed === openComments - guesses.openComments;
      const mayWait = areComments && place.openConflicts === open && !place.isResource && place.guessing === 'trying';
      return mayWait ? { merged } : undefined;
    }
    place.confirmAllBut(guesses);
    return { merged: hasComments ? inLines(witness, column) : merged };
  });
  if (confirmed !== undefined) return confirmed.merged;
  const witness = witnessed();
  const values = mapSides(sides, ({ value }) => value);
  if (witness !== undefined && !place.hasPins && hasAllEdits(values, witness.value, place))
    return inLines(witness, column);
  return mergeInside(sides, place.withGuessing('refusing'), column);
}

function mergeInside(sides: Both, place: Place, column: Column): Merged | undefined {
  const { base, theirs } = sides;
  // Kubernetes treats null as absent.
  const isAbsent = base !== undefined && typeOf(base) === 'null' && typeOf(theirs) !== 'scalar';
  const from = isAbsent ? undefined : base;
  const types = presentSides({ ...sides, base: from }).map(typeOf);
  if (types.every((type) => type === 'map')) return mergeMaps({ ...sides, base: from }, place, column, MERGES);
  if (
    types.every((type) => type === 'list') &&
    (from !== undefined || place.take === 'union' || !isConflictOfLists(sides, place))
  )
    return mergeLists({ ...sides, base: from }, place, column, MERGES);
  return mergeLeaves(sides, place, column, mergeEntry);
}

const MERGES: EntryMerges = { certain: mergeEntry, guessed: mergeGuess };

function isSameKind(a: Value, b: Value): boolean {
  return isMap(a) === isMap(b) && isList(a) === isList(b);
}

/** Returns new's version, to be written at local's place. */
function keptAt(theirs: EntryVersion, local: EntryVersion, column: Column): Merged | undefined {
  // A flow-style collection in local cannot hold lines.
  return local.isMissing === true ? undefined : kept(theirs, column);
}

/** Merges an entry whose versions are paired only by likeness. */
function mergeGuess(sides: Sides<EntryVersion>, place: Place, column: Column): Merged | undefined {
  const { theirs, local } = sides;
  const isWhole = presentSides(sides).every(({ value }) => typeof value !== 'object' || value === null);
  const kind = theirs === undefined || local === undefined ? 'delete/change' : isWhole ? 'edit/edit' : 'identity';
  if (place.guessing === 'refusing' || isRuleOfPolicy(place)) {
    const open = place.openConflicts;
    const decided = decide(kind, sides, place, column);
    if (kind === 'identity' && place.openConflicts > open) tellOfPermission(sides, place);
    return decided;
  }
  place.guess();
  return mergeEntry(sides, place.withGuessing('guessed'), column);
}

/** Names what a rule of a Role would permit with the changes of both sides, if neither permits it alone. */
function tellOfPermission(sides: Sides<EntryVersion>, place: Place): void {
  let merged: Value | undefined;
  place.attempt(() => {
    merged = mergeEntry(sides, place.withGuessing('guessed'), undefined)?.value;
    return undefined;
  });
  const rules = mapSides(sides, ({ value }) => [value]);
  const granted = merged === undefined ? undefined : grantedMore(rules, [merged], place);
  if (granted !== undefined) place.warning('sides-combined', permissionCombined(granted));
}
