import { mergeByLines, mergePackages, type Conflict, type FileContent, type Result } from '../../src/index.ts';

/** A file that git merges. */
export interface DriverFile {
  /** Its path in the repository, which tells its format. */
  readonly path: string;
  /** Undefined if both sides added it. */
  readonly base: FileContent | undefined;
  readonly ours: FileContent;
  readonly theirs: FileContent;
  /** Number of characters of a conflict marker. */
  readonly markerSize: number;
}

/** Merged file with markers around its conflicts. */
export interface DriverMerge {
  readonly content: FileContent;
  readonly conflicts: readonly Conflict[];
  readonly results: readonly Result[];
}

const NAMES = { local: 'ours', new: 'theirs' };

/**
 * Merges one file by structure. Each conflict has markers around its lines; if one cannot be shown so, or a side is not YAML,
 * the file is merged by lines. A binary file stays ours.
 */
export function mergeForDriver({ path, base, ours, theirs, markerSize }: DriverFile): DriverMerge {
  const markers = { size: markerSize, names: NAMES };
  const one = (content: FileContent | undefined): ReadonlyMap<string, FileContent> =>
    new Map(content === undefined ? [] : [[path, content]]);
  const versions = { base: one(base), new: one(theirs), local: one(ours) };
  const { files, conflicts, results } = mergePackages(versions, { kptfile: 'plain', markers });
  const merged = files.get(path) ?? '';
  if (conflicts.length <= shownConflicts(merged, markerSize)) return { content: merged, conflicts, results };
  const byLines = mergeByLines({ base, new: theirs, local: ours }, markers);
  return { content: byLines ?? ours, conflicts, results };
}

/** Returns the number of conflicts that have markers in a text. */
function shownConflicts(content: FileContent, size: number): number {
  if (typeof content !== 'string') return 0;
  const marker = `${'<'.repeat(size)} ${NAMES.local}`;
  return content.split(/\r?\n/).filter((line) => line === marker).length;
}
