import { isCluster, readCluster, rejectDuplicates, type Call, type Cluster } from '../../src/index.ts';
import type { Settings } from './settings.ts';

/**
 * Returns the cluster that policies are applied for; undefined if it is not named and there is not one Cluster among
 * the items. Parts that the configuration does not have are those of the Cluster of that name.
 */
export function findCluster({ config, resources, results }: Call<Settings>): Cluster | undefined {
  const objects = [...resources].filter(isCluster);
  rejectDuplicates(objects, results);
  const only = objects.length === 1 ? objects[0]?.name : undefined;
  const name = config.cluster.name ?? only;
  if (name === undefined) return undefined;
  const object = objects.find((each) => each.name === name);
  return { ...(object && readCluster(object, results)), ...config.cluster, name };
}
