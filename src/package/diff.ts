import { structuredPatch, type StructuredPatchHunk } from 'diff';
import { isKptfilePath, isSameContent } from '../files/index.ts';
import { REDACTED } from '../krm/index.ts';
import { redactedLines } from './diff-redaction.ts';
import { withoutCredentials } from '../url-credentials.ts';
import type { ContentChange, FileChange } from './change.ts';

/**
 * Formats changed files as a unified diff that `patch -p1` and `git apply` accept, including carriage returns and
 * missing final newlines, and whether a file is executable. Values of Secrets, and credentials in a Kptfile, are shown
 * as `(redacted)`, and a diff with such a line cannot be applied; of a binary file it only says that it differs.
 * Records of this program are left out.
 */
export function formatDiff(changes: readonly ContentChange[]): string {
  return changes.flatMap((change) => (change.isRecord === true ? [] : formatChange(change))).join('');
}

/**
 * Maximum number of edits. The time for a diff grows with the square of the differing lines: it is about a second at
 * this number.
 */
const MAX_EDIT_LENGTH = 2000;

/** Returns the numbers of added and removed lines; a binary file has none. */
export function changedLines(change: ContentChange): { readonly added: number; readonly removed: number } {
  if (!isText(change)) return { added: 0, removed: 0 };
  const lines = hunksOf(change).flatMap((hunk) => hunk.lines);
  const count = (sign: string): number => lines.filter((line) => line.startsWith(sign)).length;
  return { added: count('+'), removed: count('-') };
}

/** Consecutive lines of a text. */
export interface DiffLines {
  /** One-based number of the first. */
  readonly start: number;
  readonly count: number;
}

/** Consecutive lines that were replaced. */
export interface Run {
  readonly removed: DiffLines;
  readonly added: DiffLines;
}

/** Returns the lines that changed, without those around them. */
export function changedRuns(change: Pick<FileChange, 'before' | 'after'>): readonly Run[] {
  return hunksOf(change, 0).map(({ oldStart, oldLines, newStart, newLines }) => ({
    removed: { start: oldStart, count: oldLines },
    added: { start: newStart, count: newLines },
  }));
}

/** Returns the changed parts of a text, with unchanged lines around each. */
function hunksOf(
  { before = '', after = '' }: Pick<FileChange, 'before' | 'after'>,
  context = 3,
): readonly StructuredPatchHunk[] {
  const patch = structuredPatch('', '', before, after, '', '', { context, maxEditLength: MAX_EDIT_LENGTH });
  return patch?.hunks ?? [wholeHunk(before, after)];
}

/** Reports whether a change is of a file that has lines before and after it. */
function isText(change: ContentChange): change is FileChange {
  return [change.before, change.after].every(
    (content) => content === undefined || (typeof content === 'string' && !content.includes('\0')),
  );
}

function formatChange(change: ContentChange): string {
  const { before: old, after: now, patchPath: path = change.path } = change;
  const oldPath = old === undefined ? '/dev/null' : formatPath(`a/${path}`);
  const newPath = now === undefined ? '/dev/null' : formatPath(`b/${path}`);
  const mode = formatMode(change);
  // Without the empty line, git takes the file names of the next change for those of this one.
  if (isSameContent(old, now)) return mode && `${mode}\n`;
  if (!isText(change)) return `${mode}Binary files ${oldPath} and ${newPath} differ\n`;
  const [before, after] = [change.before ?? '', change.after ?? ''];
  const hunks = hunksOf(change);
  const [oldLines = [], newLines = []] = redactedLines([before, after]).map((lines) =>
    isKptfilePath(change.path) ? lines.map((line) => withoutCredentials(line, REDACTED)) : lines,
  );
  const body = hunks.map((hunk) => formatHunk(hunk, oldLines, newLines));
  return `${mode}--- ${oldPath}\n+++ ${newPath}\n${body.join('')}`;
}

/**
 * Formats the change of a mode as git does; '' if there is none. A new file has git's default mode unless it is
 * executable.
 */
function formatMode({ path, patchPath = path, before, after, isExecutable, wasExecutable }: ContentChange): string {
  const isNew = before === undefined;
  const was = isNew ? false : (wasExecutable ?? isExecutable);
  if (after === undefined || isExecutable === undefined || isExecutable === was) return '';
  const mode = (is: boolean): string => (is ? '100755' : '100644');
  const modes = isNew
    ? ['new file mode 100755']
    : [`old mode ${mode(!isExecutable)}`, `new mode ${mode(isExecutable)}`];
  return [`diff --git ${quotePath(`a/${patchPath}`)} ${quotePath(`b/${patchPath}`)}`, ...modes, ''].join('\n');
}

/** Returns a hunk that replaces all old lines by all new ones. */
function wholeHunk(before: string, after: string): StructuredPatchHunk {
  const oldLines = splitLines(before);
  const newLines = splitLines(after);
  const lines = [...signed('-', oldLines), ...signed('+', newLines)];
  return { oldStart: 1, oldLines: oldLines.length, newStart: 1, newLines: newLines.length, lines };
}

function splitLines(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

function signed(sign: string, lines: readonly string[]): string[] {
  const isComplete = lines.at(-1)?.endsWith('\n') ?? true;
  return [...lines.map(() => sign), ...(isComplete ? [] : ['\\ No newline at end of file'])];
}

/** Formats a hunk. Takes each line's text from the redacted lines, and only its sign from the hunk. */
function formatHunk(hunk: StructuredPatchHunk, oldLines: readonly string[], newLines: readonly string[]): string {
  let oldLine = hunk.oldStart - 1;
  let newLine = hunk.newStart - 1;
  const lines = hunk.lines.map((line) => {
    const sign = line.charAt(0);
    if (sign === '\\') return line;
    const text = sign === '+' ? newLines[newLine] : oldLines[oldLine];
    if (sign !== '+') oldLine++;
    if (sign !== '-') newLine++;
    return `${sign}${text}`;
  });
  return [formatHeader(hunk), ...lines, ''].join('\n');
}

function formatHeader({ oldStart, oldLines, newStart, newLines }: StructuredPatchHunk): string {
  return `@@ -${formatRange(oldStart, oldLines)} +${formatRange(newStart, newLines)} @@`;
}

/** Formats a range of lines. An empty range is named by the line before it. */
function formatRange(start: number, length: number): string {
  return `${length === 0 ? start - 1 : start},${length}`;
}

/**
 * Formats a path like git: quoted if it has control characters, quotes or backslashes; terminated by a tab if it has
 * spaces.
 */
function formatPath(path: string): string {
  const quoted = quotePath(path);
  return quoted === path && path.includes(' ') ? `${path}\t` : quoted;
}

function quotePath(path: string): string {
  if (!/[\u0000-\u001f\u007f"\\]/.test(path)) return path;
  return `"${path.replaceAll(/[\u0000-\u001f\u007f"\\]/g, (character) => `\\${escapeCharacter(character)}`)}"`;
}

function escapeCharacter(character: string): string {
  return character === '"' || character === '\\' ? character : character.charCodeAt(0).toString(8).padStart(3, '0');
}
