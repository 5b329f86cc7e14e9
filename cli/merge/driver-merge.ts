import {
  equalValues,
  mergeByLines,
  mergePackages,
  type Conflict,
  type FileContent,
  type Markers,
  type Result,
  type Value,
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
  /** Returns the layout of conflict markers, if there are conflicts. */
  readonly markersOf: () => Markers;
}

/** Merged file with markers around its conflicts. */
export interface DriverMerge {
  readonly content: FileContent;
  readonly conflicts: readonly Conflict[];
  readonly results: readonly Result[];
}

/**
 * Merges one file by structure. Each conflict has markers around its lines; if one cannot be shown so, or a side is not YAML,
 * the file is merged by lines. A binary file stays ours.
 */
export function mergeForDriver({ path, base, ours, theirs, markersOf }: DriverFile): DriverMerge {
  const one = (content: FileContent | undefined): ReadonlyMap<string, FileContent> =>
    new Map(content === undefined ? [] : [[path, content]]);
  const versions = { base: one(base), new: one(theirs), local: one(ours) };
  const options = { kptfile: 'plain', onDelete: 'conflict', onComment: 'conflict' } as const;
  const { files, conflicts, results } = mergePackages(versions, options);
  if (conflicts.length === 0) return { content: files.get(path) ?? '', conflicts, results };
  const markers = markersOf();
  const plain = { ...markers, style: 'merge' } as const;
  const merged = mergePackages(versions, { ...options, markers: plain }).files.get(path) ?? '';
  const decided = mergePackages(versions, { ...options, answer: () => 'new' }).files.get(path) ?? '';
  const { resolved, count } = withTheirs(merged, plain);
  // A comment has no lines of its own in the structure.
  if (count > 0 && hasNoComments(conflicts) && isSameData(resolved, decided)) {
    const isPlain = markers.style === undefined || markers.style === 'merge';
    const content = isPlain ? merged : (mergePackages(versions, { ...options, markers }).files.get(path) ?? '');
    return { content, conflicts, results };
  }
  const byLines = mergeByLines({ base, new: theirs, local: ours }, markers);
  return { content: byLines ?? ours, conflicts, results };
}

function hasNoComments(conflicts: readonly Conflict[]): boolean {
  const isComment = (value: Value | undefined): boolean => typeof value === 'string' && value.startsWith('#');
  return !conflicts.some(({ kind, values }) => kind === 'lines' && (isComment(values.local) || isComment(values.new)));
}

/** Returns a text with their version of each conflict that has markers, and the number of these. */
function withTheirs(
  content: FileContent,
  { size, names }: Markers,
): { readonly resolved: FileContent; readonly count: number } {
  if (typeof content !== 'string') return { resolved: content, count: 0 };
  const [start, middle, end] = [
    `${'<'.repeat(size)} ${names.local}`,
    '='.repeat(size),
    `${'>'.repeat(size)} ${names.new}`,
  ];
  let part: 'both' | 'ours' | 'theirs' = 'both';
  let count = 0;
  const lines = content.split(/(?<=\n)/).filter((line) => {
    const text = line.replace(/\r?\n$/, '');
    const next = { both: text === start, ours: text === middle, theirs: text === end }[part];
    if (next && part === 'both') count++;
    if (next) part = ({ both: 'ours', ours: 'theirs', theirs: 'both' } as const)[part];
    return !next && part !== 'ours';
  });
  return { resolved: lines.join(''), count };
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
