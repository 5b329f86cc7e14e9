import type { FileContent } from '../../src/files/index.ts';
import type { PackageFiles, Packages } from '../../src/merge/index.ts';
import { MARKERS } from '../merge/merge-job.ts';

/** Number of lines that equal each marker of a conflict. */
export interface MarkerCounts {
  readonly start: number;
  readonly middle: number;
  readonly end: number;
}

const LINES: Readonly<Record<keyof MarkerCounts, string>> = {
  start: `${'<'.repeat(MARKERS.size)} ${MARKERS.names.local}`,
  middle: '='.repeat(MARKERS.size),
  end: `${'>'.repeat(MARKERS.size)} ${MARKERS.names.theirs}`,
};

/** The markers of a conflict, for messages. */
export const MARKER_NAMES = Object.values(LINES).map((line) => JSON.stringify(line));

const NONE: MarkerCounts = { start: 0, middle: 0, end: 0 };

/** Returns the lines of merged files that look like markers, but come from a version. `marked`: files with markers. */
export function lookalikesOf(
  merged: PackageFiles,
  marked: ReadonlySet<string>,
  versions: Packages,
): readonly (readonly [path: string, counts: MarkerCounts])[] {
  return [...merged].flatMap(([path, content]) => {
    const all = countMarkers(content);
    if (!hasAny(all)) return [];
    const counts = marked.has(path) ? lookalikesIn(all, versions.local.get(path), versions.theirs.get(path)) : all;
    return hasAny(counts) ? [[path, counts] as const] : [];
  });
}

/** Returns the lookalikes in a file with markers: each conflict has one marker of each kind. */
function lookalikesIn(
  all: MarkerCounts,
  local: FileContent | undefined,
  theirs: FileContent | undefined,
): MarkerCounts {
  const [one, other] = [countMarkers(local), countMarkers(theirs)];
  const start = Math.max(one.start, other.start);
  return { start, middle: all.middle - (all.start - start), end: Math.max(one.end, other.end) };
}

/** Reports whether a file of a merge has markers that neither version has. */
export function isMarked(path: string, merged: PackageFiles, { local, theirs }: Packages): boolean {
  const all = countMarkers(merged.get(path));
  return hasAny(all) && all.start > lookalikesIn(all, local.get(path), theirs.get(path)).start;
}

/**
 * Returns the number of the first line that is a marker of a conflict; undefined if there is none. `known`: lines that
 * only look like one. `wasMarked`: true if the file had markers; in other files, a line of equals signs may underline a
 * heading.
 */
export function firstMarker(content: FileContent, known: MarkerCounts = NONE, wasMarked = false): number | undefined {
  if (typeof content !== 'string') return undefined;
  const counts = countMarkers(content);
  const kinds = (['start', 'middle', 'end'] as const).filter((kind) => wasMarked || kind !== 'middle');
  const left = kinds.filter((kind) => counts[kind] > known[kind]).map((kind) => LINES[kind]);
  const index = linesOf(content).findIndex((line) => left.includes(line));
  return index === -1 ? undefined : index + 1;
}

function countMarkers(content: FileContent | undefined): MarkerCounts {
  if (typeof content !== 'string') return NONE;
  const lines = linesOf(content);
  const count = (kind: keyof MarkerCounts): number => lines.filter((line) => line === LINES[kind]).length;
  return { start: count('start'), middle: count('middle'), end: count('end') };
}

function linesOf(text: string): readonly string[] {
  return text.split(/\r?\n/);
}

function hasAny({ start, middle, end }: MarkerCounts): boolean {
  return start + middle + end > 0;
}
