import { basename } from 'node:path';
import { formatResult, nearestName, runFunction, type LoadedFunction } from '../src/index.ts';
import { EXIT } from './exit-code.ts';
import { optionLines } from './options.ts';
import { RUN_OPTIONS } from './run-arguments.ts';
import { sources } from './sources.ts';
import { readAll, showAll, writeAll } from './stdio.ts';
import { UsageError } from './usage-error.ts';

/** Functions by name; each is loaded on first use. */
export type Functions = Readonly<Record<string, () => LoadedFunction>>;

const USAGE = `Usage: krm-variants FUNCTION
           read a ResourceList from stdin, write the result to stdout
       krm-variants run FUNCTION DIR|FILE ... [OPTIONS] [-- key=value ...]
           run the function on files; - is standard input
       krm-variants list
           list the functions
       krm-variants FUNCTION --help
           explain the function
       krm-variants run --help
           list the options
       krm-variants --help | --version

Exit code: 0 done; 1 an error, or a warning with --strict;
           2 a wrong command line; 4 --check found changes.
`;

const RUN_USAGE = `Usage: krm-variants run FUNCTION DIR|FILE ... [OPTIONS] [-- key=value ...]

Runs a function on folders and files, and writes them together: all, or none.
With - as the only input, reads standard input and prints the result.
key=value is the data of a ConfigMap that configures the function.

Options:
${optionLines(RUN_OPTIONS)}`;

/**
 * Environment variable that, set to `stdout`, keeps errors that are in the results on stdout off stderr. In a pod,
 * Porch joins both into one message. Everywhere else they are on stderr, too: function-runner shows nothing else of a
 * program, and kpt prints its first lines.
 */
const ERRORS = 'KRM_VARIANTS_ERRORS';

type Load = () => LoadedFunction;

interface Options {
  readonly version: string;
}

/** Runs the executable of one function: reads the command line and stdin, and exits. */
export async function functionMain(load: Load, { version }: Options): Promise<void> {
  await exitWith((args) => callFunction(load, args, version));
}

/** Runs `krm-variants`, or a function if the program is called by its name. */
export async function main(functions: Functions, { version }: Options): Promise<void> {
  const load = calledFunction(functions);
  if (load !== undefined) return await functionMain(load, { version });
  await exitWith((args) => runCommand(functions, args, version), USAGE);
}

/** Exits at once: `writeAll` returns after the last byte, and normal cleanup would take longer. */
async function exitWith(act: (args: readonly string[]) => Promise<number>, usage = ''): Promise<never> {
  process.exit(await exitCodeOf(act, usage));
}

/** Returns the exit code. Prints an exception to stderr, and the usage after a wrong command line. */
async function exitCodeOf(act: (args: readonly string[]) => Promise<number>, usage: string): Promise<number> {
  try {
    return await act(process.argv.slice(2));
  } catch (error) {
    const isMisuse = error instanceof UsageError;
    const message = error instanceof Error ? error.message : String(error);
    writeAll(2, `${formatResult({ severity: 'error', message })}\n${isMisuse ? usage : ''}`);
    return isMisuse ? EXIT.misuse : EXIT.failed;
  }
}

/** Returns the function whose name the program was called by. A native executable has that name only in `argv0`. */
function calledFunction(functions: Functions): Load | undefined {
  const names = [process.argv[1] ?? '', process.argv0].map((path) => basename(path));
  return Object.entries(functions).find(([name]) => names.includes(name))?.[1];
}

async function callFunction(load: Load, [arg]: readonly string[], version: string): Promise<number> {
  if (arg === '--version') return print(`${version}\n`);
  const fn = load();
  if (isHelp(arg)) return print(fn.help);
  if (arg !== undefined) throw new UsageError(`${fn.definition.name} takes no arguments except --help and --version`);
  const { stdout, stderr, exitCode } = await runFunction(fn, readAll(0), sources);
  if (stdout === '' || process.env[ERRORS] !== 'stdout') writeAll(2, stderr);
  writeAll(1, stdout);
  return exitCode;
}

async function runCommand(functions: Functions, args: readonly string[], version: string): Promise<number> {
  const [command, ...rest] = args;
  switch (command) {
    case undefined:
      throw new UsageError('a command is missing');
    case '--version':
      return print(`${version}\n`);
    case '--help':
    case '-h':
      return print(USAGE);
    case 'list':
      if (rest.length > 0) throw new UsageError('list takes no arguments');
      return print(listing(functions));
    case 'run':
      return await runOnFolder(functions, rest);
    default:
      return await withFunction(functions, command, (load) => callFunction(load, rest, version));
  }
}

/**
 * Runs a function on a folder. Imports on demand, so that reading and writing folders does not slow the start of a
 * function.
 */
async function runOnFolder(functions: Functions, [name, ...args]: readonly string[]): Promise<number> {
  if ([name, ...args].some(isHelp)) return print(RUN_USAGE);
  if (name === undefined) throw new UsageError('run needs the name of a function');
  return await withFunction(functions, name, async (load) => {
    const { runFolder } = await import('./run-folder.ts');
    return await runFolder(load(), args);
  });
}

function isHelp(arg: string | undefined): boolean {
  return arg === '--help' || arg === '-h';
}

async function withFunction(functions: Functions, name: string, act: (load: Load) => Promise<number>): Promise<number> {
  const load = new Map(Object.entries(functions)).get(name);
  if (load !== undefined) return await act(load);
  const nearest = nearestName(name, [...Object.keys(functions), 'list', 'run']);
  const hint = nearest === undefined ? '' : `; did you mean "${nearest}"?`;
  throw new UsageError(`unknown function or command "${name}"${hint}`);
}

function listing(functions: Functions): string {
  const width = Math.max(...Object.keys(functions).map((name) => name.length));
  const lines = Object.entries(functions).map(
    ([name, load]) => `${name.padEnd(width)}  ${load().definition.summary}\n`,
  );
  return lines.join('');
}

function print(text: string): number {
  showAll(1, text);
  return 0;
}
