import { basename } from 'node:path';
import { formatResult, nearestName, runFunction, type LoadedFunction } from '../src/index.ts';
import { readAll, writeAll } from './stdio.ts';

/** Functions by name; each is loaded when it is used. */
export type Functions = Readonly<Record<string, () => LoadedFunction>>;

/** A command line that is not understood ends like this, so that a script can tell it from a function that failed. */
const USAGE_ERROR = 2;

const USAGE = `Usage: krm-variants FUNCTION
           read a ResourceList from stdin, write it to stdout as the function changes it
       krm-variants run FUNCTION DIR [--fn-config FILE] [--diff] [--dry-run] [-- key=value ...]
           run the function on the files of a folder
       krm-variants list
           list the functions
       krm-variants FUNCTION --help
           explain the function
       krm-variants --help | --version
`;

type Load = () => LoadedFunction;

interface Options {
  readonly version: string;
}

/** The executable of one function: reads the command line and stdin, and sets the exit code. */
export async function functionMain(load: Load, { version }: Options): Promise<void> {
  await exitWith((args) => callFunction(load, args, version));
}

/** `krm-variants`, or, called by the name of a function, that function. */
export async function main(functions: Functions, { version }: Options): Promise<void> {
  const load = calledFunction(functions);
  if (load !== undefined) return await functionMain(load, { version });
  await exitWith((args) => runCommand(functions, args, version));
}

async function exitWith(act: (args: readonly string[]) => Promise<number>): Promise<void> {
  try {
    process.exitCode = await act(process.argv.slice(2));
  } catch (error) {
    process.exitCode = fail(error instanceof Error ? error.message : String(error), 1);
  }
}

/** The function that the program was called by. A native executable finds that name in `argv0` alone. */
function calledFunction(functions: Functions): Load | undefined {
  const names = [process.argv[1] ?? '', process.argv0].map((path) => basename(path));
  return Object.entries(functions).find(([name]) => names.includes(name))?.[1];
}

async function callFunction(load: Load, [arg]: readonly string[], version: string): Promise<number> {
  if (arg === '--version') return print(`${version}\n`);
  const fn = load();
  if (isHelp(arg)) return print(fn.help);
  if (arg !== undefined) return fail(`${fn.definition.name} takes no argument but --help and --version`, USAGE_ERROR);
  const { stdout, stderr, exitCode } = await runFunction(fn, readAll(0));
  writeAll(2, stderr);
  writeAll(1, stdout);
  return exitCode;
}

async function runCommand(functions: Functions, args: readonly string[], version: string): Promise<number> {
  const [command, ...rest] = args;
  switch (command) {
    case undefined:
      return misuse('a command is missing');
    case '--version':
      return print(`${version}\n`);
    case '--help':
    case '-h':
      return print(USAGE);
    case 'list':
      return print(listing(functions));
    case 'run':
      return await runOnFolder(functions, rest);
    default:
      return await withFunction(functions, command, (load) => callFunction(load, rest, version));
  }
}

/** Imported only here: what reads and writes folders costs the start-up of a function nothing. */
async function runOnFolder(functions: Functions, [name, ...args]: readonly string[]): Promise<number> {
  if (name === undefined) return misuse('run needs the name of a function');
  if (isHelp(name)) return print(USAGE);
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
  return misuse(
    `there is no function or command "${name}"${nearest === undefined ? '' : `; did you mean "${nearest}"?`}`,
  );
}

function listing(functions: Functions): string {
  const width = Math.max(...Object.keys(functions).map((name) => name.length));
  const lines = Object.entries(functions).map(
    ([name, load]) => `${name.padEnd(width)}  ${load().definition.summary}\n`,
  );
  return lines.join('');
}

function print(text: string): number {
  writeAll(1, text);
  return 0;
}

function misuse(message: string): number {
  fail(message, USAGE_ERROR);
  writeAll(2, USAGE);
  return USAGE_ERROR;
}

function fail(message: string, exitCode: number): number {
  writeAll(2, `${formatResult({ severity: 'error', message })}\n`);
  return exitCode;
}
