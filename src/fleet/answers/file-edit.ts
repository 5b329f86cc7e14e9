import type { FileContent } from '../../files/index.ts';
import type { EditedFile } from '../index.ts';
import { type ContentChange, formatDiff } from '../../package/index.ts';

/** Edit of a file by people. */
export interface FileEdit extends Pick<EditedFile, 'path' | 'change'> {
  /** Derived content; undefined for a file that was added, and if it is lost. */
  readonly before: FileContent | undefined;
  /** Content in the folder; undefined for a file that was deleted. */
  readonly after: FileContent | undefined;
  /** Modes of git before and after, if they differ. */
  readonly mode: { readonly from: string; readonly to: string } | undefined;
  /** True if no place has what was derived, so that only the id says that the file is edited. */
  readonly isBaseLost: boolean;
}

/**
 * Formats edits as a diff that `git apply` accepts, with paths that follow `folder`. Edits whose base is lost are left
 * out.
 */
export function editsDiff(folder: string, edits: readonly FileEdit[]): string {
  return formatDiff(edits.filter(({ isBaseLost }) => !isBaseLost).map((edit) => changeOf(folder, edit)));
}

/** Returns the change of a file in a folder. */
export function changeOf(folder: string, { path, before, after, mode }: FileEdit): ContentChange {
  const modes = mode && { wasExecutable: mode.from === EXECUTABLE, isExecutable: mode.to === EXECUTABLE };
  return { path: `${folder}/${path}`, before, after, ...modes };
}

/** Mode of git for a file that is executable. */
const EXECUTABLE = '100755';
