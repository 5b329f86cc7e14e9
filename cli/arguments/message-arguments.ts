import { choice } from './choice.ts';
import type { Option } from './option.ts';
import { optionTokens, type SortedArguments } from './sort-arguments.ts';
import { UsageError } from './usage-error.ts';

/** Values of `--color`, and if they color output; undefined: the terminal and the environment decide. */
const COLORS = { auto: undefined, always: true, never: false } as const;

/** Options for the messages of every command that changes files. */
export const MESSAGE_OPTIONS = [
  { name: 'verbose', short: 'v', meaning: 'Also print notices, infos and the log of a pipeline.' },
  { name: 'quiet', short: 'q', meaning: 'Print no messages except errors. Tables and diffs stay.' },
  {
    name: 'color',
    value: 'auto|always|never',
    meaning: 'Color the output. Default: auto, on a terminal unless NO_COLOR is set.',
  },
] as const satisfies readonly Option[];

/** Extent and colors of messages. */
export interface MessageArguments {
  /** True to show notices, infos and the log of a pipeline, too. */
  readonly verbose: boolean;
  /** True to show only errors. */
  readonly quiet: boolean;
  /** True or false to color the output always or never; undefined: by the terminal and the environment. */
  readonly hasColors: boolean | undefined;
}

/**
 * Returns what `--color` asks for in the arguments of a wrong command line, as `hasColors`. Undefined if its value is
 * wrong, too.
 */
export function askedColors(args: readonly string[]): boolean | undefined {
  const own = args.slice(0, args.includes('--') ? args.indexOf('--') : undefined);
  const values = optionTokens(own, MESSAGE_OPTIONS).flatMap((token) =>
    token.kind === 'option' && token.name === 'color' ? [token.value] : [],
  );
  const last = values.at(-1);
  return last === 'always' || last === 'never' ? COLORS[last] : undefined;
}

/** Reads `MESSAGE_OPTIONS`. Throws a `UsageError`. */
export function parseMessageArguments(sorted: SortedArguments<(typeof MESSAGE_OPTIONS)[number]>): MessageArguments {
  const [verbose, quiet] = [sorted.has('verbose'), sorted.has('quiet')];
  if (verbose && quiet) throw new UsageError('`--verbose` and `--quiet` are mutually exclusive');
  return { verbose, quiet, hasColors: COLORS[choice(sorted, 'color', ['auto', 'always', 'never'])] };
}
