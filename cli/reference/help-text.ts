import type { CommandProgram } from '../arguments/command.ts';
import { describeCommand, findCommand } from '../arguments/define-group.ts';
import { findFunction, unknownName } from '../arguments/find-function.ts';
import { commandHelp, programUsage } from './usage.ts';

interface Options {
  /** Returns the complete reference of a function. */
  readonly isComplete?: boolean;
}

/**
 * Returns the help of a function or a command, by its words or, without one, the usage of the program. Throws a
 * `UsageError` for any other name.
 */
export async function helpText(
  [name, ...words]: readonly string[],
  program: CommandProgram,
  { isComplete = false }: Options = {},
): Promise<string> {
  if (name === undefined) return programUsage(program.commands);
  const found = findCommand(program.commands, [name, ...words]);
  if (found?.args.length === 0) return commandHelp(await describeCommand(found.command));
  if (words.length > 0) throw unknownName([name, ...words].join(' '), program);
  const load = findFunction(name, program);
  return (isComplete ? program.references()[name] : undefined) ?? load().help;
}
