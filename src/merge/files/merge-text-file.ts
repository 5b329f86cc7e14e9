import { redact } from '../../krm/redaction.ts';
import type { FileRef, Result } from '../../krm/result.ts';
import type { Value } from '../../yaml/index.ts';
import { conflictDecided } from '../messages/conflicts.ts';
import { lineKept, staysDeleted } from '../messages/deletions.ts';
import { type Conflict, type ConflictKind, type Verdict } from '../policy/conflict.ts';
import { isSameContent, type FileContent } from '../../files/index.ts';
import { joinFile } from '../text/file-text.ts';
import { hasConflict, mergeLines } from '../text/merge-lines.ts';
import { verdictOn, type ResourceRules } from '../documents/merge-resource.ts';
import type { VersionFile } from '../pairs/package-file.ts';
import { plainText } from '../text/merged-text.ts';
import { changedSide, mapSides, MERGED_SIDES, otherOf, presentSides, type MergedSide, type Sides } from '../sides.ts';

/** Paths at which a side may have a file that it does not have at base's. */
export type Candidates = Readonly<Partial<Record<MergedSide, readonly string[]>>>;

/** A merged file without resources. */
export interface MergedContent {
  /** Undefined if the file is deleted. */
  readonly content: FileContent | undefined;
  readonly conflicts: readonly Conflict[];
  readonly results: readonly Result[];
}

/** Merges a file by lines, or as a whole if it is binary, encrypted, or a pointer of Git LFS. */
export function mergeTextFile(
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
export function hasSameContent(a: VersionFile | undefined, b: VersionFile | undefined): boolean {
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
