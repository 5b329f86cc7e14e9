import { canonicalText } from '../../pairing/align-equal.ts';
import { countCommon } from '../../pairing/count-common.ts';
import { equalValues, isList, isMap, type Value } from '../../yaml/index.ts';
import { equalCount } from '../../pairing/equal-count.ts';
import { areAlike } from '../../pairing/likeness.ts';
import { keyingOf } from './element-keys.ts';
import { pairVersions } from '../../pairing/pair-versions.ts';
import { grantedMore, isRuleOfPolicy } from './permissions.ts';
import type { Place } from './place.ts';
import { renamedKeys } from './renamed-keys.ts';
import { mapSides, type Sides } from '../sides.ts';

/**
 * Reports whether a merged value has every edit of both sides, judged by element: additions and changes are present,
 * unless the other side changed the same element; removed elements are absent. Elements without keys are counted.
 */
export function hasAllEdits(sides: Sides<Value>, merged: Value | undefined, place: Place): boolean {
  const { base, theirs, local } = sides;
  if (isSame(theirs, local) || isSame(theirs, base)) return isSame(merged, local);
  if (isSame(local, base)) return isSame(merged, theirs);
  if (theirs === undefined || local === undefined || merged === undefined) return false;
  const values = [base ?? theirs, theirs, local, merged];
  if (values.every(isMap)) return hasAllEntries(sides, merged, place);
  if (values.every(isList)) return hasAllElements(sides, merged, place);
  const areLines = values.every((value) => typeof value === 'string' && value.includes('\n'));
  return areLines && typeof merged === 'string' && hasAllLines(sides, merged);
}

function isSame(a: Value | undefined, b: Value | undefined): boolean {
  return a === b || (a !== undefined && b !== undefined && equalValues(a, b));
}

function entriesOf(value: Value | undefined): ReadonlyMap<string, Value> {
  return new Map(isMap(value ?? null) ? Object.entries(value as Readonly<Record<string, Value>>) : []);
}

function hasAllEntries(sides: Sides<Value>, merged: Value, place: Place): boolean {
  const maps = mapSides(sides, entriesOf);
  const result = entriesOf(merged);
  const renamed = renamedKeys(maps).renames;
  const keys = new Set([maps.base, maps.theirs, maps.local, result].flatMap((map) => [...(map?.keys() ?? [])]));
  return [...keys].every((key) => {
    const rename = renamed.get(key);
    if (rename === 'old') return !result.has(key);
    const of = mapSides(maps, (map, side) => map.get(rename?.[side] ?? key));
    return hasAllEdits(of, result.get(key), place.at(key));
  });
}

function hasAllElements(sides: Sides<Value>, merged: Value, place: Place): boolean {
  const lists = mapSides(sides, (value) => (isList(value) ? value : []));
  const keying = keyingOf(place, lists);
  const paired = pairVersions(lists, keying);
  if (paired.isContested || !isList(merged) || grantedMore(sides, merged, place) !== undefined) return false;
  const left = [...merged];
  const take = (isWanted: (value: Value) => boolean): boolean => {
    const at = left.findIndex(isWanted);
    if (at !== -1) left.splice(at, 1);
    return at !== -1;
  };
  const changed: Sides<Value>[] = [];
  for (let id = 0; id < paired.count; id++) {
    const of = mapSides(lists, (list, side) => list[paired.ids[side].indexOf(id)]);
    const isApart = paired.guesses.has(id) && isReplaced(of, keying.keys);
    const isKept = isSame(of.theirs, of.local) || isSame(of.theirs, isApart ? undefined : of.base);
    const wanted = isKept ? of.local : of.theirs;
    if (!isKept && !isSame(of.local, isApart ? undefined : of.base)) changed.push(of);
    else if (wanted !== undefined && !take((value) => isSame(value, wanted))) return false;
  }
  if (changed.length > 0 && isRuleOfPolicy(place.atElement(0, null))) return false;
  const isTaken = (of: Sides<Value>): boolean =>
    take((value) => hasAllEdits(of, value, place.atElement(0, of.local ?? null)));
  return changed.every(isTaken) && left.length === 0;
}

/**
 * Reports whether an element that one side removed and the other side changed may as well be replaced by a different
 * one: the changed one has little in common with it.
 */
function isReplaced({ base, theirs, local }: Sides<Value>, keys: readonly string[] | undefined): boolean {
  if (theirs !== undefined && local !== undefined) return false;
  return !areAlike(base ?? null, theirs ?? local ?? null, keys);
}

function hasAllLines(sides: Sides<Value>, merged: string): boolean {
  const { base = [], theirs = [], local = [] } = mapSides(sides, linesOf);
  const result = linesOf(merged);
  const times = (list: readonly string[], line: string): number => list.filter((each) => each === line).length;
  return [...new Set([...base, ...theirs, ...local, ...result])].every((line) => {
    const wanted = equalCount(times(base, line), times(theirs, line), times(local, line));
    return wanted === undefined ? result.includes(line) : times(result, line) === wanted;
  });
}

function linesOf(value: Value): readonly string[] {
  return typeof value === 'string' ? value.split('\n') : [];
}

/** Reports whether two lists have the same elements with the same counts, in any order. */
export function hasSameElements(a: Value, b: Value): boolean {
  if (!isList(a) || !isList(b) || a.length !== b.length) return false;
  return countCommon(a.map(canonicalText), b.map(canonicalText)) === a.length;
}
