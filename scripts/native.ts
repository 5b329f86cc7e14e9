import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { runCommand } from './command.ts';

/** Executable to make. */
interface NativeOutput {
  readonly file: string;
  /** bun's name of another platform. Default: this one. */
  readonly target?: string;
}

/** Call of an executable that reads a text, and ends with exit code 0. */
interface ExecutableCall {
  readonly args: readonly string[];
  readonly input: string;
}

/**
 * Compiles bundles in one folder with bun's runtime and their bytecode. The first one is run, and may load the others.
 * The first output must be for this platform. `calls`: those whose code is to lie side by side in the file, most
 * important first, so that less of it is read into memory. Each must run the same code each time, on any machine.
 */
export function compileNative(
  bundles: readonly string[],
  [own, ...others]: readonly [NativeOutput, ...NativeOutput[]],
  calls: readonly ExecutableCall[] = [],
): void {
  const folder = mkdtempSync(join(tmpdir(), 'krm-variants-native-'));
  try {
    if (calls.length > 0) compile(bundles, own);
    const orders = calls.map((call, index) => {
      const order = join(folder, `order-${index}`);
      writeOrder(order, own.file, call);
      return `--bytecode-order=${order}`;
    });
    for (const output of [own, ...others]) compile(bundles, output, orders);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Calls an executable, and writes a file that lists the bytecode that it runs. */
function writeOrder(file: string, executable: string, { args, input }: ExecutableCall): void {
  // Two builds of one source must not differ: variables of the environment, and what other processes left, change what
  // runs.
  const env = { BUN_BYTECODE_ORDER_OUT: file, TMPDIR: dirname(file) };
  runCommand(executable, args, { env, isAlone: true, input });
}

function compile(bundles: readonly string[], { file, target }: NativeOutput, orders: readonly string[] = []): void {
  const options = [
    '--compile',
    '--bytecode',
    // Without these two options the executable would read and run files of the current folder.
    '--no-compile-autoload-dotenv',
    '--no-compile-autoload-bunfig',
    // A short call ends before JIT compilation pays off: a threshold a hundred times as high avoids it, and long calls
    // take no longer.
    '--compile-jit-policy=100',
    ...orders,
    ...(target === undefined ? [] : [`--target=${target}`]),
  ];
  // Otherwise bun would include the others in the first one, too. These paths are relative to bun's working directory.
  const separate = bundles.map((bundle) => `--external=./${basename(bundle)}`);
  const cwd = dirname(bundles[0] ?? '');
  runCommand('bun', ['build', ...options, ...separate, ...bundles, `--outfile=${file}`], { cwd });
}
