import type { Markers } from './conflict-markers.ts';
import type { FileContent } from '../../files/index.ts';
import { fileText, joinFile, type FileText } from './file-text.ts';
import { hasConflict, mergeLines } from './merge-lines.ts';
import { plainText, type MergedText } from './merged-text.ts';
import { mapSides, presentSides, type Sides } from '../sides.ts';

/**
 * Merges a file that both sides have by lines, for a conflict that cannot be shown in smaller parts. Puts git's markers
 * around lines that both sides changed differently; if there are none, around lines in which the merge differs from
 * local; without a base, around all lines in which the sides differ. Returns undefined if a version is binary.
 */
export function mergeByLines(
  contents: Sides<FileContent> & { readonly theirs: FileContent; readonly local: FileContent },
  markers: Markers,
): string | undefined {
  const texts = mapSides(contents, fileText);
  if (presentSides(texts).length < presentSides(contents).length) return undefined;
  const lines = mapSides<FileText, string>(texts, (text) => text.lines);
  if (lines.base === undefined) return joinFile(differences(lines), texts, markers);
  const merged = mergeLines(lines);
  const shown = hasConflict(merged) ? merged : differences({ ...lines, theirs: plainText(merged) });
  return joinFile(shown, texts, markers);
}

/** Returns the lines that both texts share, with both versions of all others. */
function differences({ base, theirs = '', local = '' }: Sides<string>): MergedText {
  return [{ base, theirs, local, taken: 'local' }];
}
