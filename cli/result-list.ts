import { newDocument, type Value } from '../src/index.ts';
import type { RunOutcome } from './report.ts';

/** Formats results as kpt writes them with `--results-dir`: a FunctionResultList. */
export function formatResultList({ functionName, results, exitCode }: RunOutcome): string {
  const code = exitCode === 0 ? 0 : 1;
  const item = {
    exec: functionName,
    exitCode: code,
    ...(results.length > 0 && { results: results as unknown as Value }),
  };
  const list = {
    apiVersion: 'kpt.dev/v1',
    kind: 'FunctionResultList',
    metadata: { name: 'fnresults' },
    exitCode: code,
    items: [item],
  };
  return newDocument(list).text();
}
