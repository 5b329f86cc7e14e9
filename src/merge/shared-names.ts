import { groupBy } from '../group-by.ts';
import type { Result } from '../krm/result.ts';
import { makeResult } from '../krm/results.ts';
import { changedSide, mapSides, presentSides, type Sides } from './sides.ts';
import type { Unit } from './unit.ts';

/** Returns a warning for each name that more resources have afterwards than in any version: each side gave it to another one. */
export function sharedNames(resources: readonly Sides<Unit>[]): readonly Result[] {
  const kept = resources.filter(
    ({ base, new: theirs, local }) => base === undefined || (theirs !== undefined && local !== undefined),
  );
  const of = (side: 'base' | 'new' | 'local'): ReadonlyMap<string | undefined, readonly unknown[]> =>
    groupBy(resources, ({ [side]: unit }) => unit && nameOf(unit));
  const versions = [of('base'), of('new'), of('local')];
  return [...groupBy(kept, mergedName)].flatMap(([name, sharing]) => {
    const most = Math.max(...versions.map((version) => version.get(name)?.length ?? 0));
    const [shown] = sharing.flatMap((sides) => presentSides(sides).at(-1) ?? []);
    if (name === undefined || sharing.length <= most || shown === undefined) return [];
    const files = new Set(sharing.flatMap((sides) => presentSides(sides).at(-1)?.file.path ?? []));
    const message = `${sharing.length} resources have this name now, in ${[...files].join(', ')}: each side gave it to another one`;
    return [makeResult('warning', message, { resource: shown.resource })];
  });
}

function mergedName(sides: Sides<Unit>): string | undefined {
  const names = mapSides(sides, nameOf);
  if (names.base === undefined) return names.local ?? names.new;
  return names[changedSide(names) ?? 'local'];
}

/** Returns a text for the kind, namespace and name of a resource; undefined if it is none. */
function nameOf({ resource: { group, kind, namespace, name } }: Unit): string | undefined {
  if (kind === '' || name === '' || kind === 'Kptfile') return undefined;
  return [group, kind, namespace || 'default', name].join('|');
}
