import { applyFunction } from './apply.ts';
import type { LoadedFunction, Sources } from './define.ts';
import { verifyOutput } from '../krm/output-check.ts';
import { ResourceList } from '../krm/resource-list.ts';
import { arrangeResults } from '../krm/arrange-results.ts';
import { errorLines, resultsOf, type Result } from '../krm/result.ts';
import { decodeUtf8 } from '../krm/utf8.ts';

/** Output and exit code of one call of an executable. */
export interface Outcome {
  /** ResourceList; empty if the input is not one. */
  readonly stdout: string;
  /** One line for each error. */
  readonly stderr: string;
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
  try {
    return { stdout: await changedText(fn, list, sources), stderr: '', exitCode: 0 };
  } catch (error) {
    const results = arrangeResults(resultsOf(error));
    return { stdout: withResults(new ResourceList(text), results), stderr: errorLines(results), exitCode: 1 };
  }
}

async function changedText(fn: LoadedFunction, list: ResourceList, sources?: Sources): Promise<string> {
  const { results } = await applyFunction(fn, list.resources, list.functionConfig, sources);
  const text = withResults(list, arrangeResults(results));
  verifyOutput(text, list);
  return text;
}

function withResults(list: ResourceList, results: readonly Result[]): string {
  list.append(results);
  return list.text();
}
