import { rmSync } from 'node:fs';
import { runCommand } from './command.ts';
import { root } from './functions.ts';

/** Options of a native executable. */
interface NativeOptions {
  /** bun's name of another platform. */
  readonly target?: string | undefined;
  /** File in which an executable of the same bundle has listed the code that ran. */
  readonly order?: string;
}

/** Compiles a bundle with bun's runtime and its bytecode. */
export function compileNative(bundle: string, outfile: string, { target, order }: NativeOptions = {}): void {
  const options = [
    '--compile',
    '--bytecode',
    // Without these two options the executable would read and run files of the current folder.
    '--no-compile-autoload-dotenv',
    '--no-compile-autoload-bunfig',
    // A short call ends before JIT compilation pays off: a threshold a hundred times as high avoids it, and long calls
    // take no longer.
    '--compile-jit-policy=100',
    ...(target === undefined ? [] : [`--target=${target}`]),
    ...(order === undefined ? [] : [`--bytecode-order=${order}`]),
  ];
  // The executable refers to the bundle by its path relative to bun's working directory: the same folder gives the same
  // bytes.
  runCommand('bun', ['build', ...options, bundle, `--outfile=${outfile}`], { cwd: root });
}

/**
 * Compiles a bundle, calls the executable, and compiles again with the code that ran side by side: less of the file is then
 * read into memory. `call`: calls the executable with variables of its environment.
 */
export function compileOrdered(
  bundle: string,
  outfile: string,
  target: string | undefined,
  call: (env: Readonly<Record<string, string>>) => void,
): void {
  const order = `${outfile}.order`;
  compileNative(bundle, outfile);
  call({ BUN_BYTECODE_ORDER_OUT: order });
  compileNative(bundle, outfile, { target, order });
  rmSync(order);
}
