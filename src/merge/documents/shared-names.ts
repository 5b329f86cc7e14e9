import { groupBy } from '../../group-by.ts';
import type { Result } from '../../krm/result.ts';
import { makeResult } from '../../krm/results.ts';
import { nameShared } from '../messages/package.ts';
import type { Conflict } from '../policy/conflict.ts';
import { verdictOn, ruleSubjectOf, type ResourceRules } from './merge-resource.ts';
import { changedSide, mapSides, presentSides, type Sides } from '../sides.ts';
import type { UnchangedFiles } from '../pairs/unchanged-files.ts';
import type { Unit } from '../pairs/unit.ts';

/** Open conflicts, and warnings about those that an answer decides. */
interface SharedNames {
  readonly conflicts: readonly Conflict[];
  readonly results: readonly Result[];
}

/**
 * Returns a conflict for each name that more resources of a package have in the result than in any version: the sides
 * gave it to different resources. Where a version has a name several times, only resources of one file count. Both
 * stay, whatever the answer.
 */
export function sharedNames(resources: readonly Sides<Unit>[], place: Surroundings, rules: ResourceRules): SharedNames {
  const found = { conflicts: [] as Conflict[], results: [] as Result[] };
  for (const { conflict, unit, message } of resourcesByName(resources, place))
    if (verdictOn(conflict, rules, ruleSubjectOf(unit)) === undefined) found.conflicts.push(conflict);
    else found.results.push(makeResult('warning', message, { code: 'duplicate-resource', resource: unit.resource }));
  return found;
}

/** A name that several resources have in the result, and one of these resources. */
interface SharedName {
  readonly conflict: Conflict;
  readonly unit: Unit;
  readonly message: string;
}

/** Packages around resources. */
interface Surroundings {
  /** Returns the folder of the package that a file is in. */
  readonly packageOf: (path: string) => string;
  readonly unchanged: UnchangedFiles;
}

function resourcesByName(
  resources: readonly Sides<Unit>[],
  { packageOf, unchanged }: Surroundings,
): readonly SharedName[] {
  const kept = resources.filter(
    ({ base, theirs, local }) => base === undefined || (theirs !== undefined && local !== undefined),
  );
  const inPackage = (name: string | undefined, path: string): string | undefined =>
    name && `${packageOf(path)}|${name}`;
  const inFile = (name: string | undefined, path: string): string | undefined => name && `${path}|${name}`;
  const countsBy = (keyOf: typeof inFile): ((key: string | undefined) => number) => {
    const versions = (['base', 'theirs', 'local'] as const).map((side) =>
      groupBy(resources, ({ [side]: unit }) => unit && keyOf(sharedNameOf(unit), unit.file.path)),
    );
    return (key) => Math.max(...versions.map((version) => version.get(key)?.length ?? 0));
  };
  const [mostInPackage, mostInFile] = [countsBy(inPackage), countsBy(inFile)];
  const sharedInPackages = [...groupBy(kept, (sides) => inPackage(mergedName(sides), mergedPathOf(sides)))].filter(
    ([key, sharing]) => key !== undefined && sharing.length > Math.max(mostInPackage(key), 1),
  );
  const isShared = (key: string | undefined, [sides]: readonly Sides<Unit>[]): boolean => {
    const { name } = (sides && presentSides(sides).at(-1))?.resource ?? {};
    const others = unchanged.unitsNamed(new Set([name ?? '']));
    return mostInPackage(key) > 1 || others.some((unit) => inPackage(sharedNameOf(unit), unit.file.path) === key);
  };
  const inPackages = sharedInPackages.filter((group) => !isShared(...group));
  const known = new Set(inPackages.flatMap(([, sharing]) => sharing));
  const inFiles = [...groupBy(kept, (sides) => inFile(mergedName(sides), mergedPathOf(sides)))].filter(
    ([key, sharing]) =>
      key !== undefined && sharing.length > Math.max(mostInFile(key), 1) && !sharing.every((each) => known.has(each)),
  );
  return [
    ...inPackages.flatMap(([, sharing]) => sharedName(sharing, 'invalid')),
    ...inFiles.flatMap(([, sharing]) => sharedName(sharing, 'identity')),
  ];
}

function sharedName(sharing: readonly Sides<Unit>[], kind: 'invalid' | 'identity'): readonly SharedName[] {
  const [unit] = sharing.flatMap((sides) => presentSides(sides).at(-1) ?? []);
  if (unit === undefined) return [];
  const files = new Set(sharing.map(mergedPathOf));
  const message = nameShared(sharing.length, [...files]);
  const { ref } = unit.resource;
  const values = { base: undefined, theirs: message, local: message };
  return [{ conflict: { kind, file: unit.file, ...(ref && { resource: ref }), values }, unit, message }];
}

/** Returns the path of a resource in the result, or in local if both sides moved it. */
function mergedPathOf(sides: Sides<Unit>): string {
  const paths = mapSides(sides, ({ file }) => file.path);
  const moved = paths.base === undefined ? undefined : paths[changedSide(paths) ?? 'local'];
  return moved ?? presentSides(paths).at(-1) ?? '';
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
