import { OPEN_MAPS, TYPED_MAPS, UNIONS } from '../../kubernetes-types.ts';
import { isCertain } from '../../pairing/certainty.ts';
import { endsWith } from '../../pairing/list-keys.ts';
import { equalValues, isMap, type Path, type Value } from '../../yaml/index.ts';
import { FIELDS_COMBINED } from '../messages/combinations.ts';
import { otherName } from '../messages/conflicts.ts';
import { entryNamed, withAnother } from '../messages/names.ts';
import { mapSides, presentSides, type Sides } from '../sides.ts';
import type { EntryMerges } from './entry-merge.ts';
import { entriesOf, type EntryVersion, writtenKey } from './input.ts';
import { haveLines, inLines, orderWitness } from './line-witness.ts';
import { hasLooseAdditions, mergeOrder } from './merge-order.ts';
import { type Both, type Column, type Merged, MergedMap } from './merged-value.ts';
import { isOpenMap } from './open-collections.ts';
import type { Place } from './place.ts';
import { tellOfRename, warnOfRename } from './possible-rename.ts';
import { renamedKeys, type RenamedKeys } from './renamed-keys.ts';
import { decide } from './taken-version.ts';
import { canvasColumn, collected, type WrittenEntry } from './written-lines.ts';

/** Merges maps entry by entry. */
export function mergeMaps(sides: Both, whole: Place, column: Column, merges: EntryMerges): Merged | undefined {
  const place = whole.isRefused ? whole.withGuessing('refusing') : whole;
  const isSwitched = isSwitchedByBoth(sides, place.field);
  if (isSwitched) return decide('union', sides, place, column);
  const isMixed = sides.base === undefined && !isOpenMap(place) && mixes(sides.theirs.value, sides.local.value);
  if (isMixed && place.strictness.onAdd === 'conflict') return decide('add/add', sides, place, column);
  if (isMixed) place.warning('sides-combined', FIELDS_COMBINED);
  const open = place.openConflicts;
  // A version that repeats the fields of a merge key has different lines for the same data.
  const isWrittenOut = new Set(presentSides(sides).map(hasMergeKey)).size > 1;
  const entries = mapSides(sides, (input) => entriesOf(isWrittenOut ? { value: input.value } : input));
  const inner = isWrittenOut ? undefined : canvasColumn(sides, 'map', column);
  const isDelicate = mayBeRenamed(entries);
  if (isDelicate) place.markDelicate();
  // Nothing else needs the values of entries that neither side changed.
  const splits = place.guessing === 'refusing';
  const { renames, apart, split } = isDelicate ? renamedKeys(mapSides(entries, valuesOf), { splits }) : NONE_RENAMED;
  // A conflict about one entry is enough.
  if (place.isRefused && split.size === 0) return decide('identity', sides, place, column);
  const keys = mapSides(entries, (map) => [...map.keys()]);
  if (keys.base?.some((key) => entries.theirs?.has(key) !== true && entries.local?.has(key) !== true) === true)
    place.markCommonChange();
  const order = mergeOrder(keys);
  const merged = order.flatMap((key): (readonly [string, WrittenEntry])[] => {
    const rename = renames.get(key);
    if (rename === 'old') return [];
    const of = mapSides(entries, (map, side) => map.get(rename?.[side] ?? key));
    const at = place.at(key, writtenKey(key, of));
    const candidate = split.get(key);
    if (rename !== undefined)
      tellOfRename(mapSides({ base: rename.base, theirs: rename.theirs, local: rename.local }, entryNamed), of, at);
    const mergeIt = isCertain(rename?.way ?? 'mapKey') ? merges.certain : merges.guessed;
    const entry =
      candidate === undefined
        ? mergeIt(of, at, inner)
        : decide('delete/change', of, at, inner, otherName(entryNamed(candidate.key), candidate.side));
    if (entry === undefined) return [];
    const old = apart.get(key);
    if (old !== undefined) warnOfRename(of, withAnother(entryNamed(old), 'key'), place.at(key));
    // Under another key than that of its versions, it may have another meaning.
    const part = rename === undefined ? entry : { value: entry.value, lines: entry.lines };
    return [[key, { entry: part, isAdded: of.base === undefined }]];
  });
  const parts = new Map(merged.map(([key, { entry }]) => [key, entry]));
  const hasConflict = place.openConflicts > open;
  const inLineOrder =
    hasConflict || !hasLooseAdditions(keys)
      ? undefined
      : keysByLines(sides, new MergedMap(parts, undefined).value, place, column);
  if (inLineOrder !== undefined) return inLineOrder;
  return collected(
    { make: (lines) => new MergedMap(parts, lines), sides, column, place, hasConflict },
    inner,
    merged.map(([, entry]) => entry),
  );
}

