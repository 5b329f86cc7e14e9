import { didYouMean } from '../../src/nearest-name.ts';
import type { Command, DescribedCommand } from './command.ts';
import { UsageError } from './usage-error.ts';

/** A group of commands, and the command to run without a further word. */
interface GroupRow extends Pick<Command, 'name' | 'summary' | 'details' | 'examples'> {
  /** Named by both words, such as `fleet plan`. */
  readonly commands: readonly Command[];
}

/** Returns a command that only groups others. `runCommand` runs one of them, or prints the help of the group. */
export function defineGroup(row: GroupRow): Command {
  return {
    ...row,
    operands: ['COMMAND'],
    options: () => Promise.resolve([]),
    run([word = '']) {
      const names = row.commands.map(({ name }) => lastWord(name));
      throw new UsageError(`unknown command "${row.name} ${word}"${didYouMean(word, names)}`);
    },
  };
}

/** Returns the command that words name, and the arguments after them; undefined if the first word names none. */
export function findCommand(
  commands: readonly Command[],
  [word, ...args]: readonly string[],
): { readonly command: Command; readonly args: readonly string[] } | undefined {
  const command = commands.find(({ name }) => lastWord(name) === word);
  return command && (findCommand(command.commands ?? [], args) ?? { command, args });
}

/** Returns all commands, those of groups after their group. */
export function allCommands<C extends { readonly commands?: readonly C[] }>(commands: readonly C[]): readonly C[] {
  return commands.flatMap((command) => [command, ...(command.commands ?? [])]);
}

/** Returns the word that names a command in its group. */
export function lastWord(name: string): string {
  return name.slice(name.lastIndexOf(' ') + 1);
}

/** Loads the options of commands, and of those of groups. */
export async function describeCommands(commands: readonly Command[]): Promise<readonly DescribedCommand[]> {
  return await Promise.all(commands.map(describeCommand));
}

/** Loads the options of a command; of a group, those of its commands. */
export async function describeCommand({ options, commands, ...command }: Command): Promise<DescribedCommand> {
  const described = commands && { commands: await describeCommands(commands) };
  return { ...command, ...described, options: await options() };
}
