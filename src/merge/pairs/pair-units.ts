import { groupBy } from '../../group-by.ts';
import type { ResourceWay } from '../../pairing/certainty.ts';
import { alikePairs, LEAST_LIKENESS, likeness, LikeThings, type Budget } from './alike.ts';
import { pairChangedNames, pairRenamedInPlace, type ChangedNames } from './changed-names.ts';
import { linesOf } from './distinct-lines.ts';
import {
  bareText,
  IDENTITIES,
  KeyedPairing,
  listOf,
  nameIn,
  namelessPlace,
  unnamedKind,
  type KeyOf,
} from './keyed-pairing.ts';
import type { FilePairs } from './pair-files.ts';
import { isOwnDocument, type PackagePairs } from './pair-packages.ts';
import type { UnitPairs } from './pairs.ts';
import type { UnchangedFiles } from './unchanged-files.ts';
import type { Unit } from './unit.ts';

/** Documents of the changed files of two versions, and of the third one. */
export interface UnitVersions {
  readonly before: readonly Unit[];
  readonly after: readonly Unit[];
  readonly other: readonly Unit[];
  readonly files: FilePairs;
  readonly packages: PackagePairs;
  readonly unchanged: UnchangedFiles;
  readonly budget: Budget;
}

/**
 * Pairs the documents of one version with those of an earlier one, in this order: by identity in the same file; by
 * identity in the same package, if it is unique there, or in the whole tree; those of a file of which only the name or
 * namespace changed; by identity in a renamed file, as equal documents, or in a similar file; by identity and likeness;
 * and at last those whose identity changed.
 */
export function pairUnits(versions: UnitVersions): UnitPairs {
  const pairing = new UnitPairing(versions);
  pairing.inFiles();
  pairing.byUniqueIdentity();
  pairing.renamedInPlace();
  pairing.inRenamedFiles();
  pairing.equalElsewhere();
  pairing.inGaps();
  pairing.inSimilarFiles();
  pairing.byIdentityAndLikeness();
  pairing.byChangedNames();
  return pairing;
}

class UnitPairing extends KeyedPairing implements UnitPairs {
  readonly candidates = new Map<Unit, readonly Unit[]>();
  readonly #versions: UnitVersions;

  constructor(versions: UnitVersions) {
    super(versions.before, versions.after);
    this.#versions = versions;
  }

  /** Pairs equal documents of different files with one identity, of which each version has only one. */
  equalElsewhere(): void {
    const keyOf: KeyOf = (unit) => unit.identity && `${unit.identity}|${bareText(unit)}`;
    const left = groupBy(this.before, (unit) => unit.identity);
    const moved = this.after.filter(({ identity }) => identity !== undefined && left.has(identity));
    if (moved.length === 0) return;
    const isMoved = new Set(moved.map(({ identity }) => identity));
    const [inBefore, inAfter] = [this.#versions.before, this.#versions.after].map((units) =>
      groupBy(
        units.filter(({ identity }) => isMoved.has(identity)),
        keyOf,
      ),
    );
    const free = new Set(this.before);
    for (const unit of moved) {
      const [one, ...more] = inBefore?.get(keyOf(unit)) ?? [];
      const isOne = more.length === 0 && inAfter?.get(keyOf(unit))?.length === 1;
      const isNear =
        one !== undefined &&
        this.#versions.packages.mayPair(one.file.path, unit.file.path, { isOwn: isOwnDocument(unit) });
      if (one !== undefined && isOne && isNear && free.has(one)) this.pair(one, unit, 'sameIdentity');
    }
  }

  /** Pairs documents whose identity is unique in their package, or else in all versions of the whole tree. */
  byUniqueIdentity(): void {
    const left = new Set(this.before.flatMap(({ identity }) => identity ?? []));
    const moved = this.after.filter(
      ({ identity, resource }) => left.has(identity ?? '') || isKptfileKind(resource.kind),
    );
    if (moved.length === 0) return;
    const names = new Set(moved.map(({ identity = '' }) => nameIn(identity)));
    const wanted = new Set(moved.map(({ identity }) => identity));
    const isWanted = ({ identity, resource }: Unit): boolean => wanted.has(identity) || isKptfileKind(resource.kind);
    const { before, after, other, unchanged } = this.#versions;
    const all = {
      before: before.filter(isWanted),
      after: after.filter(isWanted),
      other: other.filter(isWanted),
      unchanged: unchanged.unitsNamed(names),
    };
    for (const keyOf of IDENTITIES) this.#unique((side, unit) => this.#inPackage(side, unit, keyOf), all);
    for (const keyOf of IDENTITIES)
      this.#unique((_, unit) => (isOwnDocument(unit) ? undefined : keyOf(unit)), all, { isOnceInOther: true });
  }

