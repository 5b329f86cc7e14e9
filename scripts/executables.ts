import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundleAll, bundleClusterReader, bundleNativeStart, bundleOne, type FunctionSource } from './bundle.ts';
import { compileNative } from './native.ts';
import { signAdHoc } from './release/mach-o-signature.ts';
import { executableFile, type Platform } from './release/platforms.ts';

/** Options for building executables. */
interface Options {
  /** Version printed by --version. */
  readonly version: string;
  /** Other platforms for the native executable. Default: none. */
  readonly platforms?: readonly Platform[];
  /** Called with each file that is done. */
  readonly report?: (name: string) => void;
}

/**
 * Writes the executables of functions into a folder: one per function, `krm-variants.cjs` with all of them and the code
 * that reads a cluster for them, and the native `krm-variants`, also for other platforms. Returns the files included,
 * by their paths in the project.
 */
export async function buildExecutables(
  functions: readonly FunctionSource[],
  folder: string,
  { version, platforms = [], report = () => {} }: Options,
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
  const others = platforms.map((platform) => ({ platform, path: executableFile(platform) }));
  compileNative(
    [start, all],
    [
      { file: join(folder, 'krm-variants') },
      ...others.map(({ platform: { target }, path }) => ({ file: join(folder, path), target })),
    ],
    calls,
  );
  rmSync(start);
  for (const { platform, path } of others) if (platform.os === 'darwin') sign(join(folder, path));
  for (const path of ['krm-variants', ...others.map((each) => each.path)]) report(path);
  report('krm-variants.cjs');
  return [...files, ...reader];
}

/** Signs an executable for macOS, in its place. */
function sign(file: string): void {
  writeFileSync(file, signAdHoc(readFileSync(file), 'krm-variants'));
}
