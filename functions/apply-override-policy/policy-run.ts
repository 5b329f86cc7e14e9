import { byteOrder } from '../../src/byte-order.ts';
import { inSchemaOrder } from '../../src/function/index.ts';
import {
  editsAfter,
  type OverrideContext,
  type OverrideEffect,
  type Overrider,
  overridersSchema,
  type OverrideRule,
  type SelectedPolicies,
  type SelectorMatch,
  selectPolicies,
  type WrittenOverriders,
} from '../../src/karmada/index.ts';
import {
  attributeEdits,
  type ClusterScopedKinds,
  RECORD_ORIGIN,
  removeField,
  Resource,
  Results,
} from '../../src/krm/index.ts';
import { isList, isMap, newDocument, type Value } from '../../src/yaml/index.ts';
import type { NamedPolicy, Settings } from './settings.ts';

/** Policies and the way in which they are applied. */
export interface PolicyApplication extends Pick<Settings, 'scope' | 'record'>, Pick<OverrideContext, 'isOnce'> {
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
  /** Policies that were selected in each stage. */
  readonly selected: readonly SelectedPolicies<NamedPolicy>[];
}

/** The same, while policies are applied. */
interface GrowingRun extends PolicyRun {
  readonly applied: NamedPolicy[];
  readonly matches: SelectorMatch[];
  readonly effects: Map<Overrider, OverrideEffect>;
  readonly reports: Map<NamedPolicy, Results>;
  readonly selected: SelectedPolicies<NamedPolicy>[];
}

/**
 * Applies policies to a resource, each stage to what the one before has made of it, as Karmada does. `before`: the run
 * before this one, with nothing in between.
 */
export function runPolicies(resource: Resource, application: PolicyApplication, before?: PolicyRun): PolicyRun {
  const { stages, clusterScoped, record } = application;
  const from = resource.document.edits.length;
  const run: GrowingRun = { from, applied: [], matches: [], effects: new Map(), reports: new Map(), selected: [] };
  const known = before !== undefined && keepsSelection(resource, before) ? before.selected : [];
  for (const [index, stage] of stages.entries()) {
    const selected = known[index] ?? selectPolicies(resource, stage, clusterScoped);
    const { policies, matches } = selected;
    run.selected.push(selected);
    const later = expectPolicies(resource, policies, { ...application, stages: stages.slice(index + 1) });
    run.applied.push(...policies);
    run.matches.push(...matches);
    applyStage(resource, policies, [...policies, ...later], application, run);
  }
  if (record) attributeEdits(RECORD_ORIGIN, resource, () => writeRecords(resource, run.applied));
  return run;
}

/** Fields that policies select resources by. */
const SELECTED_BY: readonly (string | number | undefined)[] = ['apiVersion', 'kind', 'metadata'];

/**
 * Reports whether the edits of a run leave alone what policies select by, so that each stage of the next run selects
 * the same: all of them are inside of other fields, and no alias may lead from there.
 */
function keepsSelection({ document }: Resource, { from }: PolicyRun): boolean {
  if (document.hasAliases) return false;
  const depth = document.whole.path.length;
  return document.edits.slice(from).every(({ path }) => path.length > depth + 1 && !SELECTED_BY.includes(path[depth]));
}

/**
 * Reports whether a further run is known to change nothing and to report the same: one overrider alone was applied, it
 * settles, and its edits leave alone what policies select by.
 */
export function isSettled(resource: Resource, run: PolicyRun): boolean {
  const [only, ...others] = run.applied.flatMap(({ rules }) => rules.flatMap(({ overriders }) => overriders));
  return only?.settles === true && others.length === 0 && keepsSelection(resource, run);
}

/** Applies the policies of one stage. `following`: those, and the policies of later stages. */
function applyStage(
  resource: Resource,
  policies: readonly NamedPolicy[],
  following: readonly NamedPolicy[],
  { scope, isOnce }: Pick<PolicyApplication, 'scope' | 'isOnce'>,
  { effects, reports }: GrowingRun,
): void {
  const edits = following.flatMap(({ rules }) => rules.flatMap(sequenceEditsOf));
  for (const policy of policies) {
    const { rules, source, selection } = policy;
    const results = new Results();
    reports.set(policy, results);
    for (const overrider of rules.flatMap(({ overriders }) => overriders)) {
      const later = editsAfter(overrider.sequenceEdit, edits);
      const context = { results, scope, isOnce, later, selectsAll: selection.selectors.length === 0 };
      const origin = { resource: source, field: overrider.field };
      const effect = attributeEdits(origin, resource, () => overrider.apply(resource, context));
      if (effect !== undefined) effects.set(overrider, effect);
    }
  }
}

/**
 * Returns the policies of later stages that will apply after those of a stage. What was added to a sequence is
 * recognized by what later policies add, which can be known only on a copy.
 */
function expectPolicies(
  resource: Resource,
  policies: readonly NamedPolicy[],
  { stages, ...application }: PolicyApplication,
): readonly NamedPolicy[] {
  if (stages.every((stage) => stage.length === 0)) return [];
  const hasSequences = ({ rules }: NamedPolicy): boolean => rules.flatMap(sequenceEditsOf).some(Boolean);
  if (!policies.some(hasSequences) || !stages.flat().some(hasSequences)) return [];
  const copy = new Resource(newDocument(resource.value()), resource.location);
  applyStage(copy, policies, policies, application, {
    from: 0,
    applied: [],
    matches: [],
    effects: new Map(),
    reports: new Map(),
    selected: [],
  });
  return runPolicies(copy, { ...application, stages, record: false }).applied;
}

function sequenceEditsOf({ overriders }: OverrideRule): readonly Overrider['sequenceEdit'][] {
  return overriders.map(({ sequenceEdit }) => sequenceEdit);
}

/**
 * Records the overriders that were applied to a resource in Karmada's annotations, which it writes to a Work: one for
 * OverridePolicies, one for policies of all namespaces. Removes a record that would be empty.
 */
function writeRecords(resource: Resource, policies: readonly NamedPolicy[]): void {
  const isNamespaced = ({ selection }: NamedPolicy): boolean => selection.namespace !== undefined;
  writeRecord(resource, 'policy.karmada.io/applied-overrides', policies.filter(isNamespaced));
  const others = policies.filter((policy) => !isNamespaced(policy));
  writeRecord(resource, 'policy.karmada.io/applied-cluster-overrides', others);
}

function writeRecord({ document }: Resource, annotation: string, policies: readonly NamedPolicy[]): void {
  const path = ['metadata', 'annotations', annotation];
  const entries = policies
    .toSorted((a, b) => byteOrder(a.name, b.name))
    .flatMap(({ name: policyName, rules }) => rules.map(({ written }) => ({ policyName, overriders: given(written) })));
  const text = jsonText(entries);
  if (entries.length === 0 && document.has(path)) removeField(document, path);
  if (entries.length > 0 && document.value(path) !== text) document.set(path, text);
}

/** Returns the overriders of a rule without empty lists, which Karmada omits. */
function given(written: WrittenOverriders): Value {
  const lists = Object.entries(written).filter(([, entries]) => entries.length > 0);
  return inSchemaOrder(Object.fromEntries(lists), overridersSchema);
}

/** Returns JSON with the digits of integers that are too large for a double. */
function jsonText(value: Value): string {
  if (isList(value)) return `[${value.map(jsonText).join()}]`;
  if (!isMap(value)) return typeof value === 'bigint' ? String(value) : JSON.stringify(value);
  const pairs = Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}:${jsonText(item)}`);
  return `{${pairs.join()}}`;
}
