import type { FilePairs } from './pair-files.ts';
import { Unit } from './unit.ts';

/** Files of base that a side does not have, since it moved documents of them to other paths. */
export interface Moves {
  /** Path to which all documents of a file moved. */
  readonly whole: ReadonlyMap<string, string>;
  /** Paths to which some documents of a file moved. */
  readonly parts: ReadonlyMap<string, readonly string[]>;
}

/** Returns the files of base that a side moved. `later`: the side's version of each document of base that it has. */
export function movesOf(
  units: readonly Unit[],
  later: ReadonlyMap<Unit, Unit>,
  { to }: FilePairs,
  isInSide: (path: string) => boolean,
): Moves {
  const whole = new Map(to);
  const parts = new Map<string, readonly string[]>();
  const places = new Map<string, Set<string | undefined>>();
  for (const unit of units) {
    const { path } = unit.file;
    if (isInSide(path) || to.has(path)) continue;
    places.set(path, (places.get(path) ?? new Set()).add(later.get(unit)?.file.path));
  }
  for (const [path, found] of places) {
    const paths = [...found].filter((each) => each !== undefined);
    const [only, ...others] = paths;
    if (only === undefined) continue;
    if (others.length === 0 && found.size === 1) whole.set(path, only);
    else parts.set(path, paths);
  }
  return { whole, parts };
}

/** Returns documents that one side added, as if they were in the files to which the other side moved theirs. */
export function following(units: readonly Unit[], { whole }: Moves): ReadonlyMap<Unit, Unit> {
  return new Map(
    units.map((unit) => {
      const path = whole.get(unit.file.path);
      return [unit, path === undefined ? unit : new Unit(unit.document, { ...unit.file, path })];
    }),
  );
}
