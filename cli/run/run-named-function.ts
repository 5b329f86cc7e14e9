import type { Program } from '../arguments/command.ts';
import { findFunction } from '../arguments/find-function.ts';
import { sortArguments } from '../arguments/options.ts';
import { RUN_OPTIONS } from './run-arguments.ts';
import { runFolder } from './run-command.ts';
import { UsageError } from '../arguments/usage-error.ts';

/** Implements `krm-variants run`: runs the function that the first operand names with all other arguments. */
export async function runNamedFunction(args: readonly string[], program: Program): Promise<number> {
  const { operands, firstOperand } = sortArguments(args, RUN_OPTIONS);
  const [name] = operands;
  if (name === undefined) throw new UsageError('run needs the name of a function');
  return await runFolder(findFunction(name, program)(), args.toSpliced(firstOperand, 1));
}
