import type { Command, CommandProgram } from './command.ts';
import { isRepeated, type Option } from './option.ts';
import { withHostPaths } from './path-argument.ts';
import { sortArguments, type SortedArguments } from './sort-arguments.ts';
import { UsageError } from './usage-error.ts';

/** Options of a command, and what it does with the arguments that are sorted by them. */
interface CommandCode<T extends Option> {
  readonly options: readonly T[];
  /** Runs the command with operands that match its row, none of them empty. Returns the exit code. */
  readonly act: (args: SortedArguments<T>, program: CommandProgram) => number | Promise<number>;
}

/** Row of a command in a table. */
type CommandRow = Omit<Command, 'options' | 'run'>;

/** Returns a command that sorts its arguments by its row, and throws a `UsageError` if they do not match. */
export function defineCommand<const T extends Option>({ options, act, ...row }: CommandRow & CommandCode<T>): Command {
  return defineLoadedCommand({ ...row, load: () => Promise.resolve({ options, act }) });
}

/** Returns a command as `defineCommand` does, of which `load` loads all but the row. */
export function defineLoadedCommand<const T extends Option>({
  load,
  ...row
}: CommandRow & { readonly load: () => Promise<CommandCode<T>> }): Command {
  return {
    ...row,
    options: async () => (await load()).options,
    async run(args, program) {
      const { options, act } = await load();
      const sorted = sortArguments(args, options);
      checkOperands(row, sorted);
      return await act({ ...sorted, operands: withHostPaths(row.operands, sorted.operands) }, program);
    },
  };
}

/** Checks operands, except for repeatable ones: only the command can tell which one is missing. */
function checkOperands(
  { name, operands: expected, rest: expectedRest }: Row,
  { operands, rest }: SortedArguments,
): void {
  const missing = expected[operands.length];
  if (missing !== undefined && !missing.startsWith('[') && !isRepeated(missing))
    throw new UsageError(`${name} requires ${missing}`);
  const extra = expected.some(isRepeated) ? undefined : operands[expected.length];
  const unexpected = extra ?? (expectedRest === undefined ? rest[0] : undefined);
  const hint = expectedRest === undefined ? '' : `; pass \`${expectedRest}\` after \`--\``;
  if (unexpected !== undefined)
    throw new UsageError(`${name} takes ${limit(expected)}: unexpected argument "${unexpected}"${hint}`);
  if (operands.includes('')) throw new UsageError(`an argument of ${name} must not be empty`);
}

type Row = Pick<Command, 'name' | 'operands' | 'rest'>;

function limit(expected: readonly string[]): string {
  return expected.length === 0 ? 'no arguments' : `only ${expected.join(' ')}`;
}
