import { basename } from 'node:path';
import { runCommand } from './command.ts';
import { root } from './functions.ts';

/**
 * Compiles bundles in one folder with bun's runtime and their bytecode. The first one is run, and may load the others. `target`
 * is bun's name of another platform.
 */
export function compileNative(bundles: readonly string[], outfile: string, target?: string): void {
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
  // Otherwise bun would make one file of the bundles, whose bytecode is then found at once.
  const separate = bundles.map((bundle) => `--external=./${basename(bundle)}`);
  // The executable refers to the bundle by its path relative to bun's working directory: the same folder gives the same
  // bytes.
  runCommand('bun', ['build', ...options, ...separate, ...bundles, `--outfile=${outfile}`], { cwd: root });
}
