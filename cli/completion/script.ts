import { oneOf } from '../../src/wording.ts';
import type { CommandProgram } from '../arguments/command.ts';
import { describeCommands } from '../arguments/define-group.ts';
import { UsageError } from '../arguments/usage-error.ts';
import { bashScript } from './bash.ts';
import { fishScript } from './fish.ts';
import { grammarOf, type Grammar } from './grammar.ts';
import { zshScript } from './zsh.ts';

const SHELLS: ReadonlyMap<string, (grammar: Grammar) => string> = new Map([
  ['bash', bashScript],
  ['zsh', zshScript],
  ['fish', fishScript],
]);

/**
 * Returns the completion script for a shell, which asks the program for the variants, fields and packages of a fleet.
 */
export async function completionScript(
  shell: string,
  { functions, commands }: Pick<CommandProgram, 'functions' | 'commands'>,
): Promise<string> {
  const script = SHELLS.get(shell);
  if (script === undefined) throw new UsageError(`"${shell}" must be ${oneOf([...SHELLS.keys()])}`);
  return script(grammarOf(functions, await describeCommands(commands)));
}
