import { join } from 'node:path';
import { bundleAll, bundleClusterReader, bundleOne, precompileAll, type FunctionSource } from './bundle.ts';
import { compileNative } from './native.ts';

/** How executables are built. */
interface Options {
  /** What they say with --version. */
  readonly version: string;
  /** bun's name of another platform for the native executable. */
  readonly target?: string | undefined;
  /** Is told each file that is done. */
  readonly report?: (name: string) => void;
}

/**
 * Writes the executables of functions into a folder: one of each, one with all as `krm-variants.cjs`, what reads a cluster for
 * them, and the native `krm-variants`. Returns the files that went in, by their path here.
 */
export async function buildExecutables(
  functions: readonly FunctionSource[],
  folder: string,
  { version, target, report = () => {} }: Options,
): Promise<string[]> {
  for (const source of functions) {
    const name = `${source.definition.name}.cjs`;
    await bundleOne(source, version, join(folder, name));
    report(name);
  }
  const reader = await bundleClusterReader(folder);
  report('read-cluster.cjs');
  const all = join(folder, 'krm-variants.cjs');
  const files = await bundleAll(functions, version, all);
  // It holds the two files as they are now: bytecode is for Node alone.
  compileNative(all, join(folder, 'krm-variants'), target);
  report('krm-variants');
  precompileAll(functions, all);
  report('krm-variants.cjs');
  return [...files, ...reader];
}
