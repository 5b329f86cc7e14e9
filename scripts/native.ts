import { basename, dirname } from 'node:path';
import { runCommand } from './command.ts';

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
  // Otherwise bun would include the others in the first one, too. These paths are relative to bun's working directory.
  const separate = bundles.map((bundle) => `--external=./${basename(bundle)}`);
  const cwd = dirname(bundles[0] ?? '');
  runCommand('bun', ['build', ...options, ...separate, ...bundles, `--outfile=${outfile}`], { cwd });
}
