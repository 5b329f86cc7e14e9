import { findNearMisses, type Call } from '../../src/function/index.ts';
import { CLUSTER, isCluster, matchesCluster, readCluster, type Cluster } from '../../src/karmada/index.ts';
import { readLiveObjects, rejectDuplicates, type AskCluster, type Resource } from '../../src/krm/index.ts';
import { checkClusterName } from './cluster-name.ts';
import type { Settings } from './settings.ts';

/**
 * Returns the cluster that policies are applied for; undefined if it is not named and there is not one Cluster among
 * the items and the given policies. Parts that the configuration does not have are those of the Cluster of that name:
 * among the objects that the command line names, else among these.
 */
export async function findCluster(call: Call<Settings>): Promise<Cluster | undefined> {
  const { config, resources, results, policies } = call;
  const items = [...resources].filter(isCluster);
  items.push(...(policies?.take(isCluster, resources) ?? []));
  const name = config.cluster.name ?? (items.length === 1 ? items[0]?.name : undefined);
  const clusters = await findClusters(items, name, call);
  rejectDuplicates(clusters, results);
  // Those among the items are reported with the policies.
  results.include(findNearMisses([CLUSTER], [...(call.objects ?? []), ...(policies?.unread ?? [])]));
  if (name === undefined) return undefined;
  // A live cluster has others.
  const known = call.askCluster === undefined ? [...clusters, ...items].map((each) => each.name) : [];
  checkClusterName(name, [...new Set(known)], call);
  const object = clusters.find((each) => each.name === name);
  return { ...(object && readCluster(object, results)), ...config.cluster, name };
}

/** Returns the Clusters among the objects that the command line names; if it names none, those among the items. */
async function findClusters(
  items: readonly Resource[],
  name: string | undefined,
  { config, objects, askCluster, results }: Call<Settings>,
): Promise<readonly Resource[]> {
  if (objects !== undefined) return objects.filter(isCluster);
  if (askCluster === undefined) return items;
  if (name === undefined || !needsParts(config, name)) return [];
  const { object, reason = '' } = await readLive(askCluster, name);
  if (object === undefined) {
    const message = `Cluster ${JSON.stringify(name)} of the live cluster: ${reason}`;
    results.warning(message, { code: 'unknown-cluster' });
  }
  return object === undefined ? [] : [object];
}

/** Reports whether a rule depends on parts of the cluster that the configuration does not have. */
function needsParts({ policies = [], cluster }: Settings, name: string): boolean {
  const rules = policies.flatMap((policy) => policy.rules).filter(({ overriders }) => overriders.length > 0);
  return rules.some(({ target, field }) => typeof matchesCluster(target, { ...cluster, name }, field) === 'object');
}

/** Returns a Cluster in a live cluster, or the reason why there is none. */
async function readLive(
  ask: AskCluster,
  name: string,
): Promise<{ readonly object?: Resource | undefined; readonly reason?: string }> {
  const [found] = await readLiveObjects(ask, { kinds: [CLUSTER], namespace: '', names: new Set([name]) });
  if (found === undefined || 'refusal' in found) return { reason: found?.refusal ?? NOT_FOUND };
  return { object: found.objects[0], reason: NOT_FOUND };
}

const NOT_FOUND = 'not found';
