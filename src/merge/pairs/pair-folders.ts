import { groupBy } from '../../group-by.ts';
import type { VersionFile } from './package-file.ts';

/** Files of folders, by folder and by the path in it. */
export type Folders = ReadonlyMap<string, ReadonlyMap<string, VersionFile>>;

/** Paths of paired files. */
interface KnownFiles {
  /** Later path of earlier files. */
  readonly known?: ReadonlyMap<string, string>;
  /** Returns the number of all files in an earlier folder. Default: of those given. */
  readonly sizeOf?: (folder: string) => number;
}

/** Maximum number of places with one equal file. A file that more folders have says nothing about them. */
const MAX_EQUAL = 100;

/** Number of files that each earlier folder has in common with later ones. */
class Votes {
  readonly #counts = new Map<string, Map<string, number>>();
  readonly #turned = new Map<string, Map<string, number>>();

  add(folder: string, other: string): void {
    for (const [counts, a, b] of [
      [this.#counts, folder, other],
      [this.#turned, other, folder],
    ] as const) {
      const of = counts.get(a) ?? new Map<string, number>();
      counts.set(a, of.set(b, (of.get(b) ?? 0) + 1));
    }
  }

  /** Returns the folders that have more votes for each other than for any other one, with the number of votes. */
  get winners(): readonly (readonly [folder: string, other: string, count: number])[] {
    return Array.from(this.#counts, ([folder, counts]) => {
      const [best = '', count = 0] = most(counts) ?? [];
      return [folder, best, most(this.#turned.get(best))?.[0] === folder ? count : 0] as const;
    }).filter(([, , count]) => count > 0);
  }
}

/** Returns the folder with the most votes; undefined if two have as many. */
function most(votes: ReadonlyMap<string, number> = new Map()): readonly [string, number] | undefined {
  const [first, second] = [...votes].toSorted(([, a], [, b]) => b - a);
  return first !== undefined && first[1] > (second?.[1] ?? 0) ? first : undefined;
}

/**
 * Pairs folders that one version lacks with folders that only the other has, by the files that are paired or equal:
 * most of them are in the other folder, which has more than half of the names of the first one, or more than half of
 * its files.
 */
export function pairFolders(before: Folders, after: Folders, files: KnownFiles = {}): ReadonlyMap<string, string> {
  const { known = new Map<string, string>(), sizeOf = (folder) => before.get(folder)?.size ?? 0 } = files;
  const inAfter = new Map(placesIn(after).map((place) => [pathOf(place), place]));
  const equal = groupBy(inAfter.values(), placeKey);
  const [certain, all] = [new Votes(), new Votes()];
  for (const place of placesIn(before)) {
    const to = known.get(pathOf(place));
    const other = to === undefined ? undefined : inAfter.get(to);
    const others = to === undefined ? (equal.get(placeKey(place)) ?? []) : [];
    if (other !== undefined) certain.add(place.folder, other.folder);
    for (const { folder } of other === undefined ? others.slice(0, others.length > MAX_EQUAL ? 0 : MAX_EQUAL) : [other])
      all.add(place.folder, folder);
  }
  const isMost = (folder: string, count: number): boolean => count * 2 > sizeOf(folder);
  const hasNames = (folder: string, other: string): boolean => {
    const names = [...(before.get(folder)?.keys() ?? [])];
    return isMost(folder, names.filter((name) => after.get(other)?.has(name)).length);
  };
  const found = new Map<string, string>();
  const pair = (folder: string, other: string): void => {
    if (!found.has(folder) && ![...found.values()].includes(other)) found.set(folder, other);
  };
  for (const [folder, other] of certain.winners) if (hasNames(folder, other)) pair(folder, other);
  for (const [folder, other, count] of all.winners) if (isMost(folder, count)) pair(folder, other);
  return found;
}

interface Place {
  readonly folder: string;
  readonly path: string;
  readonly file: VersionFile;
}

function placesIn(folders: Folders): readonly Place[] {
  return [...folders].flatMap(([folder, files]) => Array.from(files, ([path, file]) => ({ folder, path, file })));
}

function pathOf({ folder, path }: Place): string {
  return folder === '' ? path : `${folder}/${path}`;
}

function placeKey({ path, file }: Place): string {
  return `${path}\n${file.key}`;
}
