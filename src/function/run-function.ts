import { applyFunction } from './apply.ts';
import type { LoadedFunction, Sources } from './define.ts';
import { verifyOutput } from '../krm/output-check.ts';
import { ResourceList } from '../krm/resource-list.ts';
import { arrangeResults } from '../krm/arrange-results.ts';
import { errorLines, formatResult, resultsOf, type Result } from '../krm/result.ts';
import { decodeUtf8 } from '../krm/utf8.ts';

/** Output and exit code of one call of an executable. */
export interface Outcome {
  /** ResourceList, or the list that the input is; empty if it is none. */
  readonly stdout: string;
  /** One line for each error; for each result if the list has no place for results. */
  readonly stderr: string;
  /** True if stdout is a list that has no place for results. Default: false. */
  readonly isPlain?: true;
  readonly exitCode: 0 | 1;
}

/**
 * Runs a function on the bytes of a ResourceList. Pure except for reads from the sources that the configuration asks
 * for, and never throws. On any error, returns the items unchanged, with results that describe it.
 */
export async function runFunction(fn: LoadedFunction, input: Uint8Array, sources?: Sources): Promise<Outcome> {
  try {
    return await runOnText(fn, decodeUtf8(input), sources);
  } catch (error) {
    return { stdout: '', stderr: errorLines(arrangeResults(resultsOf(error))), exitCode: 1 };
  }
}

async function runOnText(fn: LoadedFunction, text: string, sources?: Sources): Promise<Outcome> {
  const list = new ResourceList(text);
  const form = list.isPlain ? { isPlain: true as const } : {};
  try {
    const { results } = await applyFunction(fn, list.resources, list.functionConfig, sources);
    const arranged = arrangeResults(results);
    const stdout = withResults(list, arranged);
    verifyOutput(stdout, list);
    return { stdout, stderr: list.isPlain ? lines(arranged) : '', exitCode: 0, ...form };
  } catch (error) {
    const results = arrangeResults(resultsOf(error));
    const stderr = list.isPlain ? lines(results) : errorLines(results);
    return { stdout: withResults(new ResourceList(text), results), stderr, exitCode: 1, ...form };
  }
}

function lines(results: readonly Result[]): string {
  return results.map((result) => `${formatResult(result)}\n`).join('');
}

function withResults(list: ResourceList, results: readonly Result[]): string {
  list.append(results);
  return list.text();
}
