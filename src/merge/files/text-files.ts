import { type FileContent, isSameContent } from '../../files/index.ts';
import { redact } from '../../krm/redaction.ts';
import type { FileRef, Result } from '../../krm/result.ts';
import type { Value } from '../../yaml/index.ts';
import { type ResourceRules, verdictOn } from '../documents/merge-resource.ts';
import { conflictDecided } from '../messages/conflicts.ts';
import { lineKept, staysDeleted } from '../messages/deletions.ts';
import { moveFollowed } from '../messages/moves.ts';
import { possibleMove } from '../messages/names.ts';
import type { VersionFile } from '../pairs/package-file.ts';
import { type PairedFiles, pairFiles } from '../pairs/pair-documents.ts';
import type { Conflict, ConflictKind, Verdict } from '../policy/conflict.ts';
import { changedSide, mapSides, MERGED_SIDES, type MergedSide, otherOf, presentSides, type Sides } from '../sides.ts';
import { joinFile } from '../text/file-text.ts';
import { hasConflict, mergeLines } from '../text/merge-lines.ts';
import { plainText } from '../text/merged-text.ts';
import { backwardMerge, forwardMerge } from '../values/line-witness.ts';
import type { ChangedFiles } from './changed-files.ts';
import type { Found } from './package-findings.ts';

/** A file without documents in all versions. Its path can differ. */
export interface TextFile {
  readonly sides: Sides<VersionFile>;
  /** Paths at which the sides may have it, if they do not have it at base's. */
  readonly candidates: Candidates;
}

const SIDES = ['theirs', 'local'] as const;

/**
 * Returns the files at some paths. If one side moved a file, and the other side moved, changed or deleted it, they are
 * one file.
 */
export function textFiles(paths: readonly string[], changed: ChangedFiles): readonly TextFile[] {
  const all = paths.map((path): TextFile => ({ sides: changed.at(path), candidates: {} }));
  const isMoved = ({ sides }: TextFile): boolean =>
    sides.base !== undefined && (sides.theirs === undefined || sides.local === undefined);
  if (!all.some(isMoved)) return all;
  const paired = pairFiles({ files: changed.paths.map((path) => changed.at(path)), unchanged: changed.unchanged });
  const moved = all.map((file) => (isMoved(file) ? followed(file, changed, paired) : file));
  const taken = new Set(
    moved.flatMap(({ sides: { base, theirs, local } }) =>
      [theirs, local].flatMap((file) =>
        base !== undefined && file !== undefined && file.path !== base.path ? file.path : [],
      ),
    ),
  );
  return moved.filter(
    ({ sides: { base, theirs, local } }) => base !== undefined || !taken.has((theirs ?? local)?.path ?? ''),
  );
}

function followed({ sides }: TextFile, changed: ChangedFiles, { files }: PairedFiles): TextFile {
  const { base } = sides;
  if (base === undefined) return { sides, candidates: {} };
  const found = { theirs: sides.theirs, local: sides.local };
  const candidates: Partial<Record<MergedSide, readonly string[]>> = {};
  for (const side of SIDES) {
    if (sides[side] !== undefined) continue;
    const path = files[side].to.get(base.path);
    const file = path !== undefined && changed.isByLines(path) ? changed.at(path)[side] : undefined;
    if (file !== undefined) found[side] = file;
    const others = files[side].candidates.get(base.path);
    if (others !== undefined) candidates[side] = others;
  }
  for (const side of SIDES) {
    const [file, other] = [found[side], found[otherOf(side)]];
    if (file === undefined || file.path === base.path) continue;
    const there = changed.at(file.path)[otherOf(side)];
    const isFree = there === undefined || there === other;
    const isUnchanged = other !== undefined && other.path === base.path && hasSameContent(other, base);
    // A moved file stays where the other side deleted it, with a warning.
    if (
      isFree &&
      other !== undefined &&
      !isUnchanged &&
      (!files[side].guesses.has(base.path) || isConfirmed({ base, ...found }))
    )
      continue;
    found[side] = undefined;
    if (isFree && !isUnchanged) candidates[side] = [file.path];
  }
  return { sides: { base, ...found }, candidates };
}

