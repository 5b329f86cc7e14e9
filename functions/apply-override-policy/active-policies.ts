import type { Call } from '../../src/function/index.ts';
import { matchesCluster, type Cluster, type OverrideRule } from '../../src/karmada/index.ts';
import type { Resource } from '../../src/krm/index.ts';
import type { NamedPolicy, Settings } from './settings.ts';

/**
 * Returns the policies with only the rules that apply to a cluster. Reports the others and, as errors, those that
 * depend on what is not known of the cluster.
 */
export function activePolicies(
  policies: readonly NamedPolicy[],
  cluster: Cluster | undefined,
  results: Call<Settings>['results'],
): readonly NamedPolicy[] {
  const applies = ({ field, target, overriders }: OverrideRule, resource: Resource): boolean => {
    if (overriders.length === 0) return false;
    const answer = matchesCluster(target, cluster, [...field, 'targetCluster']);
    if (typeof answer === 'object') results.error(answer.message, { code: answer.code, resource, field: answer.field });
    else if (!answer) {
      const message = `does not apply to cluster ${JSON.stringify(cluster?.name)}`;
      results.info(message, { code: 'rule-skipped', resource, field });
    }
    return answer === true;
  };
  return policies.map((policy) => ({ ...policy, rules: policy.rules.filter((rule) => applies(rule, policy.source)) }));
}
