import type { CommandProgram } from '../arguments/command.ts';
import { findFunction } from '../arguments/find-function.ts';
import { commandHelp, programUsage } from './usage.ts';

/**
 * Returns the reference of a function, the help of a command or, without a name, the usage of the program. Throws a
 * `UsageError` for any other name.
 */
export function helpText(name: string | undefined, program: CommandProgram): string {
  if (name === undefined) return programUsage(program.commands);
  const command = program.commands.find((each) => each.name === name);
  if (command !== undefined) return commandHelp(command);
  const load = findFunction(name, program);
  return program.references()[name] ?? load().help;
}
