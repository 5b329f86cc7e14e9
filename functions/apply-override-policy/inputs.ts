import type { Call } from '../../src/function/index.ts';
import { isCluster } from '../../src/karmada/index.ts';
import type { ClusterScopedKinds, Resource } from '../../src/krm/index.ts';
import type { OverriddenResource } from './application.ts';
import { editorsOf } from './policy-names.ts';
import type { Settings } from './settings.ts';

/** Reports the inputs that the overriders of a run have edited. */
type Check = (all: readonly OverriddenResource[], clusterScoped: ClusterScopedKinds) => void;

/** Notes the texts of a run's inputs. `check` reports those that were edited since: a second run would read others. */
export function watchInputs({ config, resources, results }: Call<Settings>): {
  readonly check: Check;
} {
  const sources = (config.policies ?? []).map(({ source }) => source);
  const before = [...sources, ...[...resources].filter(isCluster)].map(
    (input) => [input, input.document.text()] as const,
  );
  return {
    check(all, clusterScoped) {
      for (const [resource, text] of before)
        if (resource.document.text() !== text)
          results.error(`${EDITED}${editorsIn(all, resource)}`, { code: 'not-repeatable', resource });
      for (const { resource, edits } of clusterScoped.isCurrent ? [] : all.filter(isEditedDefinition))
        results.error(`${SCOPE_EDITED}, by ${editorsOf(resource, edits, 'spec')}`, {
          code: 'not-repeatable',
          resource,
          field: ['spec'],
        });
      config.checkValues?.(results);
    },
  };
}

const EDITED =
  'edits must be repeatable: policies must not edit a policy or a Cluster, since a second run would read the edited version';

const SCOPE_EDITED =
  'edits must be repeatable: policies must not edit the group, kind or scope of a CustomResourceDefinition, since a ' +
  'second run would apply OverridePolicies to other resources';

function isEditedDefinition({ resource, edits: [from, to] }: OverriddenResource): boolean {
  return resource.kind === 'CustomResourceDefinition' && to > from;
}

/** Names the policies that edited a resource. */
function editorsIn(all: readonly OverriddenResource[], resource: Resource): string {
  const overridden = all.find((each) => each.resource === resource);
  const editors = overridden === undefined ? '' : editorsOf(resource, overridden.edits);
  return `${editors === '' ? '' : `, by ${editors}`}; select other resources`;
}
