import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from '../../scripts/functions.ts';

/** Command line of a program. */
export type Command = readonly [program: string, ...args: string[]];

/** `krm-variants` as a program of sources; its first argument is the name of a function. */
export const SOURCE_PROGRAM = fileURLToPath(import.meta.resolve('./krm-variants.ts'));

const executable = join(root, 'dist/krm-variants');

/** Applies a function to the files of a folder, which has that function as its pipeline, by the native executable. */
type FolderCommand = (functionName: string, folder: string) => Command;

const run: FolderCommand = (functionName, folder) => [executable, 'run', functionName, folder];

export const render: FolderCommand = (_, folder) => [executable, 'render', folder];

/** Commands that write the files of a folder. */
export const FOLDER_COMMANDS: Readonly<Record<string, FolderCommand>> = { run, render };
