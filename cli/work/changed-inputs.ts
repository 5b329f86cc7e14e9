import { join, relative } from '../process/host-paths.ts';
import type { FolderArguments } from '../arguments/folder-arguments.ts';
import { writeChanges } from '../package/file-changes.ts';
import { type FileChange, isChange } from '../../src/package/index.ts';
import { writeNewFolder } from '../lock/new-folder.ts';
import { patchFolder } from '../package/patch-folder.ts';
import { STDIN } from '../process/stdio.ts';
import type { Findings } from './job.ts';

/** An input after the work. */
export interface WorkedInput {
  /** As the command line names it. */
  readonly name: string;
  /** Folder of its files, without symbolic links. */
  readonly root: string;
  /** Texts of its files, changed or not; none if the work failed. */
  readonly files: readonly ShownFile[];
}

/** A file with its name for users. */
interface ShownFile extends FileChange {
  readonly shown: string;
}

/** Returns the inputs whose files a command line replaces. */
export function replacedInputs({
  inputs,
  writes,
  prints,
  output,
}: Pick<FolderArguments, 'inputs' | 'writes' | 'prints' | 'output'>): readonly string[] {
  return writes && !prints && output === undefined ? inputs : [];
}

/**
 * Returns the changed files of inputs, with paths as shown to users. `named`: inputs that the paths of a diff are for.
 */
export function changesOf(inputs: readonly WorkedInput[], named: readonly string[]): readonly FileChange[] {
  const folder = patchFolder(named);
  return inputs.flatMap(({ name, root, files }) =>
    files.filter(isChange).map(({ path, shown, ...texts }) => ({
      path: shown,
      ...(name !== STDIN && { patchPath: relative(folder, join(root, path)) }),
      ...texts,
    })),
  );
}

/**
 * Replaces the changed files of inputs, all or none; with `output`, writes all files into that new folder instead. Adds
 * notices about what killed runs left.
 */
export function writeFiles(
  inputs: readonly WorkedInput[],
  output: string | undefined,
  { notices }: Pick<Findings, 'notices'>,
): void {
  if (output !== undefined) {
    const files = inputs.flatMap((input) => input.files);
    notices.push(...writeNewFolder(output, files));
    return;
  }
  writeChanges(inputs.flatMap(({ root, files }) => files.filter(isChange).map((file) => ({ ...file, root }))));
}
