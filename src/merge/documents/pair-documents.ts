import { presentSides, type Side, type Sides } from '../sides.ts';
import type { MergedResource } from './merge-resource.ts';
import type { VersionFile } from './package-file.ts';
import { dropContrary, dropDoubtful, followOther, pairAdded, pairByOther, pairUnits } from './pair-units.ts';
import type { Unit } from './unit.ts';

/** A resource, or another document, in the versions that have it. */
export interface Subject {
  sides: Sides<Unit>;
  merged?: MergedResource;
  /** Name of what one side may have made of the resource, as in a `Conflict`. */
  candidate?: string;
  /** Resource that local deleted, and that this one of new may be. */
  formerly?: Unit;
}

/** Pairs the documents of all versions. `isStrict`: as for `dropDoubtful`. */
export function pairDocuments(
  files: readonly Sides<VersionFile>[],
  { isStrict }: { readonly isStrict: boolean },
): {
  readonly subjects: readonly Subject[];
  readonly of: ReadonlyMap<Unit, Subject>;
} {
  const unitsOf = (side: Side): readonly Unit[] => files.flatMap((sides) => sides[side]?.units ?? []);
  const [base, theirs, local] = [unitsOf('base'), unitsOf('theirs'), unitsOf('local')];
  const [toNew, toLocal] = [pairUnits(base, theirs, local), pairUnits(base, local, theirs)] as const;
  dropContrary(toNew, toLocal, { theirs, local });
  for (const [units, pairs, others] of [
    [theirs, toNew, toLocal],
    [local, toLocal, toNew],
  ] as const) {
    followOther(units, pairs, others);
    for (const [unit, before] of pairByOther(units, pairs, others)) pairs.set(unit, before);
  }
  // A dropped pair of one side can make one of the other side doubtful.
  for (let count = Infinity; toNew.size + toLocal.size < count;) {
    count = toNew.size + toLocal.size;
    dropDoubtful(toNew, toLocal, { units: local, isStrict });
    dropDoubtful(toLocal, toNew, { units: theirs, isStrict });
  }
  const newOf = new Map(Array.from(toNew, ([after, before]) => [before, after]));
  const localOf = new Map(Array.from(toLocal, ([after, before]) => [before, after]));
  const added = pairAdded(
    theirs.filter((unit) => !toNew.has(unit)),
    local.filter((unit) => !toLocal.has(unit)),
  );
  const newOfAdded = new Map(Array.from(added, ([after, before]) => [before, after]));
  const subjects: Subject[] = [
    ...base.map((unit) => ({ sides: { base: unit, theirs: newOf.get(unit), local: localOf.get(unit) } })),
    ...theirs.flatMap((unit) =>
      toNew.has(unit) ? [] : [{ sides: { base: undefined, theirs: unit, local: newOfAdded.get(unit) } }],
    ),
    ...local.flatMap((unit) =>
      toLocal.has(unit) || added.has(unit) ? [] : [{ sides: { base: undefined, theirs: undefined, local: unit } }],
    ),
  ];
  const of = new Map(subjects.flatMap((subject) => presentSides(subject.sides).map((unit) => [unit, subject])));
  return { subjects, of };
}
