import { groupBy } from '../../group-by.ts';
import type { Side } from '../sides.ts';
import { KeyedPairing, nameIn, placeOf, type KeyOf } from './keyed-pairing.ts';
import type { UnchangedFiles } from './unchanged-files.ts';
import type { Unit } from './unit.ts';

/** Documents that both sides added, and those of all versions. */
interface AddedUnits {
  readonly theirs: readonly Unit[];
  readonly local: readonly Unit[];
  /** Documents that share their identity with others of their file. */
  readonly repeated: readonly Unit[];
  readonly all: Readonly<Record<Side, readonly Unit[]>>;
  readonly unchanged: UnchangedFiles;
  /** Returns the folder of the package that a file of a version is in. */
  readonly packageOf: (side: Side, path: string) => string;
}

/**
 * Pairs documents that both sides added: by identity in the same file; by position in the file if they are not resources; or by an identity
 * that no other document of their package has in any version. Resources with different names are never paired, however similar they are.
 * Returns new's document of each of local's.
 */
export function pairAdded({ theirs, local, repeated, all, unchanged, packageOf }: AddedUnits): ReadonlyMap<Unit, Unit> {
  if (theirs.length === 0 || local.length === 0) return new Map();
  const pairs = pairInFiles(theirs, local, repeated);
  const keyOf = (side: Side, { file, identity }: Unit): string | undefined =>
    identity && `${packageOf(side, file.path)}|${identity}`;
  const added = groupBy(theirs, (unit) => keyOf('theirs', unit));
  const taken = new Set(pairs.values());
  const found = local.flatMap((unit) => {
    const [other] = added.get(keyOf('local', unit)) ?? [];
    const isFree = unit.identity !== undefined && other !== undefined && !pairs.has(unit) && !taken.has(other);
    return isFree ? [[unit, other] as const] : [];
  });
  if (found.length === 0) return pairs;
  const others = unchanged.unitsNamed(new Set(found.map(([{ identity = '' }]) => nameIn(identity))));
  const counts = (['base', 'theirs', 'local'] as const).map((side) =>
    groupBy([...all[side], ...others], (unit) => keyOf(side, unit)),
  );
  for (const [unit, other] of found) {
    const key = keyOf('local', unit);
    if (counts.map((count) => count.get(key)?.length ?? 0).join() === '0,1,1') pairs.set(unit, other);
  }
  return pairs;
}

/** Pairs documents of the same files. `repeated`: as for `KeyedPairing`. Returns the earlier document of each paired one. */
function pairInFiles(before: readonly Unit[], after: readonly Unit[], repeated: readonly Unit[]): Map<Unit, Unit> {
  const pairing = new KeyedPairing(before, after, repeated);
  pairing.inFiles();
  pairing.inGaps();
  const inPlace: KeyOf = (unit) => placeOf(unit) && `${unit.file.path}|${placeOf(unit)}`;
  pairing.inGroups(inPlace, inPlace, { way: 'identity' });
  return new Map(Array.from(pairing.pairs, ([unit, pair]) => [unit, pair.before]));
}
