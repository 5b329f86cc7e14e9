import {
  checkLabelSelector,
  matchesLabels,
  type LabelRequirement,
  type LabelSelector,
} from '../function/label-selector.ts';
import type { FoundProblem, Problems } from '../function/problems.ts';
import { labelValueFaults } from '../krm/qualified-name.ts';
import type { Path } from '../yaml/index.ts';

/**
 * Cluster that policies are applied for. A part that is not known is undefined; '' and empty parts are known to be
 * unset.
 */
export interface Cluster {
  readonly name: string;
  readonly labels?: Readonly<Record<string, string>> | undefined;
  readonly provider?: string | undefined;
  readonly region?: string | undefined;
  readonly zones?: readonly string[] | undefined;
}

/** `targetCluster` of a rule, as written: clusters that meet all parts. */
export interface TargetCluster {
  readonly labelSelector?: LabelSelector;
  readonly fieldSelector?: { readonly matchExpressions?: readonly LabelRequirement[] };
  readonly clusterNames?: readonly string[];
  readonly exclude?: readonly string[];
}

/** A field of clusters that a selector can name. */
interface ClusterField {
  /** Returns the values: none if the field is unset, undefined if it is not known. */
  readonly valuesOf: (cluster: Cluster) => readonly string[] | undefined;
  /** True if Karmada matches it as a label, so that other values never match. */
  readonly isLabel: boolean;
  /** The field of `spec.cluster` that tells the value. */
  readonly name: keyof Cluster;
}

const FIELDS: ReadonlyMap<string, ClusterField> = new Map([
  ['provider', { valuesOf: ({ provider }) => oneValue(provider), isLabel: true, name: 'provider' }],
  ['region', { valuesOf: ({ region }) => oneValue(region), isLabel: true, name: 'region' }],
  ['zone', { valuesOf: ({ zones }) => zones, isLabel: false, name: 'zones' }],
]);

function oneValue(value: string | undefined): readonly string[] | undefined {
  return value === '' ? [] : value === undefined ? undefined : [value];
}

type FieldOperator = (actual: readonly string[], wanted: readonly string[]) => boolean;

const OPERATORS: ReadonlyMap<string, FieldOperator> = new Map([
  ['In', (actual, wanted) => actual.some((value) => wanted.includes(value))],
  ['NotIn', (actual, wanted) => !actual.some((value) => wanted.includes(value))],
]);

/**
 * Adds the problems of a `targetCluster` at a field, in Karmada's words: an invalid one would silently match nothing.
 */
export function checkTargetCluster(target: TargetCluster, field: Path, problems: Problems): void {
  checkLabelSelector(target.labelSelector ?? {}, [...field, 'labelSelector'], problems);
  for (const [index, requirement] of (target.fieldSelector?.matchExpressions ?? []).entries()) {
    checkRequirement(requirement, [...field, 'fieldSelector', 'matchExpressions', index], problems);
  }
}

function checkRequirement({ key, operator, values = [] }: LabelRequirement, field: Path, problems: Problems): void {
  const refuse = (name: keyof LabelRequirement, message: string): void =>
    problems.add({ field: [...field, name], message });
  const known = FIELDS.get(key);
  if (known === undefined) refuse('key', `unsupported key ${JSON.stringify(key)}, must be provider, region, or zone`);
  if (!OPERATORS.has(operator)) {
    refuse('operator', `unsupported operator ${JSON.stringify(operator)}, must be In or NotIn`);
  } else if (values.length === 0) refuse('values', `must not be empty for operator "${operator}"`);
  if (known?.isLabel !== true) return;
  for (const [index, value] of values.entries()) {
    if (labelValueFaults(value).length === 0) continue;
    const message = 'must be a valid label value: with any other, Karmada matches no cluster';
    problems.add({ field: [...field, 'values', index], message, currentValue: value });
  }
}

/** Reports whether a `targetCluster` means all clusters: it is absent, or each of its parts is empty. */
export function isAllClusters({
  labelSelector: { matchLabels = {}, matchExpressions = [] } = {},
  fieldSelector: { matchExpressions: fields = [] } = {},
  clusterNames = [],
  exclude = [],
}: TargetCluster = {}): boolean {
  return [Object.keys(matchLabels), matchExpressions, fields, clusterNames, exclude].every((part) => part.length === 0);
}

/**
 * Reports whether a rule applies to a cluster; undefined if none is given. Returns a problem instead, at the field of
 * the `targetCluster`, if the answer depends on what is not known: nothing is guessed.
 */
export function matchesCluster(
  target: TargetCluster | undefined,
  cluster: Cluster | undefined,
  field: Path,
): boolean | FoundProblem {
  if (target === undefined || isAllClusters(target)) return true;
  if (cluster === undefined) return { code: 'unknown-cluster', field, message: NO_CLUSTER };
  const { clusterNames = [], exclude = [], labelSelector = {}, fieldSelector = {} } = target;
  if (exclude.includes(cluster.name)) return false;
  if (clusterNames.length > 0 && !clusterNames.includes(cluster.name)) return false;
  const answers = [
    matchesClusterLabels(labelSelector, cluster, [...field, 'labelSelector']),
    ...(fieldSelector.matchExpressions ?? []).map((requirement, index) =>
      matchesClusterField(requirement, cluster, [...field, 'fieldSelector', 'matchExpressions', index]),
    ),
  ];
  if (answers.includes(false)) return false;
  return answers.find((answer) => typeof answer !== 'boolean') ?? true;
}

const NO_CLUSTER =
  'the cluster must be given, since the rule selects clusters: by `cluster=NAME` on the command line or in the ' +
  '`configMap` of a pipeline, by `spec.cluster.name` of an OverridePolicyApplication, or by one Cluster among the items';

function matchesClusterLabels(selector: LabelSelector, cluster: Cluster, field: Path): boolean | FoundProblem {
  if (isAllClusters({ labelSelector: selector })) return true;
  if (cluster.labels === undefined) return { code: 'unknown-cluster', field, message: unknown(cluster, 'labels') };
  return matchesLabels(selector, new Map(Object.entries(cluster.labels)));
}

function matchesClusterField(
  { key, operator, values = [] }: LabelRequirement,
  cluster: Cluster,
  field: Path,
): boolean | FoundProblem {
  const known = FIELDS.get(key);
  if (known === undefined) return false;
  const actual = known.valuesOf(cluster);
  if (actual === undefined) return { code: 'unknown-cluster', field, message: unknown(cluster, known.name) };
  return OPERATORS.get(operator)?.(actual, values) === true;
}

function unknown({ name }: Cluster, part: keyof Cluster): string {
  return (
    `the ${part} of cluster ${JSON.stringify(name)} must be given: set \`spec.cluster.${part}\` of an ` +
    'OverridePolicyApplication, or add the Cluster object to the items or to the folder of `--objects`'
  );
}
