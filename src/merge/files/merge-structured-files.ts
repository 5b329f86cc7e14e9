import type { FileContent } from '../../files/index.ts';
import { groupBy } from '../../group-by.ts';
import type { Result } from '../../krm/result.ts';
import { makeResult } from '../../krm/results.ts';
import { composeFile } from '../documents/compose-file.ts';
import { type Confirming, isUncertain, mergeVersions, splitUnconfirmed } from '../documents/confirm-rename.ts';
import { LineMergedFiles } from '../documents/line-merged-files.ts';
import { listMoves } from '../documents/list-moves.ts';
import type { MergedResource, ResourceRules } from '../documents/merge-resource.ts';
import { sharedNames } from '../documents/shared-names.ts';
import { wholeFrom } from '../documents/whole-file.ts';
import { moveUndone } from '../messages/moves.ts';
import { COMPARISON_LIMIT } from '../messages/package.ts';
import type { Moves } from '../pairs/moves.ts';
import { fileWith, VersionFile } from '../pairs/package-file.ts';
import { pairDocuments, type Subject, subjectsByUnit } from '../pairs/pair-documents.ts';
import { folderOf, PackageTree } from '../pairs/pair-packages.ts';
import type { UnchangedFiles } from '../pairs/unchanged-files.ts';
import { MergeRules } from '../policy/merge-rule.ts';
import { type MergedSide, otherOf, presentSides, type Sides } from '../sides.ts';
import { hasSameElements } from '../values/judgement.ts';
import { additionsToSplitFiles } from './moved-files.ts';
import { type Found, PackageFindings } from './package-findings.ts';
import type { UndoneMove } from './undone-moves.ts';

/** Merged files, by path. */
interface MergedFiles extends Found {
  readonly contents: ReadonlyMap<string, FileContent>;
  /** Paths to which each side moved all documents of base's files, or some of them. */
  readonly moves: Readonly<Record<MergedSide, Moves>>;
}

