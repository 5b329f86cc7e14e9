import { runCommand } from './command.ts';
import { root } from './functions.ts';

/** Compiles a bundle with bun's runtime and its bytecode. `target` is bun's name of another platform than this one. */
export function compileNative(bundle: string, outfile: string, target?: string): void {
  const options = [
    '--compile',
    '--bytecode',
    // Without these two the executable would read, and run, what lies in the folder that it is called in.
    '--no-compile-autoload-dotenv',
    '--no-compile-autoload-bunfig',
    // A short call is over before compiling what it runs pays: ten times as reluctant, the JIT leaves it alone.
    '--compile-jit-policy=10',
    ...(target === undefined ? [] : [`--target=${target}`]),
  ];
  // The executable names the bundle by its path from where bun is called: the same folder gives the same bytes.
  runCommand('bun', ['build', ...options, bundle, `--outfile=${outfile}`], { cwd: root });
}
