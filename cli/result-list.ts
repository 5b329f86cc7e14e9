import { newDocument, resultValue, type Result, type Value } from '../src/index.ts';
import { isMap } from '../src/yaml/index.ts';
import type { RunOutcome } from './report.ts';

/** Formats results as kpt writes them with `--results-dir`: a FunctionResultList. */
export function formatResultList({ functionName, steps, results, exitCode }: RunOutcome): string {
  const code = exitCode === 0 ? 0 : 1;
  const calls = steps ?? [{ function: { exec: functionName }, exitCode: code, results }];
  const items = calls.map((call) => ({
    ...call.function,
    ...('stderr' in call && { stderr: call.stderr }),
    exitCode: call.exitCode,
    ...(call.results.length > 0 && { results: call.results.map(listed) }),
  }));
  const list = {
    apiVersion: 'kpt.dev/v1',
    kind: 'FunctionResultList',
    metadata: { name: 'fnresults' },
    exitCode: code,
    ...(items.length > 0 && { items }),
  };
  return newDocument(list).text();
}

/** Returns a result as kpt lists it: without the index of the first document of a file. */
function listed(result: Result): Value {
  const value = resultValue(result);
  return result.file?.index === 0 && isMap(value) ? { ...value, file: { path: result.file.path } } : value;
}
