import { isCluster, readCluster, rejectDuplicates, type Call, type Cluster } from '../../src/index.ts';
import type { Settings } from './settings.ts';

/**
 * Returns the cluster that policies are applied for; undefined if it is not named and there is not one Cluster among
 * the items. Parts that the configuration does not have are those of the Cluster of that name, which may be an item or
 * an object that the command line names.
 */
export function findCluster({ config, resources, results, objects = [] }: Call<Settings>): Cluster | undefined {
  const items = [...resources].filter(isCluster);
  const clusters = [...items, ...objects.filter(isCluster)];
  rejectDuplicates(clusters, results);
  const name = config.cluster.name ?? (items.length === 1 ? items[0]?.name : undefined);
  if (name === undefined) return undefined;
  const object = clusters.find((each) => each.name === name);
  return { ...(object && readCluster(object, results)), ...config.cluster, name };
}
