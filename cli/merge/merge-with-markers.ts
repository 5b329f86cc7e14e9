import type { FileContent } from '../../src/files/index.ts';
import { groupBy } from '../../src/group-by.ts';
import type { Result } from '../../src/krm/index.ts';
import {
  mergeByLines,
  mergePackages,
  type Conflict,
  type Markers,
  type MergedPackage,
  type MergeOptions,
  type PackageFiles,
  type Packages,
} from '../../src/merge/index.ts';
import { BINARY_UNMARKED } from '../../src/merge/messages/answers.ts';
import { equalValues, type Value } from '../../src/yaml/index.ts';
import { readStream, YamlError } from '../../src/yaml/index.ts';

/** Options of a merge driver: differences are conflicts rather than discarded. */
const IN_GIT = { kptfile: 'plain', onDelete: 'conflict', onComment: 'conflict', onAdd: 'conflict' } as const;

/** A file that git merges. */
export interface DriverFile {
  /** Path in the repository, which determines the format. */
  readonly path: string;
  /** Undefined if both sides added it. */
  readonly base: FileContent | undefined;
  readonly ours: FileContent;
  readonly theirs: FileContent;
  /** Returns the layout of conflict markers, if there are conflicts. */
  readonly markersOf: () => Markers;
}

/** Merged file with markers around its conflicts. */
export interface DriverMerge extends Pick<MergedPackage, 'conflicts' | 'results'> {
  readonly content: FileContent;
}

/** Merges one file by structure, with markers around its conflicts. */
export function mergeForDriver({ path, base, ours, theirs, markersOf }: DriverFile): DriverMerge {
  // A merge without documents yields an empty file.
  const one = (content: FileContent | undefined): PackageFiles =>
    new Map(content === undefined || content.length === 0 ? [] : [[path, content]]);
  const versions = { base: one(base), theirs: one(theirs), local: one(ours) };
  const { files, conflicts, results } = mergeWithMarkers(versions, IN_GIT, markersOf);
  return { content: files.get(path) ?? '', conflicts, results };
}

/**
 * Merges packages with markers around the lines of each conflict. If a conflict cannot be marked this way, puts the
 * markers around the lines that differ between the merge with new's answers and the merge with local's; for a comment,
 * or in a style that shows the base, around the lines that a merge of the versions by lines leaves open. A binary file
 * stays local's, with a warning.
 */
export function mergeWithMarkers(packages: Packages, options: MergeOptions, markersOf: () => Markers): MergedPackage {
  const merged = mergePackages(packages, options);
  if (merged.conflicts.length === 0) return merged;
  const markers = markersOf();
  const plain = { ...markers, style: 'merge' } as const;
  const marked = mergePackages(packages, { ...options, markers: plain }).files;
  const answer = (conflict: Conflict): 'theirs' | 'local' => options.answer?.(conflict) ?? 'theirs';
  const decided = mergePackages(packages, { ...options, answer }).files;
  const isPlain = markers.style === undefined || markers.style === 'merge';
  const styled = isPlain ? marked : mergePackages(packages, { ...options, markers }).files;
  const open = groupBy(merged.conflicts, ({ file }) => file.path);
  const files = new Map(merged.files);
  const unmarked: string[] = [];
  for (const path of new Set([...open.keys(), ...marked.keys(), ...decided.keys()])) {
    const conflicts = open.get(path) ?? [];
    const { resolved, count } = withTheirs(marked.get(path), plain);
    const isWhole = (count > 0 || conflicts.length === 0) && isSameData(resolved, decided.get(path));
    // A comment has no lines in the structure.
    const hasLines = hasNoComments(conflicts);
    const content =
      (isWhole && hasLines ? styled.get(path) : undefined) ??
      (isPlain && hasLines ? between(path, { theirs: decided, local: merged.files }, markers) : undefined) ??
      between(path, packages, markers);
    if (content !== undefined) files.set(path, content);
    else if (conflicts.length > 0) unmarked.push(path);
  }
  return { ...merged, files, results: [...merged.results, ...unmarked.map(withoutMarkers)] };
}

function withoutMarkers(path: string): Result {
  return { severity: 'warning', code: 'conflict-binary', message: BINARY_UNMARKED, file: { path, index: 0 } };
}

/** Merges a file by lines; a side without the file counts as empty. Returns undefined if a version is binary. */
function between(
  path: string,
  { base, theirs, local }: Omit<Packages, 'base'> & Partial<Packages>,
  markers: Markers,
): string | undefined {
  return mergeByLines({ base: base?.get(path), theirs: theirs.get(path) ?? '', local: local.get(path) ?? '' }, markers);
}

function hasNoComments(conflicts: readonly Conflict[]): boolean {
  const isComment = (value: Value | undefined): boolean => typeof value === 'string' && value.startsWith('#');
  return !conflicts.some(
    ({ kind, values }) => kind === 'lines' && (isComment(values.local) || isComment(values.theirs)),
  );
}

/** Returns a text with their version of each marked conflict, and the number of marked conflicts. */
function withTheirs(
  content: FileContent | undefined,
  { size, names }: Markers,
): { readonly resolved: FileContent | undefined; readonly count: number } {
  if (typeof content !== 'string') return { resolved: content, count: 0 };
  const [start, middle, end] = [
    `${'<'.repeat(size)} ${names.local}`,
    '='.repeat(size),
    `${'>'.repeat(size)} ${names.theirs}`,
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
function isSameData(a: FileContent | undefined, b: FileContent | undefined): boolean {
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
