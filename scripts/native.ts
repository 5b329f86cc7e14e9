import { runCommand } from './command.ts';
import { root } from './functions.ts';

/** Compiles a bundle with bun's runtime and its bytecode. `target` is bun's name of another platform. */
export function compileNative(bundle: string, outfile: string, target?: string): void {
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
  ];
  // The executable refers to the bundle by its path relative to bun's working directory: the same folder gives the same
  // bytes.
  runCommand('bun', ['build', ...options, bundle, `--outfile=${outfile}`], { cwd: root });
}
