import { groupBy } from '../../group-by.ts';
import type { Result } from '../../krm/result.ts';
import { makeResult } from '../../krm/results.ts';
import type { Conflict } from '../policy/conflict.ts';
import { verdictOn, ruleSubjectOf, type ResourceRules } from './merge-resource.ts';
import { changedSide, mapSides, presentSides, type Sides } from '../sides.ts';
import type { Unit } from './unit.ts';

/** Open conflicts, and warnings about those that an answer decides. */
interface SharedNames {
  readonly conflicts: readonly Conflict[];
  readonly results: readonly Result[];
}

/**
 * Returns a conflict for each name that more resources have in the result than in any version: the sides gave it to
 * different resources. Both stay, whatever the answer.
 */
export function sharedNames(resources: readonly Sides<Unit>[], rules: ResourceRules): SharedNames {
  const found = { conflicts: [] as Conflict[], results: [] as Result[] };
  for (const { conflict, unit, message } of resourcesByName(resources))
    if (verdictOn(conflict, rules, ruleSubjectOf(unit)) === undefined) found.conflicts.push(conflict);
    else found.results.push(makeResult('warning', message, unit));
  return found;
}

/** A name that several resources have in the result, and one of these resources. */
interface SharedName {
  readonly conflict: Conflict;
  readonly unit: Unit;
  readonly message: string;
}

function resourcesByName(resources: readonly Sides<Unit>[]): readonly SharedName[] {
  const kept = resources.filter(
    ({ base, theirs, local }) => base === undefined || (theirs !== undefined && local !== undefined),
  );
  const of = (side: 'base' | 'theirs' | 'local'): ReadonlyMap<string | undefined, readonly unknown[]> =>
    groupBy(resources, ({ [side]: unit }) => unit && sharedNameOf(unit));
  const versions = [of('base'), of('theirs'), of('local')];
  return [...groupBy(kept, mergedName)].flatMap(([name, sharing]) => {
    const most = Math.max(...versions.map((version) => version.get(name)?.length ?? 0));
    const [shown] = sharing.flatMap((sides) => presentSides(sides).at(-1) ?? []);
    if (name === undefined || sharing.length <= most || shown === undefined) return [];
    const files = new Set(sharing.flatMap((sides) => presentSides(sides).at(-1)?.file.path ?? []));
    const message = `${sharing.length} resources have this name now, in ${[...files].join(', ')}: each side gave it to a different one`;
    const { ref } = shown.resource;
    const values = { base: undefined, theirs: message, local: message };
    return [
      { conflict: { kind: 'invalid', file: shown.file, ...(ref && { resource: ref }), values }, unit: shown, message },
    ];
  });
}

function mergedName(sides: Sides<Unit>): string | undefined {
  const names = mapSides(sides, sharedNameOf);
  if (names.base === undefined) return names.local ?? names.theirs;
  return names[changedSide(names) ?? 'local'];
}

/** Returns a text for the kind, namespace and name of a resource; undefined for other documents. */
function sharedNameOf({ resource: { group, kind, namespace, name } }: Unit): string | undefined {
  if (kind === '' || name === '' || kind === 'Kptfile') return undefined;
  return [group, kind, namespace || 'default', name].join('|');
}
