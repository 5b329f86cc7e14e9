import { join } from 'node:path';
import { formatResult, type Result } from '../../src/krm/index.ts';
import { readYaml, type Example } from './example.ts';

/**
 * Returns the lines in which `krm-variants run` prints the results of an example's `.expected/results.yaml`. `named`:
 * folder that it runs on. Default: the current one.
 */
export function expectedLines({ folder }: Example, named = ''): string {
  const list = readYaml(join(folder, '.expected/results.yaml'));
  const results = (list.value(['items', 0, 'results']) ?? []) as unknown as Result[];
  return results.map((result) => `${formatResult(shownIn(result, named))}\n`).join('');
}

/** Names the file in a folder, and adds the index of 0, which kpt omits. */
function shownIn({ file, ...rest }: Result, folder: string): Result {
  if (file === undefined) return rest;
  return { ...rest, file: { path: join(folder, file.path), index: (file as Partial<typeof file>).index ?? 0 } };
}

/** Returns lines of results without documents and positions in files: results have the former, and lines the latter. */
export function withoutPlaces(lines: string): string {
  return lines.replaceAll(/^(\[\w+\] \S+?)(?:\[\d+\]|:\d+:\d+)(?=[ :])/gm, '$1');
}
