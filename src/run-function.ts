import type { LoadedFunction } from './function.ts';

/** What one call of an executable writes, and how it ends. */
export interface Outcome {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: 0 | 1;
}

/** Runs a function on the bytes of a ResourceList. Pure, and never throws. */
export async function runFunction(fn: LoadedFunction, input: Uint8Array): Promise<Outcome> {
  throw new Error("not built yet");
}
