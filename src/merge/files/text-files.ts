import type { Result } from '../../krm/result.ts';
import { conflictDecided } from '../messages/conflicts.ts';
import { moveFollowed } from '../messages/moves.ts';
import { possibleMove } from '../messages/names.ts';
import type { Conflict } from '../policy/conflict.ts';
import { verdictOn, type ResourceRules } from '../documents/merge-resource.ts';
import type { VersionFile } from '../pairs/package-file.ts';
import { pairFiles, type PairedFiles } from '../pairs/pair-documents.ts';
import { changedSide, mapSides, type Sides, otherOf, type MergedSide } from '../sides.ts';
import { backwardMerge, forwardMerge } from '../values/line-witness.ts';
import type { FileContent } from '../../files/index.ts';
import type { ChangedFiles } from './changed-files.ts';
import type { Found } from './package-findings.ts';
import { hasSameContent, mergeTextFile, type Candidates } from './merge-text-file.ts';

/** A file without documents in all versions. Its path can differ. */
export interface TextFile {
  readonly sides: Sides<VersionFile>;
  /** Paths at which the sides may have it, if they do not have it at base's. */
  readonly candidates: Candidates;
}

const SIDES = ['theirs', 'local'] as const;

/** Returns the files at some paths. If one side moved a file, and the other side moved, changed or deleted it, they are one file. */
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