/** Reports whether the merge of a file by lines is the same, forward and in reverse. */
function isConfirmed(sides: Sides<VersionFile>): boolean {
  if (sides.theirs === undefined || sides.local === undefined) return true;
  const texts = mapSides(sides, ({ text }) => text?.lines);
  const merged = forwardMerge(texts);
  return merged !== undefined && merged === backwardMerge(texts);
}

/** A merged file without documents, and its path. */
interface MergedTextFile extends Found {
  readonly path: string;
  /** Undefined if the file is deleted. */
  readonly content: FileContent | undefined;
}

/** Merges a file without documents, and its path. */
export function mergeMovedFile({ sides, candidates }: TextFile, rules: ResourceRules): MergedTextFile {
  const paths = mapSides(sides, ({ path }) => path);
  const some = paths.local ?? paths.theirs ?? paths.base ?? '';
  const isMoved = paths.base !== undefined && (paths.theirs ?? paths.local) !== undefined;
  const side = changedSide(paths);
  const isBoth = paths.theirs !== undefined && paths.local !== undefined;
  const path = (isBoth && side !== undefined ? paths[side] : undefined) ?? some;
  const merged = mergeTextFile(path, sides, { ...rules, candidates });
  // The check by lines names the resources in a file.
  if (sides.theirs === undefined && sides.local === undefined && sides.base?.identities.length === 0)
    return { path, ...merged, results: [...merged.results, ...removals(path, candidates)] };
  if (!isMoved || !isBoth) return { path, ...merged };
  if (side !== undefined) return { path, ...merged, results: [...merged.results, ...followings(paths, path)] };
  const conflict: Conflict = { kind: 'identity', file: { path, index: 0 }, values: paths };
  const subject = { group: '', kind: '', namespace: '', name: '', file: path };
  const verdict = verdictOn(conflict, rules, subject);
  if (verdict === undefined) return { path, ...merged, conflicts: [...merged.conflicts, conflict] };
  const { severity, taken } = verdict;
  const result: Result = {
    severity,
    code: 'conflict-decided',
    message: conflictDecided(taken, 'moved'),
    file: conflict.file,
  };
  return { path: paths[taken] ?? path, ...merged, results: [...merged.results, result] };
}

/** Returns a warning about a file that one side deleted, and the other may have moved. */
function removals(path: string, candidates: Candidates): readonly Result[] {
  return SIDES.flatMap((side): readonly Result[] => {
    const [candidate, ...more] = candidates[side] ?? [];
    if (candidate === undefined) return [];
    const message = possibleMove(side, path, more);
    const file = { path: candidate, index: 0 };
    return [{ severity: 'warning', code: 'possible-move', message, file, formerFile: path }];
  });
}

/** Returns an info about a file that one side moved, and the other changed. */
function followings({ base, theirs }: Sides<string>, path: string): readonly Result[] {
  if (base === undefined || base === path) return [];
  const side: MergedSide = theirs === path ? 'theirs' : 'local';
  const message = moveFollowed(base, side);
  return [{ severity: 'info', code: 'move-followed', message, file: { path, index: 0 } }];
}

/** Paths at which a side may have a file that it does not have at base's. */
type Candidates = Readonly<Partial<Record<MergedSide, readonly string[]>>>;

/** A merged file without resources. */
interface MergedContent {
  /** Undefined if the file is deleted. */
  readonly content: FileContent | undefined;
  readonly conflicts: readonly Conflict[];
  readonly results: readonly Result[];
}