/** Settings of a merge of documents: rules, and the moves that are `undone`. */
interface StructuredMerge {
  readonly at: (path: string) => Sides<VersionFile>;
  /** Changed files that are merged by lines. */
  readonly others: readonly Sides<VersionFile>[];
  readonly unchanged: UnchangedFiles;
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
 * Merges the documents of files, which may move between these files. A file that only one side changed keeps its bytes;
 * the others are composed of merged documents. Documents that only likeness pairs are conflicts if their files change
 * when the result is merged with either side again; those of all files if this does not settle the rest.
 */
export function mergeStructuredFiles(paths: readonly string[], structured: StructuredMerge): MergedFiles {
  const merge = mergeOf(structured);
  const merged = mergeOnce(paths, merge);
  if (!merged.hasUncertain) return merged;
  const unsettled = unsettledPaths(paths, merge);
  if (unsettled.size === 0) return merged;
  const others = [...unsettledPaths(paths, merge, unsettled)].filter((path) => !unsettled.has(path));
  return mergeOnce(paths, merge, others.length > 0 ? new Set(paths) : unsettled);
}

/**
 * Returns the paths at which a merge without answers does not stay the same if its result is merged with either side
 * again; in git, all of them if it does not stay clean if the sides are swapped. None if it has conflicts. `refused`:
 * as for `mergeOnce`.
 */
function unsettledPaths(paths: readonly string[], merge: DocumentMerge, refused = NO_PATHS): ReadonlySet<string> {
  const rules = { ...merge.rules, answer: () => undefined, rules: new MergeRules([]), markers: undefined };
  const plain = { ...merge, rules };
  const found = mergeOnce(paths, plain, refused);
  if (found.conflicts.length > 0) return NO_PATHS;
  const unstable = unstablePaths(paths, plain, { found, refused });
  if (rules.strictness.onDelete !== 'conflict') return unstable;
  const turned = mergeOnce(paths, swapped(plain), refused);
  const isSide = (side: 'theirs' | 'local'): boolean =>
    paths.every((path) => hasSameDocuments(found.contents.get(path), merge.at(path)[side]));
  // A merge with one of its own sides is clear.
  const isSettled =
    isSide('theirs') || isSide('local')
      ? turned.conflicts.length === 0
      : turned.conflicts.length + unstable.size === 0 &&
        unstablePaths(paths, swapped(plain), { found: turned, refused }).size === 0;
  return isSettled ? NO_PATHS : new Set(paths);
}

const NO_PATHS: ReadonlySet<string> = new Set();

function swapped(merge: DocumentMerge): DocumentMerge {
  const turned = ({ base, theirs, local }: Sides<VersionFile>): Sides<VersionFile> => ({
    base,
    theirs: local,
    local: theirs,
  });
  return mergeOf({ ...merge, at: (path) => turned(merge.at(path)), others: merge.others.map(turned) });
}

/**
 * Returns the paths at which a merge has a conflict or other documents if its result is merged with either side again.
 */
function unstablePaths(
  paths: readonly string[],
  merge: DocumentMerge,
  { found, refused }: { readonly found: MergedFiles; readonly refused: ReadonlySet<string> },
): ReadonlySet<string> {
  const merged = new Map(
    Array.from(found.contents, ([path, content]) => [path, fileWith(path, content, merge.at(path))]),
  );
  const repeated = (side: 'theirs' | 'local'): readonly string[] => {
    const at = (path: string): Sides<VersionFile> => {
      const { base, [side]: theirs } = merge.at(path);
      return { base, theirs, local: merged.get(path) };
    };
    const others = merge.others.map(({ base, [side]: theirs, local }) => ({ base, theirs, local }));
    const { conflicts, contents } = mergeOnce(paths, mergeOf({ ...merge, at, others }), refused);
    const changed = paths.filter((path) => !hasSameDocuments(contents.get(path), merged.get(path)));
    return [...changed, ...conflicts.map(({ file }) => file.path)];
  };
  return new Set([...repeated('theirs'), ...repeated('local')]);
}

function hasSameDocuments(content: FileContent | undefined, file: VersionFile | undefined): boolean {
  if (content === file?.content) return true;
  if (content === undefined || file === undefined) return false;
  const [one, other] = [new VersionFile(file.path, content), file].map(({ units }) =>
    units?.map(({ resource }) => resource.value()),
  );
  return one !== undefined && other !== undefined && hasSameElements(one, other);
}

/** Merges documents. `refused`: paths at which no pair that is a guess is confirmed. */
function mergeOnce(
  paths: readonly string[],
  merge: DocumentMerge,
  refused = NO_PATHS,
): MergedFiles & { readonly hasUncertain: boolean } {
  const { at, rules, undone, byLines } = merge;
  const found = new PackageFindings();
  const confirming: Confirming = ({ sides }) =>
    presentSides(sides).some(({ file }) => refused.has(file.path)) ? undefined : byLines;
  const { subjects, of, moves, packageOf, hasUncertain } = subjectsOf(paths, merge, { confirming, found });
  const undoings = subjects.flatMap((subject) => undoMove(subject, undone) ?? []);
  found.take({ conflicts: [], results: undoings.map(({ result }) => result) });
  const resources = subjects.map(({ sides }) => sides);
  found.take(sharedNames(resources, { packageOf, unchanged: merge.unchanged }, rules));
  found.take(listMoves(resources, rules));
  found.take({ conflicts: [], results: additionsToSplitFiles(subjects, moves) });

  const mixed = new Set([
    ...undoings.flatMap(({ subject }) => presentSides(subject.sides)).map(({ file }) => file.path),
    ...subjects.flatMap(({ sides, followers }) => (followers ? presentSides(sides) : [])).map(({ file }) => file.path),
  ]);
  const contents = new Map<string, FileContent>();
  const composed = new Set<string>();
  for (const path of paths) {
    const side = mixed.has(path) ? undefined : wholeFrom(path, at(path), { of, rules });
    if (side === undefined) composed.add(path);
    else put(contents, path, at(path)[side]?.content);
  }

  const merged = new Map<Subject, MergedResource>();
  const isComposed = ({ sides, candidates }: Subject): boolean =>
    Object.keys(candidates).length > 0 ||
    (composed.size > 0 && presentSides(sides).some(({ file }) => composed.has(file.path)));
  for (const subject of subjects.filter(isComposed)) {
    const resource = found.take(mergeVersions(subject, { files: confirming(subject), of }, rules));
    merged.set(subject, resource);
    const { path, text } = resource;
    if (text !== undefined && !composed.has(path) && !contents.has(path))
      throw new Error(`a merged resource has no file: ${path}`);
  }
  const followers = groupBy(
    subjects.filter((subject) => subject.followers !== undefined),
    (subject) => merged.get(subject)?.path,
  );
  for (const path of composed) {
    const composing = { of, merged, followers: followers.get(path) ?? [], markers: rules.markers };
    put(contents, path, composeFile(path, at(path), composing));
  }
  return { contents, moves, ...found, hasUncertain };
}

/** Pairs documents, and separates those that nothing confirms. */
function subjectsOf(
  paths: readonly string[],
  { at, rules, others, unchanged }: DocumentMerge,
  { confirming, found }: { readonly confirming: Confirming; readonly found: PackageFindings },
) {
  const files = paths.map(at);
  const isStrict = rules.strictness.onDelete === 'conflict';
  const paired = pairDocuments(files, { files: [...files, ...others], unchanged }, { isStrict });
  if (paired.isOverLimit)
    found.take({
      conflicts: [],
      results: [{ severity: 'warning', code: 'comparison-limit', message: COMPARISON_LIMIT }],
    });
  const subjects = splitUnconfirmed(paired.subjects, confirming, rules);
  const { base, theirs, local } = paired.trees;
  const packages = new PackageTree([base, theirs, local].flatMap(({ folders }) => [...folders].map(kptfileIn)));
  return {
    subjects,
    of: subjectsByUnit(subjects),
    moves: paired.moves,
    hasUncertain: paired.subjects.some(isUncertain),
    packageOf: (path: string) => packages.packageOf(folderOf(path)),
  };
}

function kptfileIn(folder: string): string {
  return folder === '' ? 'Kptfile' : `${folder}/Kptfile`;
}

function put(contents: Map<string, FileContent>, path: string, content: FileContent | undefined): void {
  if (content !== undefined) contents.set(path, content);
}

/** A resource whose move was undone, and a warning about that. */
interface Undoing {
  readonly subject: Subject;
  readonly result: Result;
}

/**
 * Undoes the move of a resource into a file that took the text of the other side: gives the moving side base's version,
 * so that the other side's version stays. Returns undefined if the resource has no such move.
 */
function undoMove(subject: Subject, undone: ReadonlyMap<string, UndoneMove>): Undoing | undefined {
  const { base } = subject.sides;
  const move = undone.get(base?.identity ?? '');
  if (base === undefined || move === undefined || subject.sides[move.side] !== undefined) return undefined;
  const stays = subject.sides[otherOf(move.side)];
  if (stays === undefined) return undefined;
  subject.sides = { ...subject.sides, [move.side]: base };
  const message = moveUndone(move.side, move.path);
  return { subject, result: makeResult('warning', message, { code: 'move-undone', resource: stays.resource }) };
}
