import { scaleThresholds } from '../cli/process/jit.ts';
import { readAll, writeAll } from '../cli/process/stdio.ts';
import { runFunction, type LoadedFunction } from '../src/function/index.ts';

/**
 * Calls the function that the first argument names, with the scale of the JIT's thresholds that the second one gives.
 */
export async function callWithScale(functions: Readonly<Record<string, () => LoadedFunction>>): Promise<never> {
  const [name = '', scale = ''] = process.argv.slice(2);
  scaleThresholds(Number(scale));
  const load = functions[name];
  if (load === undefined) throw new Error(`no function ${name}`);
  const { stdout, stderr, exitCode } = await runFunction(load(), readAll(0));
  writeAll(2, stderr);
  writeAll(1, stdout);
  process.exit(exitCode);
}