/** Merges a file by lines, or as a whole if it is binary, encrypted, or a pointer of Git LFS. */
function mergeTextFile(
  path: string,
  sides: Sides<VersionFile>,
  rules: Pick<ResourceRules, 'answer' | 'markers' | 'rules' | 'strictness'> & { readonly candidates?: Candidates },
): MergedContent {
  const { base, theirs, local } = sides;
  const { candidates = {} } = rules;
  const file = { path, index: 0 };
  const subject = { group: '', kind: '', namespace: '', name: '', file: path };
  const isInAll = presentSides(sides).length === 3;
  const side = changedSide(sides, isInAll ? hasSameContent : hasSameLines);
  if (rules.rules.for(subject).takeAt([]) === 'pin') return { content: local?.content, conflicts: [], results: [] };
  if (side !== undefined) return { content: sides[side]?.content, conflicts: [], results: [] };
  if (local === undefined && base !== undefined && rules.strictness.onDelete === 'keep')
    return {
      content: undefined,
      conflicts: [],
      results: [
        {
          severity: 'warning',
          code: 'deleted-though-changed',
          message: staysDeleted(candidates.local ?? []),
          file,
        },
      ],
    };
  const decide = (kind: ConflictKind): MergedContent => {
    const isMoved = kind === 'delete/change' && (candidates.theirs ?? candidates.local) !== undefined;
    const places = { base: path, theirs: theirs?.path ?? candidates.theirs, local: local?.path ?? candidates.local };
    const conflict: Conflict = isMoved
      ? { kind: 'identity', file, values: places }
      : { kind, file, values: mapSides(sides, valueOf) };
    const verdict = verdictOn(conflict, rules, subject);
    return { content: sides[verdict?.taken ?? 'local']?.content, ...decided(conflict, verdict) };
  };
  if (theirs === undefined || local === undefined) return decide('delete/change');
  const texts = mapSides(sides, ({ text }) => text);
  if (presentSides(texts).length < presentSides(sides).length) return decide('binary');
  if (base === undefined) return decide('add/add');
  if (presentSides(sides).some(({ isSealed }) => isSealed)) return decide('lines');
  const lines = mapSides(texts, (text) => text.lines);
  const merged = mergeLines(lines);
  if (!hasConflict(merged))
    return { content: joinFile(merged, texts), conflicts: [], results: keptLines(lines, plainText(merged), file) };
  const conflict: Conflict = { kind: 'lines', file, values: mapSides(sides, valueOf) };
  const verdict = verdictOn(conflict, rules, subject);
  const content =
    verdict === undefined ? joinFile(merged, texts, rules.markers) : joinFile(mergeLines(lines, verdict.taken), texts);
  return { content, ...decided(conflict, verdict) };
}

/** Returns a warning for each line that stays although one side deleted it, since the other side moved it. */
function keptLines(lines: Sides<string>, merged: string, file: FileRef): readonly Result[] {
  const counts = mapSides(lines, countLines);
  const left = countLines(merged);
  const at = merged.split('\n').map((line) => line.trim());
  return MERGED_SIDES.flatMap((side) => {
    const isKept = (line: string): boolean =>
      line !== '' &&
      counts[side]?.has(line) === false &&
      [counts.base, counts[otherOf(side)], left].every((count) => count?.get(line) === 1);
    return at.flatMap((line, index): readonly Result[] => {
      if (!isKept(line)) return [];
      return [{ severity: 'warning', code: 'kept-though-deleted', message: lineKept(index + 1, side), file }];
    });
  });
}

/** Returns how often a text has each line, without its indentation. */
function countLines(text: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const line of text.split('\n').map((each) => each.trim())) counts.set(line, (counts.get(line) ?? 0) + 1);
  return counts;
}

/** Reports whether two files have equal contents. */
function hasSameContent(a: VersionFile | undefined, b: VersionFile | undefined): boolean {
  return isSameContent(a?.content, b?.content);
}

/** Reports whether two files are equal except for their byte order mark and line breaks. */
function hasSameLines(a: VersionFile | undefined, b: VersionFile | undefined): boolean {
  const [one, other] = [a?.text, b?.text];
  return hasSameContent(a, b) || (one !== undefined && one.lines === other?.lines && one.isEnded === other.isEnded);
}

/** Returns an open conflict, or a result about a decided one. */
function decided(conflict: Conflict, verdict: Verdict | undefined): Omit<MergedContent, 'content'> {
  if (verdict === undefined) return { conflicts: [conflict], results: [] };
  const { severity, taken } = verdict;
  return {
    conflicts: [],
    results: [{ severity, code: 'conflict-decided', message: conflictDecided(taken, 'changed'), file: conflict.file }],
  };
}

/** Returns the text of a file, redacted if it contains a Secret, or the size of a binary file. */
function valueOf({ text, content }: VersionFile): Value {
  return text === undefined ? `${content.length} bytes` : redact(text.lines, [], undefined);
}
