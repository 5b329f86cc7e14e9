import { applyFunction } from './apply.ts';
import type { LoadedFunction, Readers } from './function.ts';
import { verifyOutput } from './output-check.ts';
import { ResourceList } from './resource-list.ts';
import { arrangeResults, formatResult, resultsOf, type Result } from './result.ts';
import { decodeUtf8 } from './utf8.ts';

/** What one call of an executable writes, and how it ends. */
export interface Outcome {
  /** A ResourceList; empty where the input is none. */
  readonly stdout: string;
  /** One line for each error. */
  readonly stderr: string;
  readonly exitCode: 0 | 1;
}

/**
 * Runs a function on the bytes of a ResourceList. Pure but for what the readers read where the configuration says so, and
 * never throws. Where anything goes wrong, the items come out as they came in, and the results say what it was.
 */
export async function runFunction(fn: LoadedFunction, input: Uint8Array, readers?: Readers): Promise<Outcome> {
  try {
    return await runOnText(fn, decodeUtf8(input), readers);
  } catch (error) {
    return { stdout: '', stderr: errorLines(arrangeResults(resultsOf(error))), exitCode: 1 };
  }
}

async function runOnText(fn: LoadedFunction, text: string, readers?: Readers): Promise<Outcome> {
  const list = new ResourceList(text);
  try {
    return { stdout: await changedText(fn, list, readers), stderr: '', exitCode: 0 };
  } catch (error) {
    const results = arrangeResults(resultsOf(error));
    return { stdout: withResults(new ResourceList(text), results), stderr: errorLines(results), exitCode: 1 };
  }
}

async function changedText(fn: LoadedFunction, list: ResourceList, readers?: Readers): Promise<string> {
  const { results } = await applyFunction(fn, list.resources, list.functionConfig, readers);
  const text = withResults(list, arrangeResults(results));
  verifyOutput(text, list);
  return text;
}

function withResults(list: ResourceList, results: readonly Result[]): string {
  list.append(results);
  return list.text();
}

function errorLines(results: readonly Result[]): string {
  const errors = results.filter(({ severity }) => severity === 'error');
  return errors.map((error) => `${formatResult(error)}\n`).join('');
}
