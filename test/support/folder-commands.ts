import { join } from 'node:path';
import { root } from '../../scripts/functions.ts';

/** Command line of a program. */
export type Command = readonly [program: string, ...args: string[]];

const executable = join(root, 'dist/krm-variants');

/** Applies a function to the files of a folder, which has that function as its pipeline, by the native executable. */
type FolderCommand = (functionName: string, folder: string) => Command;

const run: FolderCommand = (functionName, folder) => [executable, 'run', functionName, folder];

export const render: FolderCommand = (_, folder) => [executable, 'render', folder];

/** Commands that write the files of a folder. */
export const FOLDER_COMMANDS: Readonly<Record<string, FolderCommand>> = { run, render };
