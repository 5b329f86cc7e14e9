import { loadFunction } from '../../../scripts/functions.ts';
import { documentedPolicies } from './documented/index.ts';
import { refusedPolicies } from './documented/refused-policies.ts';
import { assertRun, clusterConfig, runPolicies, type PolicyRun } from './policy-runs.ts';

const fn = await loadFunction('apply-override-policy');

type Apply = (policy: string, items: readonly string[], cluster: string) => Promise<PolicyRun>;

/** Ways to give a policy and a cluster to the function. */
const ways: readonly (readonly [way: string, apply: Apply])[] = [
  ['as the function config', (policy, items, cluster) => runPolicies(fn, [...items, cluster], policy)],
  ['among the items', (policy, items, cluster) => runPolicies(fn, [policy, cluster, ...items])],
  [
    'for the cluster that a ConfigMap names',
    (policy, items, cluster) => runPolicies(fn, [...items, cluster, policy], clusterConfig(nameOf(cluster))),
  ],
];

function nameOf(cluster: string): string {
  return /^ {2}name: (.*)$/m.exec(cluster)?.[1] ?? '';
}

for (const [way, apply] of ways) {
  describe(`apply-override-policy, with policies of Karmada's documentation ${way}`, () => {
    for (const { title, policy, items, cluster, want, spared, faults } of documentedPolicies) {
      it(title, async () => {
        assertRun(await apply(policy, items, cluster), want, faults);
        if (spared !== undefined) assertRun(await apply(policy, items, spared), []);
      });
    }
  });
}

describe("apply-override-policy refuses policies of Karmada's documentation", () => {
  for (const { title, policy, items, want } of refusedPolicies) {
    it(title, async () => {
      assertRun(await runPolicies(fn, items, policy), [], want);
    });
  }
});
