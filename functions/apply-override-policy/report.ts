import type { Call } from '../../src/function/index.ts';
import { groupBy } from '../../src/group-by.ts';
import {
  changesOf,
  editedSelectedField,
  reachedState,
  reportLackingField,
  reportSelectors,
  type OverrideEffect,
  type Overrider,
  type ResourceSelector,
} from '../../src/karmada/index.ts';
import { formatFieldPath, Results, type ClusterScopedKinds, type Resource } from '../../src/krm/index.ts';
import { parsePointer } from '../../src/patch/index.ts';
import type { OverriddenResource } from './application.ts';
import { describePolicy, policyName } from './policy-names.ts';
import type { Effects } from './policy-run.ts';
import type { NamedPolicy, Settings } from './settings.ts';

/** Reports the result of a further run for each overrider, and what its selectors miss. */
export function report(
  policies: readonly NamedPolicy[],
  all: readonly OverriddenResource[],
  clusterScoped: ClusterScopedKinds,
  results: Call<Settings>['results'],
): void {
  const active = policies.filter(({ rules }) => rules.length > 0);
  const matches = groupBy(
    all.flatMap((each) => each.matches),
    ({ selection }) => selection,
  );
  const resources = all.map(({ resource }) => resource);
  for (const policy of active) {
    const { selection } = policy;
    const matched = matches.get(selection) ?? [];
    const reason = (selector: ResourceSelector): string =>
      resources.some((resource) => isOfKind(selector, resource)) ? editorOf(selector, policy, active) : '';
    const own = new Results();
    reportSelectors(selection, { matched, all: resources, clusterScoped }, own, reason);
    results.include(own, `${policyName(policy)}: `);
    for (const overrider of policy.rules.flatMap(({ overriders }) => overriders)) {
      const changes = changesOf(effectsOf(overrider, all, (each) => each.effects).map(([, effect]) => effect));
      const about = { resource: policy.source, field: overrider.field };
      if (changes !== undefined) results.notice(changes, about);
      reportState(
        overrider,
        policy,
        effectsOf(overrider, all, (each) => each.again),
        results,
      );
    }
  }
}

function isOfKind({ apiVersion, kind }: ResourceSelector, resource: Resource): boolean {
  return resource.kind === kind && resource.apiVersion === apiVersion;
}

/** Names the policy that may have edited what a selector matches; '' if there is none. */
function editorOf(selector: ResourceSelector, { selection }: NamedPolicy, policies: readonly NamedPolicy[]): string {
  for (const policy of policies) {
    const field = editedSelectedField(policy, selector, selection);
    if (field !== undefined)
      return ` after ${describePolicy(policy.source)}, which edits \`${formatFieldPath(field)}\``;
  }
  return '';
}

type FoundEffect = readonly [resource: Resource, effect: OverrideEffect];

function effectsOf(
  overrider: Overrider,
  all: readonly OverriddenResource[],
  of: (each: OverriddenResource) => Effects,
): readonly FoundEffect[] {
  return all.flatMap((each) => {
    const effect = of(each).get(overrider);
    return effect === undefined ? [] : [[each.resource, effect] as const];
  });
}

/** Reports the state of the resources that an overrider was applied to. */
function reportState(
  { field }: Overrider,
  { selection, source }: NamedPolicy,
  effects: readonly FoundEffect[],
  results: Call<Settings>['results'],
): void {
  const about = { resource: source, field };
  const found = effects.flatMap(([resource, effect]) => (effect.found ? [{ ...effect, resource }] : []));
  if (found.length > 0) results.info(reachedState(found), { code: 'rule-applied', ...about });
  else if (effects.length > 0)
    results.warning('nothing to edit in any selected resource', { code: 'target-missing', ...about });
  // Without selectors most resources lack a field.
  if (selection.selectors.length === 0) return;
  for (const [resource, { lacking = [] }] of effects)
    for (const pointer of lacking) reportLackingField(resource, { tokens: parsePointer(pointer) }, 'warning', results);
}
