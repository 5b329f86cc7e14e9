import { TYPED_MAPS, UNIONS } from '../../kubernetes-types.ts';
import { endsWith } from '../../pairing/list-keys.ts';
import { equalValues, isMap, type Path, type Value } from '../../yaml/index.ts';
import type { Both } from './merged-value.ts';

/** A union in a map. */
export interface Union {
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
export function isSwitchedByBoth({ base, theirs, local }: Both, field: Path): boolean {
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
