import { runFunction, type LoadedFunction, type Outcome } from '../../src/function/index.ts';

/** Runs one function on the text of a ResourceList. */
export type Runner = (list: string) => Promise<Outcome>;

/** Returns a runner of a function without any process. */
export function inProcess(fn: LoadedFunction): Runner {
  return (list) => runFunction(fn, new TextEncoder().encode(list));
}
