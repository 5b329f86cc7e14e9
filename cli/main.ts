import type { LoadedFunction } from '../src/index.ts';

/**
 * The whole program: reads `process.argv` and sets `process.exitCode`. One function in the list: the program is that
 * function. More: it is `krm-variants`, or, called by a function's name, that function. Functions are loaded when used.
 */
export async function main(
  functions: Readonly<Record<string, () => LoadedFunction>>,
  { version }: { readonly version: string },
): Promise<void> {
  throw new Error('not built yet');
}
