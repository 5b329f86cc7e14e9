import {
  equalValues,
  mergeByLines,
  mergePackages,
  type Conflict,
  type FileContent,
  type Result,
} from '../../src/index.ts';
import { readStream, YamlError } from '../../src/yaml/index.ts';

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
  const options = { kptfile: 'plain', onDelete: 'conflict', onComment: 'conflict' } as const;
  const { files, conflicts, results } = mergePackages(versions, { ...options, markers });
  const merged = files.get(path) ?? '';
  if (conflicts.length === 0) return { content: merged, conflicts, results };
  const decided = mergePackages(versions, { ...options, answer: () => 'new' }).files.get(path) ?? '';
  const resolved = withTheirs(merged, markerSize);
  if (resolved !== merged && isSameData(resolved, decided)) return { content: merged, conflicts, results };
  const byLines = mergeByLines({ base, new: theirs, local: ours }, markers);
  return { content: byLines ?? ours, conflicts, results };
}

/** Returns a text with their version of each conflict that has markers. */
function withTheirs(content: FileContent, size: number): FileContent {
  if (typeof content !== 'string') return content;
  const [start, middle, end] = [
    `${'<'.repeat(size)} ${NAMES.local}`,
    '='.repeat(size),
    `${'>'.repeat(size)} ${NAMES.new}`,
  ];
  let part: 'both' | 'ours' | 'theirs' = 'both';
  const lines = content.split(/(?<=\n)/).filter((line) => {
    const text = line.replace(/\r?\n$/, '');
    const next = { both: text === start, ours: text === middle, theirs: text === end }[part];
    if (next) part = ({ both: 'ours', ours: 'theirs', theirs: 'both' } as const)[part];
    return !next && part !== 'ours';
  });
  return lines.join('');
}

/** Reports whether two texts are equal, or are YAML documents with the same data. */
function isSameData(a: FileContent, b: FileContent): boolean {
  if (a === b) return true;
  if (typeof a !== 'string' || typeof b !== 'string') return false;
  try {
    const [one, other] = [a, b].map((text) => readStream(text).documents.map((each) => each.value([]) ?? null));
    return equalValues(one ?? null, other ?? null);
  } catch (error) {
    if (error instanceof YamlError) return false;
    throw error;
  }
}
