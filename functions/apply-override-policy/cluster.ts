import { byteOrder } from '../../src/byte-order.ts';
import { type Call, findNearMisses } from '../../src/function/index.ts';
import { CLUSTER, type Cluster, isCluster, matchesCluster, readCluster } from '../../src/karmada/index.ts';
import {
  type AskCluster,
  readLiveObjects,
  rejectDuplicates,
  type Resource,
  type Results,
  type Subject,
} from '../../src/krm/index.ts';
import { isSlip, suggestion } from '../../src/nearest-name.ts';
import { firstNames, unknownName } from '../../src/wording.ts';
import type { NamedPolicy, Settings } from './settings.ts';

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

/**
 * Reports the name of a cluster that none of the given Clusters has, and a name in a rule that is probably meant to be
 * it if no rule has it. `known`: names of Clusters; empty if none is given, so that only rules name clusters.
 */
function checkClusterName(
  name: string,
  known: readonly string[],
  { config: { policies = [], clusterNamedBy }, results }: Call<Settings>,
): void {
  const isKnown = known.includes(name);
  if (known.length > 0 && !isKnown) {
    results.error(unknownName('Cluster', name, known), { code: 'unknown-cluster', ...clusterNamedBy });
    return;
  }
  const named = policies.flatMap(namesIn);
  if (named.some((each) => each.name === name)) return;
  const slips = named.filter((each) => !known.includes(each.name) && isSlip(each.name, name));
  const [slip] = slips;
  if (isKnown)
    for (const each of slips)
      results.warning(unknownName('Cluster', each.name, known), { code: 'near-name', ...each.about });
  else if (slip !== undefined) {
    const message = `no rule names cluster ${JSON.stringify(name)}${suggestion(JSON.stringify(slip.name))}`;
    results.warning(message, { code: 'near-name', ...clusterNamedBy });
  } else if (policies.every(({ rules }) => rules.every(({ target = {} }) => (target.clusterNames ?? []).length > 0)))
    reportOther(name, named, results, clusterNamedBy);
}

/** Reports that all rules name other clusters: normal for one of many clusters, but not for a misspelt one. */
function reportOther(name: string, named: readonly RuleName[], results: Results, about: Subject | undefined): void {
  const others = [...new Set(named.map((each) => each.name))].toSorted(byteOrder);
  if (others.length === 0) return;
  const message = `no rule is for cluster ${JSON.stringify(name)}: rules name ${firstNames(others, String)}`;
  results.hint(message, { code: 'rule-skipped', ...about });
}

/** Name of a cluster in a rule. */
interface RuleName {
  readonly name: string;
  readonly about: Subject;
}

function namesIn({ source: resource, rules }: NamedPolicy): readonly RuleName[] {
  return rules.flatMap(({ target = {}, field }) =>
    (['clusterNames', 'exclude'] as const).flatMap((list) =>
      (target[list] ?? []).map((name, index) => {
        const about = { resource, field: [...field, 'targetCluster', list, index] };
        return { name, about };
      }),
    ),
  );
}
