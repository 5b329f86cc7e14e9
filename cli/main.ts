import { basename } from 'node:path';
import type { LoadedFunction } from '../src/function/index.ts';
import { formatResult, KrmError, type Result } from '../src/krm/index.ts';
import type { Build, Command, Functions, CommandProgram } from './arguments/command.ts';
import { findFunction } from './arguments/find-function.ts';
import { isHelp } from './arguments/option.ts';
import { UsageError } from './arguments/usage-error.ts';
import { COMMANDS } from './commands.ts';
import { EXIT } from './process/exit-code.ts';
import { print } from './process/print.ts';
import { writeAll } from './process/stdio.ts';
import { commandHelp, programUsage, usageHint } from './reference/usage.ts';
import { callFunction } from './run/call-function.ts';

/** Runs the executable of one function: reads the command line and stdin, and exits. */
export async function functionMain(load: () => LoadedFunction, { version }: Pick<Build, 'version'>): Promise<void> {
  await exitWith((args) => callFunction(load, args, version));
}

/** Runs `krm-variants`, or a function if the program is called by its name. */
export async function main(functions: Functions, build: Build): Promise<void> {
  const load = calledFunction(functions);
  if (load !== undefined) return await functionMain(load, build);
  const program = { ...build, functions, commands: COMMANDS };
  await exitWith((args) => runCommand(program, args), usageFor);
}

type Usage = (args: readonly string[]) => string;

/** Exits at once: `writeAll` returns after the last byte, and normal cleanup would take longer. */
async function exitWith(act: (args: readonly string[]) => Promise<number>, usage: Usage = () => ''): Promise<never> {
  process.exit(await exitCodeOf(act, usage));
}

/** Returns the exit code. Prints an exception to stderr, and the usage after a wrong command line. */
async function exitCodeOf(act: (args: readonly string[]) => Promise<number>, usage: Usage): Promise<number> {
  const args = process.argv.slice(2);
  try {
    return await act(args);
  } catch (error) {
    const isMisuse = error instanceof UsageError;
    const lines = errorsOf(error).map((result) => `${formatResult(result)}\n`);
    writeAll(2, `${lines.join('')}${isMisuse ? usage(args) : ''}`);
    return isMisuse ? EXIT.misuse : EXIT.failed;
  }
}

function errorsOf(error: unknown): readonly Result[] {
  if (error instanceof KrmError) return error.results;
  return [{ severity: 'error', message: error instanceof Error ? error.message : String(error) }];
}

/** Returns the function whose name the program was called by. A native executable has that name only in `argv0`. */
function calledFunction(functions: Functions): (() => LoadedFunction) | undefined {
  const names = [process.argv[1] ?? '', process.argv0].map((path) => basename(path));
  return Object.entries(functions).find(([name]) => names.includes(name))?.[1];
}

/** Options that stand for a command. */
const COMMAND_OPTIONS: ReadonlyMap<string, string> = new Map([
  ['--help', 'help'],
  ['-h', 'help'],
  ['--version', 'version'],
]);

async function runCommand(program: CommandProgram, [name, ...args]: readonly string[]): Promise<number> {
  if (name === undefined) return print(programUsage(COMMANDS));
  const command = findCommand(name);
  if (command === undefined) return await callFunction(findFunction(name, program), args, program.version);
  if (asksForHelp(args)) return print(commandHelp(command));
  return await command.run(args, program);
}

function findCommand(name: string | undefined): Command | undefined {
  const wanted = COMMAND_OPTIONS.get(name ?? '') ?? name;
  return COMMANDS.find((command) => command.name === wanted);
}

/** Reports whether an option asks for help; arguments after `--` are none. */
function asksForHelp(args: readonly string[]): boolean {
  const end = args.indexOf('--');
  return args.slice(0, end === -1 ? undefined : end).some(isHelp);
}

/** Returns the lines after a message about invalid arguments: none for an unknown command, whose message has a hint. */
function usageFor([name]: readonly string[]): string {
  const command = findCommand(name);
  return command === undefined ? '' : usageHint(command);
}
