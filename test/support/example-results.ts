import { join } from 'node:path';
import { formatResult, type Result } from '../../src/index.ts';
import { readYaml, type Example } from './example.ts';

/** The lines by which `krm-variants run` shows the results that an example's `.expected/results.yaml` has. */
export function expectedLines({ folder }: Example): string {
  const list = readYaml(join(folder, '.expected/results.yaml'));
  const results = (list.value(['items', 0, 'results']) ?? []) as unknown as Result[];
  return results.map((result) => `${formatResult(withIndex(result))}\n`).join('');
}

/** kpt leaves out an index of 0. */
function withIndex({ file, ...rest }: Result): Result {
  return file === undefined ? rest : { ...rest, file: { ...file, index: (file as Partial<typeof file>).index ?? 0 } };
}
