import type { FileContent } from '../../files/index.ts';
import type { UndoneMove } from './undone-moves.ts';
import { PackageFindings, type Found } from './package-findings.ts';
import { presentSides, type Sides } from '../sides.ts';
import { composeFile } from '../documents/compose-file.ts';
import { isUncertain, mergeConfirmed, splitUnconfirmed } from '../documents/confirm-rename.ts';
import { LineMergedFiles } from '../documents/line-merged-files.ts';
import { listMoves } from '../documents/list-moves.ts';
import type { ResourceRules } from '../documents/merge-resource.ts';
import { VersionFile } from '../documents/package-file.ts';
import { MergeRules } from '../policy/merge-rule.ts';
import { hasSameElements } from '../values/judgement.ts';
import { pairDocuments, type Subject } from '../documents/pair-documents.ts';
import { sharedNames } from '../documents/shared-names.ts';
import { undoMove } from './undo-move.ts';
import { wholeFrom } from '../documents/whole-file.ts';

/** Merged files, by path. */
interface MergedFiles extends Found {
  readonly contents: ReadonlyMap<string, FileContent>;
}

/** Settings of a merge of documents: rules, and the moves that are `undone`. */
interface StructuredMerge {
  readonly at: (path: string) => Sides<VersionFile>;
  readonly rules: ResourceRules;
  readonly undone: ReadonlyMap<string, UndoneMove>;
}

/** A merge of documents, and of their files by lines. */
interface DocumentMerge extends StructuredMerge {
  readonly byLines: LineMergedFiles;
}

function mergeOf(merge: StructuredMerge): DocumentMerge {
  return { ...merge, byLines: new LineMergedFiles(merge.at) };
}

/**
 * Merges the documents of files, which may move between these files. A file that only one side changed keeps its bytes; the
 * others are composed of merged documents. Documents that only likeness pairs are conflicts if the merge changes when its
 * result is merged with either side again.
 */
export function mergeStructuredFiles(paths: readonly string[], structured: StructuredMerge): MergedFiles {
  const merge = mergeOf(structured);
  const merged = mergeOnce(paths, merge);
  return !merged.hasUncertain || isSettled(paths, merge) ? merged : mergeOnce(paths, merge, { confirms: false });
}

/**
 * Reports whether a merge without answers has conflicts, or stays the same if its result is merged with either side again.
 * In git, it must also stay clean if the sides are swapped.
 */
function isSettled(paths: readonly string[], merge: DocumentMerge): boolean {
  const rules = { ...merge.rules, answer: () => undefined, rules: new MergeRules([]), markers: undefined };
  const plain = { ...merge, rules };
  const found = mergeOnce(paths, plain);
  if (found.conflicts.length > 0) return true;
  if (rules.strictness.onDelete !== 'conflict') return isStable(paths, plain, found);
  const turned = mergeOnce(paths, swapped(plain));
  const isSide = (side: 'theirs' | 'local'): boolean =>
    paths.every((path) => hasSameDocuments(found.contents.get(path), merge.at(path)[side]));
  // A merge with one of its own sides is clear.
  if (isSide('theirs') || isSide('local')) return turned.conflicts.length === 0;
  return isStable(paths, plain, found) && isStable(paths, swapped(plain), turned);
}

function swapped(merge: DocumentMerge): DocumentMerge {
  const at = (path: string): Sides<VersionFile> => {
    const { base, theirs, local } = merge.at(path);
    return { base, theirs: local, local: theirs };
  };
  return mergeOf({ ...merge, at });
}

/** Reports whether a merge is clean and has the same documents if it is merged with either side again. */
function isStable(paths: readonly string[], merge: DocumentMerge, found: MergedFiles): boolean {
  const merged = new Map(Array.from(found.contents, ([path, content]) => [path, new VersionFile(path, content)]));
  const isRepeated = (side: 'theirs' | 'local'): boolean => {
    const at = (path: string): Sides<VersionFile> => {
      const { base, [side]: theirs } = merge.at(path);
      return { base, theirs, local: merged.get(path) };
    };
    const { conflicts, contents } = mergeOnce(paths, mergeOf({ ...merge, at }));
    return conflicts.length === 0 && paths.every((path) => hasSameDocuments(contents.get(path), merged.get(path)));
  };
  return found.conflicts.length === 0 && isRepeated('theirs') && isRepeated('local');
}

function hasSameDocuments(content: FileContent | undefined, file: VersionFile | undefined): boolean {
  if (content === file?.content) return true;
  if (content === undefined || file === undefined) return false;
  const [one, other] = [new VersionFile(file.path, content), file].map(({ units }) =>
    units?.map(({ resource }) => resource.value()),
  );
  return one !== undefined && other !== undefined && hasSameElements(one, other);
}

/** Merges documents. `confirms`: false to confirm no pair of documents with different identities. */
function mergeOnce(
  paths: readonly string[],
  { at, rules, undone, byLines }: DocumentMerge,
  { confirms } = { confirms: true },
): MergedFiles & { readonly hasUncertain: boolean } {
  const found = new PackageFindings();
  const paired = pairDocuments(paths.map(at), { isStrict: rules.strictness.onDelete === 'conflict' });
  const confirming = confirms ? byLines : undefined;
  const { subjects, of } = splitUnconfirmed(paired, confirming, rules);
  const undoings = subjects.flatMap((subject) => undoMove(subject, undone) ?? []);
  found.take({ conflicts: [], results: undoings.map(({ result }) => result) });
  const resources = subjects.map(({ sides }) => sides);
  found.take(sharedNames(resources, rules));
  found.take(listMoves(resources, rules));

  const mixed = new Set(undoings.flatMap(({ subject }) => presentSides(subject.sides)).map(({ file }) => file.path));
  const contents = new Map<string, FileContent>();
  const composed = new Set<string>();
  for (const path of paths) {
    const side = mixed.has(path) ? undefined : wholeFrom(path, at(path), { of, rules });
    if (side === undefined) composed.add(path);
    else put(contents, path, at(path)[side]?.content);
  }
  const hasUncertain = paired.subjects.some(({ sides }) => isUncertain(sides));
  if (composed.size === 0) return { contents, ...found, hasUncertain };

  const isComposed = (subject: Subject): boolean =>
    presentSides(subject.sides).some(({ file }) => composed.has(file.path));
  for (const subject of subjects.filter(isComposed))
    subject.merged = found.take(mergeConfirmed(subject, confirming, rules));
  for (const { merged } of subjects)
    if (merged?.text !== undefined && !composed.has(merged.path) && !contents.has(merged.path))
      throw new Error(`a merged resource has no file: ${merged.path}`);
  for (const path of composed) put(contents, path, composeFile(path, at(path), { of, markers: rules.markers }));
  return { contents, ...found, hasUncertain };
}

function put(contents: Map<string, FileContent>, path: string, content: FileContent | undefined): void {
  if (content !== undefined) contents.set(path, content);
}
