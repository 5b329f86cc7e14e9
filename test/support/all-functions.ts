import { findFunctions, loadFunction } from '../../scripts/functions.ts';
import type { Functions } from '../../src/function/index.ts';

/** Returns all functions of the project, as `krm-variants` has them. */
export async function allFunctions(): Promise<Functions> {
  const functions = await Promise.all(findFunctions().map(loadFunction));
  return Object.fromEntries(functions.map((fn) => [fn.definition.name, () => fn]));
}
