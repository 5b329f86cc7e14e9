import type { Command, Program } from './command.ts';
import { sortArguments, type SortedArguments } from './options.ts';
import { UsageError } from './usage-error.ts';

/** Command whose action takes sorted arguments. */
interface SortedCommand extends Omit<Command, 'run'> {
  /** Runs it with as many operands as its row says, none of them empty. Returns the exit code. */
  readonly act: (args: SortedArguments, program: Program) => number | Promise<number>;
}

/** Returns a command that sorts its arguments by its row, and throws a `UsageError` if they do not fit. */
export function sortedCommand({ act, ...row }: SortedCommand): Command {
  return { ...row, run: (args, program) => act(checkOperands(row, sortArguments(args, row.options)), program) };
}

type Row = Omit<Command, 'run'>;

function checkOperands({ name, operands: expected }: Row, sorted: SortedArguments): SortedArguments {
  const { operands, rest } = sorted;
  const missing = expected[operands.length];
  if (missing !== undefined && !missing.startsWith('[')) throw new UsageError(`${name} needs ${missing}`);
  const superfluous = operands[expected.length] ?? rest[0];
  if (superfluous !== undefined)
    throw new UsageError(`${name} takes ${limit(expected)}: "${superfluous}" is superfluous`);
  if (operands.includes('')) throw new UsageError(`an argument of ${name} must not be empty`);
  return sorted;
}

function limit(expected: readonly string[]): string {
  return expected.length === 0 ? 'no arguments' : `only ${expected.join(' ')}`;
}
