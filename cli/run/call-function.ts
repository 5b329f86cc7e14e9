import { runFunction, type LoadedFunction } from '../../src/function/index.ts';
import { isHelp } from '../arguments/option.ts';
import { UsageError } from '../arguments/usage-error.ts';
import { startAnewFor, tuneFor } from '../process/jit.ts';
import { print } from '../process/print.ts';
import { readAll, sizeOf, writeAll, writeMessages } from '../process/stdio.ts';
import { isTty } from '../terminal/is-tty.ts';
import { isDevice } from '../terminal/terminal.ts';
import { sources } from '../work/sources.ts';

/**
 * Environment variable that, set to `stdout`, keeps errors that are in the results on stdout off stderr. In a pod,
 * Porch joins both into one message. Otherwise, errors are also printed on stderr: function-runner shows nothing else
 * of a program, and kpt prints its first lines.
 */
const ERRORS = 'KRM_VARIANTS_ERRORS';

/** Runs a function on the ResourceList from stdin. Returns the exit code. */
export async function callFunction(
  load: () => LoadedFunction,
  [arg]: readonly string[],
  version: string,
): Promise<number> {
  if (arg === '--version') return print(`${version}\n`);
  if (arg === undefined) startAnewFor(sizeOf(0));
  const fn = load();
  if (isHelp(arg)) return print(fn.help);
  const { name } = fn.definition;
  const remedy = `\`krm-variants run ${name} DIR|FILE ...\` runs it on files`;
  if (arg !== undefined) throw new UsageError(`${name} takes no arguments except --help and --version: ${remedy}`);
  if (isDevice(0) && isTty(0)) writeMessages(`[info]: ${name} waits for a ResourceList on standard input; ${remedy}\n`);
  const input = readAll(0);
  tuneFor(input.length);
  const { stdout, stderr, exitCode, isPlain = false } = await runFunction(fn, input, sources);
  if (stdout === '' || isPlain || process.env[ERRORS] !== 'stdout') writeMessages(stderr);
  writeAll(1, stdout);
  return exitCode;
}
