import { groupBy } from '../../group-by.ts';
import { alignInOrder } from '../../pairing/align-equal.ts';
import type { ResourceWay } from '../../pairing/certainty.ts';
import type { Side } from '../sides.ts';
import { alikePairs, LEAST_LIKENESS, likeness, LikeThings, type Budget } from './alike.ts';
import { pairChangedNames } from './changed-names.ts';
import { linesOf } from './distinct-lines.ts';
import type { FilePairs } from './pair-files.ts';
import { isOwnDocument, type PackagePairs } from './pair-packages.ts';
import type { UnchangedFiles } from './unchanged-files.ts';
import type { Pairs, UnitPairs } from './pairs.ts';
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
 * Pairs the documents of one version with those of an earlier one, in this order: by identity in the same file; by identity in the same
 * package, if it is unique there, or in the whole tree; by identity in a renamed file, as equal documents, or in a similar file; by identity
 * and likeness; and at last those whose identity changed.
 */
export function pairUnits(versions: UnitVersions): UnitPairs {
  const pairing = new UnitPairing(versions);
  pairing.inFiles();
  pairing.byUniqueIdentity();
  pairing.inRenamedFiles();
  pairing.equalElsewhere();
  pairing.inGaps();
  pairing.inSimilarFiles();
  pairing.byIdentityAndLikeness();
  pairing.byChangedNames();
  return pairing;
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

function nameIn(identity: string): string {
  return identity.split('|').at(-1) ?? identity;
}

/** Maximum number of documents with one identity in a file to compare with each other. */
const MAX_IN_ORDER = 50;

/** Key of a document for a pair; undefined if it has none. */
type KeyOf = (unit: Unit) => string | undefined;

const IDENTITIES: readonly KeyOf[] = [
  ({ identity, isNamedAsUpstream }) => identity && `${identity}|${isNamedAsUpstream}`,
  ({ identity }) => identity,
];

/** Documents of a file with one key, and those of them that have no equal one, by the equal one before them. */
interface Gaps {
  readonly before: readonly Unit[];
  readonly after: readonly Unit[];
  readonly way: ResourceWay;
  /** Undefined if no document has an equal one. */
  readonly gaps: Readonly<Record<'before' | 'after', ReadonlyMap<number, readonly Unit[]>>> | undefined;
}

/** Pairs of documents that are found by keys. */
class KeyedPairing {
  readonly pairs: Pairs = new Map();
  readonly #all: { readonly before: readonly Unit[]; readonly after: readonly Unit[] };
  readonly #paired = new Set<Unit>();
  readonly #gaps: Gaps[] = [];
  /** Documents of groups with several documents. */
  readonly #aligned = new Set<Unit>();

  /** `repeated`: documents whose identity others of their file have. Default: as `before` and `after` show. */
  constructor(before: readonly Unit[], after: readonly Unit[], repeated: Iterable<Unit> = []) {
    this.#all = { before, after };
    for (const unit of repeated) this.#aligned.add(unit);
  }

  /** Earlier documents that have no pair. */
  get before(): readonly Unit[] {
    return this.#all.before.filter((unit) => !this.#paired.has(unit));
  }

  /** Later documents that have no pair. */
  get after(): readonly Unit[] {
    return this.#all.after.filter((unit) => !this.pairs.has(unit));
  }

  pair(before: Unit, after: Unit, way: ResourceWay): void {
    this.pairs.set(after, { before, way });
    this.#paired.add(before);
  }

  /** Pairs documents of the same file: by identity, `List`s in their order, and those without a name that are equal, or of one kind. */
  inFiles(): void {
    const keys: readonly KeyOf[] = [...IDENTITIES, listOf, plainText, unnamedKind];
    for (const keyOf of keys) {
      const inFile: KeyOf = (unit) => {
        const key = keyOf(unit);
        return key === undefined ? undefined : `${unit.file.path}|${key}`;
      };
      this.inGroups(inFile, inFile, { way: 'identity', areAligned: keyOf !== listOf });
    }
  }

  /** Pairs documents of groups with one key. `areAligned`: false to pair those of a larger group in their order. */
  inGroups(
    ofBefore: KeyOf,
    ofAfter: KeyOf,
    { way, areAligned = true }: { readonly way: ResourceWay; readonly areAligned?: boolean },
  ): void {
    const groups = groupBy(this.before, ofBefore);
    for (const [key, after] of groupBy(this.after, ofAfter)) {
      const before = key === undefined ? [] : (groups.get(key) ?? []);
      const [one, other] = [before[0], after[0]];
      if (one === undefined || other === undefined) continue;
      if (!areAligned) after.forEach((unit, index) => before[index] && this.pair(before[index], unit, way));
      else if (before.length === 1 && after.length === 1) {
        const areSeveral = this.#aligned.has(one) && this.#aligned.has(other);
        if (!areSeveral || bareText(one) === bareText(other)) this.pair(one, other, way);
      } else this.#align(before, after, way === 'identity' ? 'fileOrder' : way);
    }
  }

  /** Pairs documents that are alone, or as many, between the same equal ones of their file, or in a file without equal ones. */
  inGaps(): void {
    const isFree = (unit: Unit): boolean => !this.pairs.has(unit) && !this.#paired.has(unit);
    for (const { before, after, way, gaps } of this.#gaps.splice(0)) {
      if (gaps === undefined) this.#inOrder(before.filter(isFree), after.filter(isFree), way);
      else
        for (const [gap, units] of gaps.before) {
          const [some, others] = [units.filter(isFree), (gaps.after.get(gap) ?? []).filter(isFree)];
          const [one, other] = [some[0], others[0]];
          if (one === undefined || other === undefined) continue;
          const isOnly = some.length + others.length === 2;
          if (!isOnly) this.#inOrder(some, others, way);
          else if (likeness(linesOf(one), linesOf(other)) >= LEAST_LIKENESS) this.pair(one, other, way);
        }
    }
  }

  /** Pairs as many documents in their order, if none is more similar to another one. */
  #inOrder(before: readonly Unit[], after: readonly Unit[], way: ResourceWay): void {
    if (before.length !== after.length || before.length > MAX_IN_ORDER) return;
    const lines = before.map(linesOf);
    const things = new LikeThings(lines);
    const areEqual = new Set(before.map(bareText)).size === 1;
    const scores = lines.map((one) =>
      after.map((unit) => (areEqual ? likeness(one, linesOf(unit)) : things.likeness(one, linesOf(unit)))),
    );
    const isBest = (at: number): boolean => {
      const own = scores[at]?.[at] ?? 0;
      return own >= LEAST_LIKENESS && scores.every((row, n) => own >= (row[at] ?? 0) && own >= (scores[at]?.[n] ?? 0));
    };
    if (before.every((_, at) => isBest(at)))
      for (const [at, one] of before.entries()) if (after[at] !== undefined) this.pair(one, after[at], way);
  }

  /** Pairs equal documents in their order, and those that are alone between the same ones of these. */
  #align(before: readonly Unit[], after: readonly Unit[], way: ResourceWay): void {
    for (const unit of [...before, ...after]) this.#aligned.add(unit);
    const pairs = aligned(before.map(bareText), after.map(bareText));
    const later = new Map(pairs.map((pair, at) => [pair, at]));
    const gaps = {
      before: gapsOf(before, (at) => later.get(at)),
      after: gapsOf(after, (at) => (pairs[at] === undefined ? undefined : at)),
    };
    for (const [at, pair] of pairs.entries()) {
      const [one, other] = [before[pair ?? -1], after[at]];
      if (one !== undefined && other !== undefined) this.pair(one, other, way);
    }
    this.#gaps.push({ before, after, way, gaps: pairs.every((pair) => pair === undefined) ? undefined : gaps });
  }
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

  /** Pairs documents with a key that one document of each version has. `isOnceInOther`: and at most one of the third version. */
  #unique(
    keyOf: (side: 'before' | 'after', unit: Unit) => string | undefined,
    { before, after, other, unchanged }: Readonly<Record<'before' | 'after' | 'other' | 'unchanged', readonly Unit[]>>,
    { isOnceInOther = false } = {},
  ): void {
    const { packages } = this.#versions;
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
      if (isOnceInOther || packages.mayPair(one.file.path, unit.file.path, { isOwn: isOwnDocument(unit) }))
        this.pair(one, unit, 'identity');
    }
  }

  /** Pairs the documents of renamed files: by identity, or by position if they have none. */
  inRenamedFiles(): void {
    const { to, guesses } = this.#versions.files;
    this.#inRenamed(new Map([...to].filter(([path]) => !guesses.has(path))), 'renamedFile');
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
    for (const keyOf of [...IDENTITIES, listOf, unnamedKind, placeOf]) {
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
    const places = groupBy(this.after, (unit) => placeOf(unit) && `${unit.file.path}|${placeOf(unit)}`);
    for (const unit of this.before) {
      const key = placeOf(unit);
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
    const { other, packages, budget } = this.#versions;
    const taken = new Set([...this.candidates.values()].flat());
    const { pairs, candidates } = pairChangedNames({
      before: this.before.filter((unit) => !this.candidates.has(unit)),
      after: this.after.filter((unit) => !taken.has(unit)),
      all: this.#versions,
      other,
      mayPair: (a, b) => packages.mayPair(a.file.path, b.file.path, { isOwn: isOwnDocument(a) || isOwnDocument(b) }),
      budget,
    });
    for (const [after, before] of pairs) this.pair(before, after, 'otherIdentity');
    for (const [before, after] of candidates) this.#undecided(before, after);
  }
}

function isKptfileKind(kind: string): boolean {
  return kind === 'Kptfile';
}

function bareText(unit: Unit): string {
  return unit.bareText.trim();
}

/** Returns a key for a `List` without a name. */
function listOf({ identity, resource: { apiVersion, kind } }: Unit): string | undefined {
  return identity === undefined && kind === 'List' ? apiVersion : undefined;
}

/** Returns the text of a document that is not a resource. */
function plainText(unit: Unit): string | undefined {
  return unit.identity === undefined ? bareText(unit) : undefined;
}

/** Returns the kind of a document that has no name. */
function unnamedKind({ identity, resource: { group, kind } }: Unit): string | undefined {
  return identity === undefined && kind !== '' && kind !== 'List' ? `${group}|${kind}` : undefined;
}

/** Returns the position in its file of a document that is not a resource. */
function placeOf({ identity, file }: Unit): string | undefined {
  return identity === undefined ? `${file.index}` : undefined;
}

/** Pairs equal texts of two lists in their order: those at both ends first, since the middle may be ambiguous. */
function aligned(before: readonly string[], after: readonly string[]): readonly (number | undefined)[] {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start++;
  let end = 0;
  while (end < most - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  const middle = alignInOrder(before.slice(start, before.length - end), after.slice(start, after.length - end));
  return [
    ...after.slice(0, start).keys(),
    ...middle.map((pair) => (pair === undefined ? undefined : pair + start)),
    ...Array.from({ length: end }, (_, n) => before.length - end + n),
  ];
}

/** Groups the documents that have no equal one by the one before them that has. */
function gapsOf(
  units: readonly Unit[],
  anchorOf: (at: number) => number | undefined,
): ReadonlyMap<number, readonly Unit[]> {
  let last = -1;
  const gaps = new Map<number, Unit[]>();
  for (const [at, unit] of units.entries()) {
    const anchor = anchorOf(at);
    if (anchor !== undefined) last = anchor;
    else gaps.set(last, [...(gaps.get(last) ?? []), unit]);
  }
  return gaps;
}
