import { listedResult } from '../../src/krm/index.ts';
import { newDocument } from '../../src/yaml/index.ts';
import type { RunOutcome } from './run-outcome.ts';

/** Formats results as kpt writes them with `--results-dir`: a FunctionResultList. */
export function formatResultList({ functionName, steps, results, exitCode }: RunOutcome): string {
  const code = exitCode === 0 ? 0 : 1;
  const calls = steps ?? [{ function: { exec: functionName }, exitCode: code, results }];
  const items = calls.map((call) => ({
    ...call.function,
    ...('stderr' in call && { stderr: call.stderr }),
    exitCode: call.exitCode,
    ...(call.results.length > 0 && { results: call.results.map(listedResult) }),
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
