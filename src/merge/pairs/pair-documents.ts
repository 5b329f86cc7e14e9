import { groupBy } from '../../group-by.ts';
import type { ResourceWay } from '../../pairing/certainty.ts';
import { mapSides, MERGED_SIDES, type MergedSide, otherOf, presentSides, type Side, type Sides } from '../sides.ts';
import { agree, type AllUnits } from './agree.ts';
import { Budget } from './alike.ts';
import { KeyedPairing, type KeyOf, nameIn, namelessPlace } from './keyed-pairing.ts';
import { following, type Later, type Moves, movesOf } from './moves.ts';
import type { VersionFile } from './package-file.ts';
import { FilePairing, type FilePairs } from './pair-files.ts';
import { type Files, folderOf, type PackagePairs, PackageTree, pairPackages } from './pair-packages.ts';
import { pairUnits } from './pair-units.ts';
import type { UnitPairs } from './pairs.ts';
import type { UnchangedFiles } from './unchanged-files.ts';
import type { Unit } from './unit.ts';

/** A resource, or another document, in the versions that have it. */
export interface Subject {
  sides: Sides<Unit>;
  /** Ways in which the versions of the sides were found, if there is a base. */
  readonly ways: Readonly<Partial<Record<MergedSide, ResourceWay>>>;
  /** Documents of a side that may be a later version of base, if that side has none. */
  readonly candidates: Readonly<Partial<Record<MergedSide, readonly Unit[]>>>;
  /** Documents as the files have them, of those that follow a file that the other side moved. Default: none. */
  readonly followers?: readonly Unit[];
}

/** Changed files of all versions, and what surrounds them. */
export interface ChangedVersions {
  /** All changed files. */
  readonly files: readonly Sides<VersionFile>[];
  readonly unchanged: UnchangedFiles;
}

/** Pairs of the files of each side with those of base. */
export interface PairedFiles {
  readonly packages: Readonly<Record<MergedSide, PackagePairs>>;
  readonly files: Readonly<Record<MergedSide, FilePairs>>;
  readonly budgets: Readonly<Record<MergedSide, Budget>>;
  readonly trees: Readonly<Record<Side, PackageTree>>;
}

/** Pairs the packages and files of each side with those of base. */
export function pairFiles({ files, unchanged }: ChangedVersions): PairedFiles {
  const filesOf = (side: Side): Files =>
    new Map(files.flatMap(({ [side]: file }) => (file === undefined ? [] : [[file.path, file]])));
  const all = { base: filesOf('base'), theirs: filesOf('theirs'), local: filesOf('local') };
  const treeOf = (side: Side): PackageTree => new PackageTree([...all[side].keys(), ...unchanged.paths]);
  const trees = { base: treeOf('base'), theirs: treeOf('theirs'), local: treeOf('local') };
  const budgets = { theirs: new Budget(), local: new Budget() };
  const packagesOf = (side: MergedSide): PackagePairs =>
    pairPackages([trees.base, trees[side]], [all.base, all[side]], { unchanged, budget: budgets[side] });
  const packages = { theirs: packagesOf('theirs'), local: packagesOf('local') };
  const pairingOf = (side: MergedSide): FilePairing =>
    new FilePairing({
      before: all.base,
      after: all[side],
      other: all[otherOf(side)],
      packages: packages[side],
      unchanged,
      budget: budgets[side],
    });
  const found = { theirs: pairingOf('theirs'), local: pairingOf('local') };
  found.theirs.follow(found.local);
  found.local.follow(found.theirs);
  for (const side of MERGED_SIDES) found[side].byLikeness();
  found.theirs.follow(found.local);
  found.local.follow(found.theirs);
  return { packages, files: found, budgets, trees };
}

/** Pairs the documents of the versions. `paths`: files with documents. `isStrict`: as for `dropDoubtful`. */
export function pairDocuments(
  files: readonly Sides<VersionFile>[],
  versions: ChangedVersions,
  { isStrict }: { readonly isStrict: boolean },
): PairedDocuments {
  const unitsOf = (side: Side): readonly Unit[] => files.flatMap((sides) => sides[side]?.units ?? []);
  const units = { base: unitsOf('base'), theirs: unitsOf('theirs'), local: unitsOf('local') };
  const paired = pairFiles(versions);
  const ofSide = (side: MergedSide): UnitPairs =>
    pairUnits({
      before: units.base,
      after: units[side],
      other: units[otherOf(side)],
      files: paired.files[side],
      packages: paired.packages[side],
      unchanged: versions.unchanged,
      budget: paired.budgets[side],
    });
  const found = { theirs: ofSide('theirs'), local: ofSide('local') };
  agree(found, units, { isStrict, packages: paired.packages, unchanged: versions.unchanged });
  const later = { theirs: laterOf(found.theirs), local: laterOf(found.local) };
  const movesIn = (side: MergedSide): Moves => {
    const paths = new Set(versions.files.flatMap(({ [side]: file }) => file?.path ?? []));
    const ofSides = { later: later[side], other: later[otherOf(side)] };
    return movesOf(units.base, ofSides, paired.files[side], (path) => paths.has(path));
  };
  const moves = { theirs: movesIn('theirs'), local: movesIn('local') };
  const subjects = joined(found, units, { unchanged: versions.unchanged, trees: paired.trees, moves, later });
  const isOverLimit = MERGED_SIDES.some((side) => paired.budgets[side].isExceeded);
  return { subjects, trees: paired.trees, moves, isOverLimit };
}

/** Documents of all versions, joined. */
export interface PairedDocuments extends Pick<PairedFiles, 'trees'> {
  readonly subjects: readonly Subject[];
  readonly moves: Readonly<Record<MergedSide, Moves>>;
  /** True if there were too many documents or files to compare. */
  readonly isOverLimit: boolean;
}

