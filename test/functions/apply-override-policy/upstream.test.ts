import { loadFunction } from '../../../scripts/functions.ts';
import { assertRun, clusterConfig, clusterItem, runPolicies } from './policy-runs.ts';
import { endToEndCases } from './upstream/end-to-end-cases.ts';
import { fieldCases } from './upstream/field-cases.ts';
import { imageCases } from './upstream/image-cases.ts';
import { managerCases } from './upstream/manager-cases.ts';
import type { UpstreamCase } from './upstream/upstream-case.ts';

const fn = await loadFunction('apply-override-policy');

const suites: readonly (readonly [name: string, cases: readonly UpstreamCase[]])[] = [
  ['the manager of overrides', managerCases],
  ['images', imageCases],
  ['clusters', [...endToEndCases, ...fieldCases]],
];

for (const [name, cases] of suites) {
  describe(`apply-override-policy, like Karmada's tests of ${name}`, () => {
    for (const { title, policies, item, cluster, want, faults } of cases) {
      it(`${title}, among the items`, async () => {
        assertRun(await runPolicies(fn, [item, ...policies], clusterConfig(cluster)), want, faults);
      });

      const [policy, ...others] = policies;
      if (others.length > 0) continue;
      it(`${title}, as the function config`, async () => {
        assertRun(await runPolicies(fn, [item, clusterItem(cluster)], policy), want, faults);
      });
    }
  });
}
