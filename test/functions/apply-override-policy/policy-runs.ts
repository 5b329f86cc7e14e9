import assert from 'node:assert/strict';
import { structuredPatch } from 'diff';
import type { LoadedFunction } from '../../../src/function/index.ts';
import { resource, resourceList } from '../../support/resource-list.ts';
import { runList } from '../../support/run-list.ts';

/** Effect of a function on a package. */
export interface PolicyRun {
  /** Changed lines of the items, without the indentation of the list: `-` before, `+` after. */
  readonly changed: readonly string[];
  /** Severity, field and message of each result that is not an info. */
  readonly faults: readonly string[];
  /** The same of each info. */
  readonly infos: readonly string[];
  /** Text of the list after the run. */
  readonly list: string;
}

/** Runs a function on items. Checks that a second run changes nothing and reports the same. */
export async function runPolicies(
  fn: LoadedFunction,
  items: readonly string[],
  functionConfig?: string,
): Promise<PolicyRun> {
  const text = resourceList(items, functionConfig);
  const { list, results, report } = await runList(fn, text);
  const again = await runList(fn, list);
  assert.equal(again.list, list, 'a second run');
  assert.equal(again.report, report, 'the results of a second run');
  const { hunks } = structuredPatch('', '', text, list, '', '', { context: 0 });
  return {
    changed: hunks.flatMap(({ lines }) => lines.map((line) => line.replace(/^(.)(?:  |- )/, '$1'))),
    faults: results.filter((result) => !result.startsWith('info ')),
    infos: results.filter((result) => result.startsWith('info ')),
    list,
  };
}

/** Checks the changed lines of a run, and that each fault begins as wanted. */
export function assertRun(
  { changed, faults }: PolicyRun,
  want: readonly string[],
  starts: readonly string[] = [],
): void {
  assert.deepEqual(changed, want);
  assert.equal(faults.length, starts.length, faults.join('\n'));
  for (const [index, start] of starts.entries()) assert.ok(faults[index]?.startsWith(start), faults[index]);
}

/** Returns the ConfigMap that names a cluster, as a function config. */
export function clusterConfig(name: string): string {
  return resource('v1', 'ConfigMap', 'config', `data:\n  cluster: ${name}\n`);
}

/** Returns a Cluster with additional metadata and the fields of its spec. */
export function clusterItem(name: string, spec = '{}', metadata = ''): string {
  return resource('cluster.karmada.io/v1alpha1', 'Cluster', name, `spec: ${spec}\n`, metadata);
}
