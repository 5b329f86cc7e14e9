import { programName } from './process/host-paths.ts';
import type { Functions, LoadedFunction } from '../src/function/index.ts';
import type { Build } from './arguments/command.ts';
import { UsageError } from './arguments/usage-error.ts';
import { EXIT } from './process/exit-code.ts';
import { hideFtlSetting } from './process/ftl.ts';

// Code that is evaluated at the start slows down every call, so each call imports only what it needs: a function does
// not need the table of commands, and a command such as `version` does not need the library.

/** Runs the executable of one function: reads the command line and stdin, and exits. */
export async function functionMain(load: () => LoadedFunction, { version }: Pick<Build, 'version'>): Promise<void> {
  await exitWith((args) => runFunction(load, args, version).catch((error: unknown) => fail(error, args)));
}

/** Runs `krm-variants`, or a function if the program is called by its name. */
export async function main(functions: Functions, build: Build): Promise<void> {
  const load = calledFunction(functions);
  if (load !== undefined) return await functionMain(load, build);
  await exitWith((args) => runProgram(functions, build, args));
}

/** Runs the function or command that the arguments name, and prints what is wrong with them. Returns the exit code. */
export async function runProgram(functions: Functions, build: Build, args: readonly string[]): Promise<number> {
  const act = async (): Promise<number> => {
    const [name = '', ...rest] = args;
    const named = Object.hasOwn(functions, name) ? functions[name] : undefined;
    if (named !== undefined) return await runFunction(named, rest, build.version);
    const { runCommand } = await import('./dispatch.ts');
    return await runCommand({ ...build, functions }, args);
  };
  return await act().catch((error: unknown) => fail(error, args, () => usageFor(args)));
}

async function runFunction(load: () => LoadedFunction, args: readonly string[], version: string): Promise<number> {
  const { callFunction } = await import('./run/call-function.ts');
  return await callFunction(load, args, version);
}

async function usageFor(args: readonly string[]): Promise<string> {
  const { usageOf } = await import('./dispatch.ts');
  return await usageOf(args);
}

/** Exits at once: `writeAll` returns after the last byte, and normal cleanup would take longer. */
async function exitWith(act: (args: readonly string[]) => Promise<number>): Promise<never> {
  hideFtlSetting();
  process.exit(await act(process.argv.slice(2)));
}

/** Prints an exception to stderr, and the usage after a wrong command line. Returns the exit code. */
async function fail(
  error: unknown,
  args: readonly string[],
  usage: () => Promise<string> = () => Promise.resolve(''),
): Promise<number> {
  const { formatResult, KrmError } = await import('../src/krm/index.ts');
  const { askedColors } = await import('./arguments/message-arguments.ts');
  const { showMessages } = await import('./terminal/messages.ts');
  const { setColors } = await import('./terminal/terminal.ts');
  const isMisuse = error instanceof UsageError;
  const message = error instanceof Error ? error.message : String(error);
  const results =
    error instanceof KrmError
      ? error.results
      : [{ severity: 'error', code: isMisuse ? 'invalid-argument' : 'defect', message } as const];
  const lines = results.map((result) => `${formatResult(result)}\n`).join('');
  setColors(askedColors(args));
  showMessages(`${lines}${isMisuse ? await usage() : ''}`);
  return isMisuse ? EXIT.misuse : EXIT.failed;
}

/** Returns the function whose name the program was called by. A native executable has that name only in `argv0`. */
function calledFunction(functions: Functions): (() => LoadedFunction) | undefined {
  const names = [process.argv[1] ?? '', process.argv0].map((path) => programName(path));
  return Object.entries(functions).find(([name]) => names.includes(name))?.[1];
}
