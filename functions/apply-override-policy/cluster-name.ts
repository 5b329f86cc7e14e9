import { byteOrder } from '../../src/byte-order.ts';
import type { Call } from '../../src/function/index.ts';
import type { Results, Subject } from '../../src/krm/index.ts';

import { isSlip, suggestion } from '../../src/nearest-name.ts';
import { firstNames, unknownName } from '../../src/wording.ts';
import type { NamedPolicy, Settings } from './settings.ts';

/**
 * Reports the name of a cluster that none of the given Clusters has, and a name in a rule that is probably meant to be it
 * if no rule has it. `known`: names of Clusters; empty if none is given, so that only rules name clusters.
 */
export function checkClusterName(
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
