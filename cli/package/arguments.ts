import { UsageError } from '../usage-error.ts';

/** Parsed arguments of `krm-variants run <function>`. */
export interface RunArguments {
  readonly folder: string;
  /** File of the function config. */
  readonly configFile?: string;
  /** Folder with objects of clusters. */
  readonly objects?: string;
  /** Data of a ConfigMap that is the function config; undefined if there are none. */
  readonly data?: ReadonlyMap<string, string>;
  /** True to print the changes as a unified diff. */
  readonly diff: boolean;
  /** True to write no file. */
  readonly dryRun: boolean;
  /** True to read every file to its end, so that any that is not YAML is an error. */
  readonly verify: boolean;
}

/** Reads `DIR [--fn-config FILE] [--objects DIR] [--diff] [--dry-run] [--verify] [-- key=value ...]`. Throws a `UsageError`. */
export function parseRunArguments(args: readonly string[]): RunArguments {
  const end = args.includes('--') ? args.indexOf('--') : args.length;
  const { folders, files, flags } = sortArguments(args.slice(0, end));
  const data = parseData(args.slice(end + 1));
  const [folder] = folders;
  const [configFile, objects] = VALUES.map((option) => onlyValue(option, files));
  if (folder === undefined || folders.length > 1) {
    throw new UsageError('exactly one folder must be given, and `key=value` only after `--`');
  }
  // An unset variable of a script yields '', which the file system takes for the current folder.
  if (folder === '') throw new UsageError('the folder must not be empty');
  if (configFile !== undefined && data.size > 0)
    throw new UsageError('`--fn-config` and `key=value` are mutually exclusive');
  return {
    folder,
    ...(configFile !== undefined && { configFile }),
    ...(objects !== undefined && { objects }),
    ...(data.size > 0 && { data }),
    diff: flags.has('--diff'),
    dryRun: flags.has('--dry-run'),
    verify: flags.has('--verify'),
  };
}

/** Options with a file or folder. */
const VALUES = ['--fn-config', '--objects'] as const;

const WANTED: Readonly<Record<(typeof VALUES)[number], string>> = { '--fn-config': 'a file', '--objects': 'a folder' };

/** Returns the value of an option; undefined if it is not given. */
function onlyValue(option: (typeof VALUES)[number], files: SortedArguments['files']): string | undefined {
  const [value, ...others] = files.flatMap(([name, file]) => (name === option ? [file] : []));
  if (others.length > 0) throw new UsageError(`\`${option}\` must be given at most once`);
  if (value === '') throw new UsageError(`\`${option}\` must be followed by ${WANTED[option]}`);
  return value;
}

const FLAGS: readonly string[] = ['--diff', '--dry-run', '--verify'];

interface SortedArguments {
  readonly folders: string[];
  /** Files and folders, by their options. */
  readonly files: (readonly [option: string, file: string])[];
  readonly flags: Set<string>;
}

function sortArguments(args: readonly string[]): SortedArguments {
  const sorted: SortedArguments = { folders: [], files: [], flags: new Set() };
  for (let rest = [...args]; rest.length > 0;) {
    const [arg = '', value] = rest;
    const taken = sortArgument(sorted, arg, value);
    rest = rest.slice(taken);
  }
  return sorted;
}

/** Sorts one argument and returns the number consumed: an option consumes its value, too. */
function sortArgument({ folders, files, flags }: SortedArguments, arg: string, next: string | undefined): 1 | 2 {
  const option = VALUES.find((name) => arg === name || arg.startsWith(`${name}=`));
  if (option !== undefined && arg === option) {
    if (next === undefined) throw new UsageError(`\`${option}\` must be followed by ${WANTED[option]}`);
    files.push([option, next]);
    return 2;
  }
  if (option !== undefined) files.push([option, arg.slice(option.length + 1)]);
  else if (FLAGS.includes(arg)) flags.add(arg);
  else if (arg.startsWith('-')) throw new UsageError(`unknown option "${arg}"`);
  else folders.push(arg);
  return 1;
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
