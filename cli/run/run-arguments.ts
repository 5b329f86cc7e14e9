import { FOLDER_OPTIONS, parseFolderArguments, type FolderArguments } from '../arguments/folder-arguments.ts';
import { sortArguments, type Option, type SortedArguments } from '../arguments/options.ts';
import { STDIN } from '../process/stdio.ts';
import { UsageError } from '../arguments/usage-error.ts';

/** Option for the file of a function config. */
export const CONFIG_OPTION: Option = {
  name: 'fn-config',
  value: 'FILE[#NAME]',
  meaning: 'File with the configuration; NAME is one of several in it.',
};

/** Options of `krm-variants run`. */
export const RUN_OPTIONS: readonly Option[] = [CONFIG_OPTION, ...FOLDER_OPTIONS];

/** Parsed arguments of `krm-variants run FUNCTION`. */
export interface RunArguments extends FolderArguments {
  /** File of the function config, or `FILE#NAME` for one of several. */
  readonly configFile: string | undefined;
  /** Data of a ConfigMap that is the function config; undefined if there are none. */
  readonly data: ReadonlyMap<string, string> | undefined;
}

/** Reads the arguments of `krm-variants run FUNCTION`. Throws a `UsageError`. */
export function parseRunArguments(args: readonly string[]): RunArguments {
  const sorted = sortArguments(args, RUN_OPTIONS);
  const config = parseConfig(sorted);
  return { ...parseFolderArguments(sorted, checkInputs(sorted)), ...config };
}

/** Reads what configures a function: a file, or `key=value` after `--`. Throws a `UsageError`. */
export function parseConfig(sorted: SortedArguments): Pick<RunArguments, 'configFile' | 'data'> {
  const data = parseData(sorted.rest);
  const configFile = sorted.value('fn-config');
  if (configFile !== undefined && data.size > 0)
    throw new UsageError('`--fn-config` and `key=value` are mutually exclusive');
  return { configFile, data: data.size > 0 ? data : undefined };
}

function checkInputs({ operands }: SortedArguments): readonly string[] {
  if (operands.length === 0) throw new UsageError('a folder or a file must be given, and `key=value` only after `--`');
  // An unset variable of a script yields '', which the file system takes for the current folder.
  if (operands.includes('')) throw new UsageError('a folder or file must not be empty');
  if (operands.includes(STDIN) && operands.length > 1)
    throw new UsageError('standard input (`-`) must be the only input');
  const pair = operands.find((operand) => operand.includes('='));
  if (pair !== undefined && operands.length > 1)
    throw new UsageError(`"${pair}" must be a folder or a file: \`key=value\` is given after \`--\``);
  return operands;
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
