import type { Program } from './command.ts';
import { findFunction } from './find-function.ts';
import { runFolder } from './run-folder.ts';
import { UsageError } from './usage-error.ts';

/** Implements `krm-variants run`: runs the function that the first argument names with the others. */
export async function runNamedFunction([name, ...args]: readonly string[], program: Program): Promise<number> {
  if (name === undefined) throw new UsageError('run needs the name of a function');
  return await runFolder(findFunction(name, program)(), args);
}
