import { STDIN } from '../process/stdio.ts';
import type { Option } from './option.ts';
import type { SortedArguments } from './sort-arguments.ts';
import { UsageError } from './usage-error.ts';

/** Option for the file of a function config. */
export const CONFIG_OPTION = {
  name: 'fn-config',
  value: 'FILE[#NAME]',
  meaning: 'Configuration of the function. NAME: one of several resources in FILE.',
  group: 'Configuration',
} as const satisfies Option;

/** Configuration of a function on the command line. */
export interface ConfigArguments {
  /** File of the function config, or `FILE#NAME` for one of several. With `data`, it is a policy. */
  readonly configFile: string | undefined;
  /** Data of the ConfigMap to use as function config, or options beside a policy; undefined if not given. */
  readonly data: ReadonlyMap<string, string> | undefined;
}

/** Reads the configuration of a function: a file, and `key=value` after `--`. Throws a `UsageError`. */
export function parseConfig(sorted: SortedArguments<typeof CONFIG_OPTION>): ConfigArguments {
  const data = parseData(sorted.rest);
  const configFile = sorted.value('fn-config');
  if (configFile === STDIN) throw new UsageError('`--fn-config` must be a file: for standard input, give /dev/stdin');
  return { configFile, data: data.size > 0 ? data : undefined };
}

function parseData(args: readonly string[]): ReadonlyMap<string, string> {
  const data = new Map<string, string>();
  for (const arg of args) {
    const equals = arg.indexOf('=');
    const key = arg.slice(0, equals);
    if (equals < 1) throw new UsageError(`"${arg}" must be key=value`);
    if (data.has(key)) throw new UsageError(`"${key}" must be given at most once`);
    data.set(key, arg.slice(equals + 1));
  }
  return data;
}
