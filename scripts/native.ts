import { runCommand } from './command.ts';

/** Compiles a bundle with bun's runtime and its bytecode. `target` is bun's name of another platform than this one. */
export function compileNative(bundle: string, outfile: string, target?: string): void {
  runCommand('bun', [
    'build',
    '--compile',
    '--bytecode',
    // Without these two the executable would read, and run, what lies in the folder that it is called in.
    '--no-compile-autoload-dotenv',
    '--no-compile-autoload-bunfig',
    // A short call is over before compiling what it runs pays: ten times as reluctant, the JIT leaves it alone.
    '--compile-jit-policy=10',
    ...(target === undefined ? [] : [`--target=${target}`]),
    bundle,
    `--outfile=${outfile}`,
  ]);
}