const NONE_RENAMED: RenamedKeys = { renames: new Map(), apart: new Map(), split: new Map() };

function valuesOf(entries: ReadonlyMap<string, EntryVersion>): ReadonlyMap<string, Value> {
  return new Map(Array.from(entries, ([key, { value }]) => [key, value]));
}

/** Reports whether one side removed an entry, and one side added one. */
function mayBeRenamed({ base, theirs, local }: Sides<ReadonlyMap<string, EntryVersion>>): boolean {
  const sides = [theirs, local].map((side) => new Set(side?.keys()));
  const keys = [...(base?.keys() ?? [])];
  const isRemoved = sides.some((side) => keys.some((key) => !side.has(key)));
  return isRemoved && sides.some((side) => [...side].some((key) => base?.has(key) !== true));
}

function hasMergeKey({ piece }: EntryVersion): boolean {
  return piece?.isPlain === false && piece.kind === 'map' && piece.children.some(({ isMerge }) => isMerge);
}

/** Returns the merge by lines of a map, if it is clean both ways and has the merged data. */
function keysByLines(sides: Both, value: Value, place: Place, column: Column): Merged | undefined {
  if (place.guessing === 'guessed' || !haveLines(sides)) return undefined;
  const lines = orderWitness(sides, place.schema);
  return lines !== undefined && equalValues(lines.value, value) ? inLines(lines, column) : undefined;
}

/**
 * Reports whether each of two maps has an entry that the other lacks, in itself or in a map inside it, so that a merge
 * would combine what nobody tried together. Entries of open maps are independent, and so are elements of lists. A map
 * inside that mixes both by itself does not count.
 */
function mixes(theirs: Value, local: Value): boolean {
  const { inTheirs, inLocal } = extras(theirs, local);
  return inTheirs && inLocal;
}

/** Sides that have an entry that the other lacks. */
interface Extras {
  readonly inTheirs: boolean;
  readonly inLocal: boolean;
}

function extras(theirs: Value, local: Value): Extras {
  if (!isMap(theirs) || !isMap(local)) return { inTheirs: false, inLocal: false };
  const inside = Object.keys(theirs)
    .filter((key) => Object.hasOwn(local, key) && !OPEN_MAPS.has(key))
    .map((key) => extras(theirs[key] ?? null, local[key] ?? null))
    .filter(({ inTheirs, inLocal }) => inTheirs !== inLocal);
  const lacks = (map: typeof theirs, other: typeof theirs): boolean =>
    Object.keys(map).some((key) => !Object.hasOwn(other, key));
  return {
    inTheirs: lacks(theirs, local) || inside.some(({ inTheirs }) => inTheirs),
    inLocal: lacks(local, theirs) || inside.some(({ inLocal }) => inLocal),
  };
}

/** A union in a map. */
interface Union {
  /** Reports whether a key is a member of the union. */
  has(key: string): boolean;
  /** Returns a text for the member that is set in a map; '' if none. */
  memberOf(value: Value | undefined): string;
}

/** Returns the union in the map at a path of a resource; undefined if the map has none. */
export function unionAt(path: Path): Union | undefined {
  const keys = path.filter((step) => typeof step === 'string');
  if (TYPED_MAPS.some((typed) => endsWith(keys, typed)))
    return { has: () => true, memberOf: (value) => JSON.stringify((isMap(value) && value['type']) || '') };
  const row = UNIONS.find((each) => endsWith(keys, each.path));
  if (row === undefined) return undefined;
  const has = (key: string): boolean => row.members?.includes(key) ?? row.others?.includes(key) === false;
  return {
    has,
    memberOf: (value) =>
      (isMap(value) ? Object.keys(value) : [])
        .filter((key) => has(key) && value !== undefined && isMap(value) && value[key] !== null)
        .toSorted()
        .join(),
  };
}

/**
 * Reports whether both sides changed a union, and at least one switched to another member. A merge would have fields of
 * both members, or lose a change with its member.
 */
function isSwitchedByBoth({ base, theirs, local }: Both, field: Path): boolean {
  const union = unionAt(field);
  if (union === undefined) return false;
  const [b, n, l] = [base, theirs, local].map((input) => input?.value);
  const isSwitched = (side: Value | undefined): boolean => union.memberOf(side) !== union.memberOf(b);
  if (!isSwitched(n) && !isSwitched(l)) return false;
  const part = (value: Value | undefined): Value =>
    Object.fromEntries(Object.entries(isMap(value) ? value : {}).filter(([key]) => union.has(key)));
  const [before, ours, others] = [part(b), part(l), part(n)];
  return !equalValues(before, ours) && !equalValues(before, others) && !equalValues(ours, others);
}
