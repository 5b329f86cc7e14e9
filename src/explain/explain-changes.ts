import type { Origin } from '../krm/index.ts';
import type { EditedFile, FileChange, PackageFolder } from '../package/index.ts';
import { alignedRuns } from './aligned-lines.ts';
import { explainLines } from './explain-lines.ts';
import type { ExplainedLines } from './explained-lines.ts';

/** Explains the changed lines of a file of a package in detail; undefined for an unchanged file. */
export type Explanations = (path: string) => readonly ExplainedLines[] | undefined;

/**
 * Explains the changes of a folder, each file when it is asked for, and once. `fallback`: origin of an edit without
 * one. Default: none.
 */
export function explainChanges(
  changes: readonly FileChange[],
  folder: Pick<PackageFolder, 'edits'>,
  fallback: Origin = {},
): Explanations {
  const byPath = new Map(changes.map((change) => [change.path, change]));
  const known = new Map<string, readonly ExplainedLines[]>();
  let edits: ReadonlyMap<string, EditedFile> | undefined;
  return (path) => {
    const change = byPath.get(path);
    if (change === undefined) return undefined;
    edits ??= new Map(folder.edits().map((file) => [file.path, file]));
    const edited = edits.get(path);
    if (edited === undefined) throw new Error(`${path} changed without an edit`);
    const explained =
      known.get(path) ?? explainLines(change, edited, fallback, alignedRuns(path, change.before, change.after));
    known.set(path, explained);
    return explained;
  };
}
