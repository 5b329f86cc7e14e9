import type { Option } from './option.ts';
import type { Functions } from '../../src/function/index.ts';

/** References of functions, by name, as text for a terminal. */
type References = Readonly<Record<string, string>>;

/** Parts of `krm-variants` that the build provides. */
export interface Build {
  readonly version: string;
  /** Returns the references of all functions, loaded on demand. */
  readonly references: () => References;
}

/** `krm-variants`: its functions and commands. */
export interface CommandProgram extends Build {
  readonly functions: Functions;
  readonly commands: readonly Command[];
}

/** Program that only calls functions. */
export type FunctionProgram = Pick<CommandProgram, 'functions' | 'version'>;

/** A command line, and what it is for. */
type Example = readonly [purpose: string, command: string];

/** One command of `krm-variants`. Usage, dispatch, completion and documentation are derived from it. */
export interface Command {
  /** Word after `krm-variants`; for a command of a group both words, such as `fleet plan`. */
  readonly name: string;
  /**
   * Arguments that are not options, as in its usage: words in lower case are literal, those in capitals are
   * placeholders (`cli/completion/placeholder.ts`), `|` separates alternatives, `[]` encloses an optional one, and
   * `...` ends one that can be repeated.
   */
  readonly operands: readonly string[];
  /** Arguments after `--`, as in its usage. */
  readonly rest?: string;
  /** One sentence of at most 50 characters, for lists. */
  readonly summary: string;
  /** Commands for its own help; a line break in one continues it on the next line. */
  readonly examples: readonly Example[];
  /** Lines that its own help adds to the summary, of at most 80 characters. */
  readonly details?: readonly string[];
  /** Returns its options, which are loaded on demand. */
  readonly options: () => Promise<readonly Option[]>;
  /** Commands of a group, such as `fleet plan` of `fleet`. Default: it is no group. */
  readonly commands?: readonly Command[];
  /**
   * Runs the command with the arguments after its name. Returns the exit code. Throws a `UsageError` if they are
   * invalid.
   */
  run(args: readonly string[], program: CommandProgram): number | Promise<number>;
}

/** A command whose options are loaded, to describe it. */
export interface DescribedCommand extends Omit<Command, 'options' | 'commands'> {
  readonly options: readonly Option[];
  readonly commands?: readonly DescribedCommand[];
}
