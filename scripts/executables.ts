import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { bundleAll, bundleClusterReader, bundleNativeStart, bundleOne, type FunctionSource } from './bundle.ts';
import { compileNative } from './native.ts';

/** Options for building executables. */
interface Options {
  /** Version printed by --version. */
  readonly version: string;
  /** bun's name of another platform for the native executable. */
  readonly target?: string | undefined;
  /** Called with each file that is done. */
  readonly report?: (name: string) => void;
}

/**
 * Writes the executables of functions into a folder: one per function, `krm-variants.cjs` with all of them and the code
 * that reads a cluster for them, and the native `krm-variants`. Returns the files included, by their paths in the
 * project.
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
  const start = join(folder, 'native-start.cjs');
  await bundleNativeStart(all, version, start);
  const calls = functions.map(({ definition: { name }, sample }) => ({ args: [name], input: sample }));
  compileNative([start, all], join(folder, 'krm-variants'), { target, calls });
  rmSync(start);
  report('krm-variants');
  report('krm-variants.cjs');
  return [...files, ...reader];
}