/** Returns the subject of each document. */
export function subjectsByUnit(subjects: readonly Subject[]): ReadonlyMap<Unit, Subject> {
  return new Map(
    subjects.flatMap((subject) =>
      [...presentSides(subject.sides), ...(subject.followers ?? [])].map((unit) => [unit, subject] as const),
    ),
  );
}

function laterOf({ pairs }: UnitPairs): Later {
  return new Map(Array.from(pairs, ([unit, { before, way }]) => [before, { unit, way }]));
}

function joined(
  found: Readonly<Record<MergedSide, UnitPairs>>,
  units: AllUnits,
  {
    unchanged,
    trees,
    moves,
    later,
  }: Pick<ChangedVersions, 'unchanged'> &
    Pick<PairedFiles, 'trees'> &
    Pick<PairedDocuments, 'moves'> & { readonly later: Readonly<Record<MergedSide, Later>> },
): readonly Subject[] {
  const wayOf = (side: MergedSide, unit: Unit) => {
    const way = later[side].get(unit)?.way;
    return way && { [side]: way };
  };
  const candidatesOf = (side: MergedSide, unit: Unit) => {
    const candidates = later[side].has(unit) ? undefined : found[side].candidates.get(unit);
    const free = candidates?.filter((each) => !found[side].pairs.has(each)) ?? [];
    return free.length > 0 && { [side]: free };
  };
  const addedBy = (side: MergedSide): ReadonlyMap<Unit, Unit> =>
    following(
      units[side].filter((unit) => !found[side].pairs.has(unit)),
      moves[otherOf(side)],
    );
  const [theirs, local] = [addedBy('theirs'), addedBy('local')];
  const repeated = [
    [theirs, units.theirs],
    [local, units.local],
  ] as const;
  const packageOf = (side: Side, path: string): string => trees[side].packageOf(folderOf(path));
  const added = pairAdded({
    theirs: [...theirs.values()],
    local: [...local.values()],
    repeated: repeated.flatMap(([placed, all]) => repeatedIn(all, placed)),
    all: units,
    unchanged,
    packageOf,
  });
  const localOfAdded = new Map(Array.from(added, ([unit, other]) => [other, unit]));
  const originals = new Map([...theirs, ...local].flatMap(([unit, each]) => (each === unit ? [] : [[each, unit]])));
  const additionOf = (unit: Unit | undefined, other: Unit | undefined): Subject => {
    const followers = [unit, other].flatMap((each) => (each && originals.get(each)) ?? []);
    const sides = { base: undefined, theirs: unit, local: other };
    return { sides, ways: {}, candidates: {}, ...(followers.length > 0 && { followers }) };
  };
  return [
    ...units.base.map((unit): Subject => {
      const own = { base: unit, theirs: later.theirs.get(unit)?.unit, local: later.local.get(unit)?.unit };
      const sides = mapSides(own, (each, side) =>
        side === 'base' ? each : asFollowing(each, unit, moves[otherOf(side)]),
      );
      const followers = MERGED_SIDES.flatMap((side) => (sides[side] === own[side] ? [] : (own[side] ?? [])));
      return {
        sides,
        ways: { ...wayOf('theirs', unit), ...wayOf('local', unit) },
        candidates: { ...candidatesOf('theirs', unit), ...candidatesOf('local', unit) },
        ...(followers.length > 0 && { followers }),
      };
    }),
    ...Array.from(theirs.values(), (unit) => additionOf(unit, localOfAdded.get(unit))),
    ...[...local.values()].flatMap((unit) => (added.has(unit) ? [] : [additionOf(undefined, unit)])),
  ];
}

/** Returns a document as if it were where the other side moved all documents of the file to which it moved. */
function asFollowing(unit: Unit, before: Unit, moves: Moves): Unit {
  if (unit.file.path === before.file.path) return unit;
  return following([unit], moves).get(unit) ?? unit;
}

/**
 * Returns those additions whose identity other documents of their file have. `added`: each as the file has it, and
 * where it goes.
 */
function repeatedIn(all: readonly Unit[], added: ReadonlyMap<Unit, Unit>): readonly Unit[] {
  if (added.size === 0) return [];
  const keyOf = ({ file, identity }: Unit): string | undefined => identity && `${file.path}|${identity}`;
  const groups = groupBy(all, keyOf);
  return [...added].flatMap(([unit, as]) => ((groups.get(keyOf(unit))?.length ?? 0) > 1 && unit.identity ? as : []));
}

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
 * Pairs documents that both sides added: by identity in the same file; by position in the file if they are not
 * resources; or by an identity that no other document of their package has in any version. Resources with different
 * names are never paired, however similar they are. Returns new's document of each of local's.
 */
function pairAdded({ theirs, local, repeated, all, unchanged, packageOf }: AddedUnits): ReadonlyMap<Unit, Unit> {
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

/**
 * Pairs documents of the same files. `repeated`: as for `KeyedPairing`. Returns the earlier document of each paired
 * one.
 */
function pairInFiles(before: readonly Unit[], after: readonly Unit[], repeated: readonly Unit[]): Map<Unit, Unit> {
  const pairing = new KeyedPairing(before, after, repeated);
  pairing.inFiles();
  pairing.inGaps();
  const inPlace: KeyOf = (unit) => namelessPlace(unit) && `${unit.file.path}|${namelessPlace(unit)}`;
  pairing.inGroups(inPlace, inPlace, { way: 'identity' });
  return new Map(Array.from(pairing.pairs, ([unit, pair]) => [unit, pair.before]));
}