  #inPackage(side: 'before' | 'after', unit: Unit, keyOf: KeyOf): string | undefined {
    const isOwn = isOwnDocument(unit);
    const key = isOwn && isKptfileKind(unit.resource.kind) ? 'Kptfile' : keyOf(unit);
    return key && `${this.#versions.packages.keyOf(side, unit.file.path, { isOwn })}|${key}`;
  }

  /**
   * Pairs documents with a key that one document of each version has. `isOnceInOther`: and at most one of the third
   * version.
   */
  #unique(
    keyOf: (side: 'before' | 'after', unit: Unit) => string | undefined,
    { before, after, other, unchanged }: Readonly<Record<'before' | 'after' | 'other' | 'unchanged', readonly Unit[]>>,
    { isOnceInOther = false } = {},
  ): void {
    const countsOf = (
      side: 'before' | 'after',
      units: readonly Unit[],
    ): ReadonlyMap<string | undefined, readonly Unit[]> =>
      groupBy([...units, ...unchanged], (unit) => keyOf(side, unit));
    const [inBefore, inAfter] = [countsOf('before', before), countsOf('after', after)];
    const inOther = isOnceInOther ? countsOf('after', other) : undefined;
    const free = new Set(this.before);
    for (const unit of after) {
      const key = this.pairs.has(unit) ? undefined : keyOf('after', unit);
      const [one, ...more] = key === undefined ? [] : (inBefore.get(key) ?? []);
      if (one === undefined || more.length > 0 || !free.has(one) || inAfter.get(key)?.length !== 1) continue;
      if ((inOther?.get(key)?.length ?? 0) > 1) continue;
      if (isOnceInOther || this.#areOfOnePackage(one, unit)) this.pair(one, unit, 'identity');
    }
  }

  /**
   * Reports whether the package of two documents is the same for certain: one that went with its folder may as well be
   * deleted.
   */
  #areOfOnePackage(before: Unit, after: Unit): boolean {
    const { packages } = this.#versions;
    return (
      packages.mayPair(before.file.path, after.file.path, { isOwn: isOwnDocument(after) }) &&
      !packages.isFolderAlone('before', before.file.path) &&
      !packages.isFolderAlone('after', after.file.path)
    );
  }

  /** Pairs resources of a file of which only the name, or of the identity only the namespace changed. */
  renamedInPlace(): void {
    for (const [after, { before, way }] of pairRenamedInPlace(this.#changedNames())) this.pair(before, after, way);
  }

  /** Pairs the documents of renamed files: by identity, or by position if they have none. */
  inRenamedFiles(): void {
    const { to, guesses } = this.#versions.files;
    this.#inRenamed(new Map([...to].filter(([path]) => !guesses.has(path))), 'renamedFile');
    this.#dropLessSimilar();
  }

  /** Drops pairs of renamed files where a document that has no pair has the same identity, and is more similar. */
  #dropLessSimilar(): void {
    const { packages, budget } = this.#versions;
    const found = Array.from(this.pairs, ([after, { before, way }]) => ({ before, after, way })).filter(
      ({ before, after, way }) => way === 'renamedFile' && before.identity && bareText(before) !== bareText(after),
    );
    if (found.length === 0) return;
    const [left, added] = [groupBy(this.before, identityOf), groupBy(this.after, identityOf)];
    const groups = groupBy(this.#versions.before, identityOf);
    const known = new Map<string | undefined, LikeThings>();
    for (const { before, after } of found) {
      const [others, rivals] = [left.get(after.identity) ?? [], added.get(before.identity) ?? []];
      if (others.length + rivals.length === 0) continue;
      const things = known.get(before.identity) ?? new LikeThings((groups.get(before.identity) ?? []).map(linesOf));
      known.set(before.identity, things);
      const likenessOf = (a: Unit, b: Unit): number =>
        packages.mayPair(a.file.path, b.file.path, { isOwn: isOwnDocument(a) })
          ? things.likeness(linesOf(a), linesOf(b))
          : 0;
      const own = likenessOf(before, after);
      const isLess = () =>
        others.some((each) => likenessOf(each, after) > own) || rivals.some((each) => likenessOf(before, each) > own);
      if (!budget.take(others.length + rivals.length) || isLess()) this.unpair(after);
    }
  }

  /** Pairs the documents of files that are similar to those of earlier paths. */
  inSimilarFiles(): void {
    const { to, guesses } = this.#versions.files;
    this.#inRenamed(new Map([...to].filter(([path]) => guesses.has(path))), 'similarFile');
    this.inGaps();
  }

  #inRenamed(to: ReadonlyMap<string, string>, way: ResourceWay): void {
    if (to.size === 0) return;
    const into = new Set(to.values());
    for (const keyOf of [...IDENTITIES, listOf, unnamedKind, namelessPlace]) {
      const ofBefore: KeyOf = (unit) => {
        const [path, key] = [to.get(unit.file.path), keyOf(unit)];
        return path === undefined || key === undefined ? undefined : `${path}|${key}`;
      };
      const ofAfter: KeyOf = (unit) => {
        const key = keyOf(unit);
        return key === undefined || !into.has(unit.file.path) ? undefined : `${unit.file.path}|${key}`;
      };
      this.inGroups(ofBefore, ofAfter, { way, areAligned: keyOf !== listOf });
    }
  }

  /** Pairs similar documents with one identity. Those that have no clear pair have candidates. */
  byIdentityAndLikeness(): void {
    const { packages, budget, files, unchanged } = this.#versions;
    const later = groupBy(this.after, ({ identity }) => identity);
    for (const [identity, before] of groupBy(this.before, (unit) => unit.identity)) {
      const after = later.get(identity) ?? [];
      if (identity === undefined || after.length === 0) continue;
      const all = this.#versions.before.filter((unit) => unit.identity === identity);
      const same = unchanged.unitsNamed(new Set([nameIn(identity)])).filter((unit) => unit.identity === identity);
      const things = new LikeThings([...all, ...same].map(linesOf));
      const alikeness = (a: Unit, b: Unit): number => {
        const isNear =
          a.file.path === b.file.path || packages.mayPair(a.file.path, b.file.path, { isOwn: isOwnDocument(a) });
        return isNear ? likeness(linesOf(a), linesOf(b)) : 0;
      };
      const score = (a: Unit, b: Unit): number =>
        alikeness(a, b) < LEAST_LIKENESS ? 0 : things.likeness(linesOf(a), linesOf(b));
      const { pairs, candidates } = alikePairs({ before, after, score, likeness: alikeness, budget });
      for (const [one, other] of pairs) this.pair(one, other, 'sameIdentity');
      for (const [one, others] of candidates) this.#undecided(one, others);
    }
    const places = groupBy(this.after, (unit) => namelessPlace(unit) && `${unit.file.path}|${namelessPlace(unit)}`);
    for (const unit of this.before) {
      const key = namelessPlace(unit);
      const paths = key === undefined ? [] : (files.candidates.get(unit.file.path) ?? []);
      this.#undecided(
        unit,
        paths.flatMap((path) => places.get(`${path}|${key}`) ?? []),
      );
    }
  }

  #undecided(unit: Unit, candidates: readonly Unit[]): void {
    const free = candidates.filter((each) => !this.pairs.has(each));
    if (free.length > 0) this.candidates.set(unit, free);
  }

  /** Pairs documents whose identity changed. */
  byChangedNames(): void {
    const taken = new Set([...this.candidates.values()].flat());
    const { pairs, candidates } = pairChangedNames({
      ...this.#changedNames(),
      before: this.before.filter((unit) => !this.candidates.has(unit)),
      after: this.after.filter((unit) => !taken.has(unit)),
    });
    for (const [after, before] of pairs) this.pair(before, after, 'otherIdentity');
    for (const [before, after] of candidates) this.#undecided(before, after);
  }

  /** Documents that have no pair, to be paired by more than their identity. */
  #changedNames(): ChangedNames {
    const { other, packages, budget } = this.#versions;
    return {
      before: this.before,
      after: this.after,
      all: this.#versions,
      other,
      mayPair: (a, b) => packages.mayPair(a.file.path, b.file.path, { isOwn: isOwnDocument(a) || isOwnDocument(b) }),
      budget,
    };
  }
}

function identityOf({ identity }: Unit): string | undefined {
  return identity;
}

function isKptfileKind(kind: string): boolean {
  return kind === 'Kptfile';
}
