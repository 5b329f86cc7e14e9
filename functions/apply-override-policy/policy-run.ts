import {
  editsAfter,
  selectPolicies,
  type OverrideEffect,
  type Overrider,
  type OverrideRule,
  type SelectorMatch,
} from '../../src/karmada/index.ts';
import { attributeEdits, RECORD_ORIGIN, Resource, Results, type ClusterScopedKinds } from '../../src/krm/index.ts';
import { newDocument } from '../../src/yaml/index.ts';
import { writeRecords } from './record.ts';
import type { NamedPolicy, Settings } from './settings.ts';

/** Policies and the way in which they are applied. */
export interface PolicyApplication extends Pick<Settings, 'scope' | 'record'> {
  /** With the rules that apply to the cluster: those of the whole cluster, then those of a namespace. */
  readonly stages: readonly (readonly NamedPolicy[])[];
  readonly clusterScoped: ClusterScopedKinds;
}

/** Effects on a resource, by the overriders that were applied. */
export type Effects = ReadonlyMap<Overrider, OverrideEffect>;

/** One run of the policies on a resource. */
export interface PolicyRun {
  /** Number of edits of the document before the run. */
  readonly from: number;
  /** Policies that were applied, in their order. */
  readonly applied: readonly NamedPolicy[];
  /** Selectors that matched, each when its policy was considered. */
  readonly matches: readonly SelectorMatch[];
  readonly effects: Effects;
  readonly reports: ReadonlyMap<NamedPolicy, Results>;
}

/** The same, while policies are applied. */
interface GrowingRun extends PolicyRun {
  readonly applied: NamedPolicy[];
  readonly matches: SelectorMatch[];
  readonly effects: Map<Overrider, OverrideEffect>;
  readonly reports: Map<NamedPolicy, Results>;
}

/** Applies policies to a resource, each stage to what the one before has made of it, as Karmada does. */
export function runPolicies(resource: Resource, application: PolicyApplication): PolicyRun {
  const { stages, clusterScoped, record } = application;
  const from = resource.document.edits.length;
  const run: GrowingRun = { from, applied: [], matches: [], effects: new Map(), reports: new Map() };
  for (const [index, stage] of stages.entries()) {
    const { policies, matches } = selectPolicies(resource, stage, clusterScoped);
    const later = expectPolicies(resource, policies, { ...application, stages: stages.slice(index + 1) });
    run.applied.push(...policies);
    run.matches.push(...matches);
    applyStage(resource, policies, [...policies, ...later], application.scope, run);
  }
  if (record) attributeEdits(RECORD_ORIGIN, resource, () => writeRecords(resource, run.applied));
  return run;
}

/** Applies the policies of one stage. `following`: those, and the policies of later stages. */
function applyStage(
  resource: Resource,
  policies: readonly NamedPolicy[],
  following: readonly NamedPolicy[],
  scope: PolicyApplication['scope'],
  { effects, reports }: GrowingRun,
): void {
  const edits = following.flatMap(({ rules }) => rules.flatMap(sequenceEditsOf));
  for (const policy of policies) {
    const { rules, source, selection } = policy;
    const results = new Results();
    reports.set(policy, results);
    for (const overrider of rules.flatMap(({ overriders }) => overriders)) {
      const later = editsAfter(overrider.sequenceEdit, edits);
      const context = { results, scope, later, selectsAll: selection.selectors.length === 0 };
      const origin = { resource: source, field: overrider.field };
      const effect = attributeEdits(origin, resource, () => overrider.apply(resource, context));
      if (effect !== undefined) effects.set(overrider, effect);
    }
  }
}

/**
 * Returns the policies of later stages that will apply after those of a stage. What was added to a sequence is recognised
 * by what later policies add, which can be known only on a copy.
 */
function expectPolicies(
  resource: Resource,
  policies: readonly NamedPolicy[],
  { stages, ...application }: PolicyApplication,
): readonly NamedPolicy[] {
  const hasSequences = ({ rules }: NamedPolicy): boolean => rules.flatMap(sequenceEditsOf).some(Boolean);
  if (!policies.some(hasSequences) || !stages.flat().some(hasSequences)) return [];
  const copy = new Resource(newDocument(resource.value()), resource.location);
  applyStage(copy, policies, policies, application.scope, {
    from: 0,
    applied: [],
    matches: [],
    effects: new Map(),
    reports: new Map(),
  });
  return runPolicies(copy, { ...application, stages, record: false }).applied;
}

function sequenceEditsOf({ overriders }: OverrideRule): readonly Overrider['sequenceEdit'][] {
  return overriders.map(({ sequenceEdit }) => sequenceEdit);
}
