import type { Result } from '../../krm/result.ts';
import { resourceName } from '../../krm/qualified-name.ts';
import { makeResult } from '../../krm/results.ts';
import { equalValues, type Value } from '../../yaml/index.ts';
import { listPlace, staysInEachPlace } from '../messages/package.ts';
import type { Conflict } from '../policy/conflict.ts';
import { resourceKey } from '../values/resource-list.ts';
import { isListUnit, itemsOf } from './list-form.ts';
import { verdictOn, ruleSubjectOf, type ResourceRules } from './merge-resource.ts';
import { mapSides, presentSides, type Side, type Sides } from '../sides.ts';
import type { Unit } from '../pairs/unit.ts';

/** A resource in one version: a document, or an item of a `List`. */
interface Holding {
  readonly unit: Unit;
  readonly isItem: boolean;
  readonly value: Value;
}

/**
 * Returns a conflict for each resource that one side moves into or out of the `List` of another file while the other
 * side changes or deletes it. These are not merged, so the resource stays in both places, whatever the answer.
 */
export function listMoves(
  resources: readonly Sides<Unit>[],
  rules: ResourceRules,
): { readonly conflicts: readonly Conflict[]; readonly results: readonly Result[] } {
  const found = { conflicts: [] as Conflict[], results: [] as Result[] };
  if (!resources.some((sides) => presentSides(sides).some(isListUnit))) return found;
  const of = (side: Side): ReadonlyMap<string, Holding> =>
    holdings(resources.flatMap(({ [side]: unit }) => unit ?? []));
  const [base, theirs, local] = [of('base'), of('theirs'), of('local')];
  for (const [key, before] of base) {
    const sides = { base: before, theirs: theirs.get(key), local: local.get(key) };
    const moved = movedHolding(sides);
    if (moved === undefined) continue;
    // Its form outside of a List is a document, whose name rules can select.
    const document = (moved.isItem ? before : moved).unit;
    const { ref } = document.resource;
    const places = mapSides(sides, ({ unit, isItem }) => ({ path: unit.file.path, isInList: isItem }));
    const conflict: Conflict = {
      kind: 'identity',
      file: moved.unit.file,
      ...(ref && { resource: ref }),
      values: mapSides(places, listPlace),
    };
    const subject = { ...ruleSubjectOf(document), file: moved.unit.file.path };
    if (verdictOn(conflict, rules, subject) === undefined) found.conflicts.push(conflict);
    else {
      const { resource } = moved.unit;
      const message = staysInEachPlace(ref && resourceName(ref), places.theirs, places.local);
      found.results.push(makeResult('warning', message, { code: 'duplicate-resource', resource }));
    }
  }
  return found;
}

function holdings(units: readonly Unit[]): ReadonlyMap<string, Holding> {
  const found = units.flatMap((unit): readonly Holding[] =>
    isListUnit(unit)
      ? itemsOf(unit).map((value) => ({ unit, isItem: true, value }))
      : [{ unit, isItem: false, value: unit.resource.value() }],
  );
  return new Map(
    found.flatMap((each) => {
      const key = resourceKey(each.value);
      return key === undefined ? [] : [[key, each] as const];
    }),
  );
}

/** Returns the resource in the version that gives it another form, unless the other side left it unchanged. */
function movedHolding({ base, theirs, local }: Sides<Holding>): Holding | undefined {
  if (base === undefined) return undefined;
  const isSame = (a: Holding, b: Holding | undefined): boolean =>
    b !== undefined && a.isItem === b.isItem && equalValues(a.value, b.value);
  for (const [one, other] of [
    [theirs, local],
    [local, theirs],
  ] as const)
    if (one !== undefined && one.isItem !== base.isItem && !isSame(base, other) && !isSame(one, other)) return one;
  return undefined;
}
