import { diffComm } from 'node-diff3';
import type { Markers } from './conflict-markers.ts';
import { fileText, joinFile, type FileContent, type FileText } from './file-text.ts';
import { hasConflict, mergeLines, splitLines } from './merge-lines.ts';
import type { MergedText } from './merged-text.ts';
import { mapSides, presentSides, type Sides } from './sides.ts';

/**
 * Merges a file that both sides have by lines, for a conflict that cannot be shown in smaller parts: with git's markers where
 * both sides changed lines differently; if there are no such lines, or no base, wherever the two sides differ. Returns
 * undefined if a version is binary.
 */
export function mergeByLines(
  contents: Sides<FileContent> & { readonly new: FileContent; readonly local: FileContent },
  markers: Markers,
): string | undefined {
  const texts = mapSides(contents, fileText);
  if (presentSides(texts).length < presentSides(contents).length) return undefined;
  const lines = mapSides<FileText, string>(texts, (text) => text.lines);
  const merged = lines.base === undefined ? undefined : mergeLines(lines);
  return joinFile(merged !== undefined && hasConflict(merged) ? merged : differences(lines), texts, markers);
}

/** Returns the lines that both sides have, with both versions of all others. */
function differences({ base, new: theirs = '', local = '' }: Sides<string>): MergedText {
  return diffComm(splitLines(local), splitLines(theirs)).map((run) => {
    if (run.common !== undefined) return run.common.join('');
    return { base, local: run.buffer1.join(''), new: run.buffer2.join(''), taken: 'local' };
  });
}
