import { groupBy } from '../../group-by.ts';
import { isCertain, type ResourceWay } from '../../pairing/certainty.ts';
import type { FilePairs } from './pair-files.ts';
import { Unit } from './unit.ts';

/** Files of base that a side does not have. */
export interface Moves {
  /** Path to which all documents of a file certainly moved. */
  readonly whole: ReadonlyMap<string, string>;
  /** Paths to which some documents of a file moved, or all may have moved. */
  readonly parts: ReadonlyMap<string, readonly string[]>;
  /** Files of which it has no document. */
  readonly gone: ReadonlySet<string>;
}

/** Later version of each document that has one, and the way in which it was found. */
export type Later = ReadonlyMap<Unit, { readonly unit: Unit; readonly way: ResourceWay }>;

/**
 * Returns the files of base that a side moved. `later`: the side's documents; `other`: those of the other side, since
 * documents that both sides deleted do not count.
 */
export function movesOf(
  units: readonly Unit[],
  { later, other }: Readonly<Record<'later' | 'other', Later>>,
  { to, guesses }: FilePairs,
  isInSide: (path: string) => boolean,
): Moves {
  const whole = new Map([...to].filter(([path]) => !guesses.has(path)));
  const parts = new Map<string, readonly string[]>();
  const gone = new Set<string>();
  const left = units.filter(
    (unit) => !isInSide(unit.file.path) && !whole.has(unit.file.path) && (later.has(unit) || other.has(unit)),
  );
  for (const [path, group] of groupBy(left, ({ file }) => file.path)) {
    const found = group.flatMap((unit) => later.get(unit) ?? []);
    const [only, ...others] = new Set(found.map(({ unit }) => unit.file.path));
    const isWhole = others.length === 0 && found.length === group.length && found.every(({ way }) => isCertain(way));
    if (only === undefined) gone.add(path);
    else if (isWhole) whole.set(path, only);
    else parts.set(path, [only, ...others]);
  }
  for (const path of guesses) if (!whole.has(path) && !parts.has(path)) parts.set(path, [to.get(path) ?? path]);
  return { whole, parts, gone };
}

/**
 * Returns documents that one side added to files, or moved to them, as if they were in the files to which the other
 * side moved theirs.
 */
export function following(units: readonly Unit[], { whole }: Moves): ReadonlyMap<Unit, Unit> {
  return new Map(
    units.map((unit) => {
      const path = whole.get(unit.file.path);
      return [unit, path === undefined ? unit : new Unit(unit.document, { ...unit.file, path })];
    }),
  );
}
