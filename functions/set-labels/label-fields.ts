import type { Resource, Results } from '../../src/krm/index.ts';
import type { Path, SourceDocument } from '../../src/yaml/index.ts';

/** Any element of a list. */
const EACH = null;

/** Field with labels, or with a selector for them, of the resources of some kinds. */
interface LabelField {
  /** Kinds with the field, each with the group and version that it must have; '' for any. */
  readonly kinds?: readonly (readonly [group: string, version: string, kind: string])[];
  readonly path: readonly (string | typeof EACH)[];
  /** Number of steps at which a missing field or a null means that there is nothing to set. */
  readonly optional: number;
  /** False for a selector in which only existing labels get another value. */
  readonly create: boolean;
}

/** Kinds whose selector must have the labels of the pods that they make. */
const CONTROLLERS = [
  ['', '', 'Deployment'],
  ['', '', 'ReplicaSet'],
  ['', '', 'DaemonSet'],
  ['apps', '', 'StatefulSet'],
] as const;

const REPLICATION_CONTROLLER = ['', 'v1', 'ReplicationController'] as const;
const SERVICE = ['', 'v1', 'Service'] as const;
const JOB = ['batch', '', 'Job'] as const;
const CRON_JOB = ['batch', '', 'CronJob'] as const;
const STATEFUL_SET = ['apps', '', 'StatefulSet'] as const;
const DISRUPTION_BUDGET = ['policy', '', 'PodDisruptionBudget'] as const;
const NETWORK_POLICY = ['networking.k8s.io', '', 'NetworkPolicy'] as const;
/** Kinds with the template of a pod. */
const WITH_TEMPLATE = [REPLICATION_CONTROLLER, ...CONTROLLERS, JOB] as const;

/** Path of the labels in a selector. */
const MATCH_LABELS = ['labelSelector', 'matchLabels'] as const;
const TEMPLATE = ['spec', 'template'] as const;
const JOB_TEMPLATE = ['spec', 'jobTemplate'] as const;
const SPREAD = ['spec', 'topologySpreadConstraints', EACH] as const;

/** All fields, in the order in which missing ones are created. */
const LABEL_FIELDS: readonly LabelField[] = [
  { path: ['metadata', 'labels'], optional: 0, create: true },
  { kinds: [SERVICE, REPLICATION_CONTROLLER], path: ['spec', 'selector'], optional: 0, create: true },
  { kinds: CONTROLLERS, path: ['spec', 'selector', 'matchLabels'], optional: 0, create: true },
  { kinds: [JOB, DISRUPTION_BUDGET], path: ['spec', 'selector', 'matchLabels'], optional: 0, create: false },
  { kinds: [NETWORK_POLICY], path: ['spec', 'podSelector', 'matchLabels'], optional: 0, create: false },
  { kinds: WITH_TEMPLATE, path: [...TEMPLATE, 'metadata', 'labels'], optional: 2, create: true },
  { kinds: WITH_TEMPLATE, path: [...TEMPLATE, ...SPREAD, ...MATCH_LABELS], optional: 4, create: false },
  { kinds: [CRON_JOB], path: [...JOB_TEMPLATE, 'metadata', 'labels'], optional: 2, create: true },
  { kinds: [CRON_JOB], path: [...JOB_TEMPLATE, 'spec', 'selector', 'matchLabels'], optional: 3, create: false },
  { kinds: [CRON_JOB], path: [...JOB_TEMPLATE, ...TEMPLATE, 'metadata', 'labels'], optional: 4, create: true },
  { kinds: [CRON_JOB], path: [...JOB_TEMPLATE, ...TEMPLATE, ...SPREAD, ...MATCH_LABELS], optional: 6, create: false },
  {
    kinds: [STATEFUL_SET],
    path: ['spec', 'volumeClaimTemplates', EACH, 'metadata', 'labels'],
    optional: 1,
    create: true,
  },
  ...(['from', 'to'] as const).map((peer) => ({
    kinds: [NETWORK_POLICY],
    path: ['spec', peer === 'from' ? 'ingress' : 'egress', EACH, peer, EACH, 'podSelector', 'matchLabels'],
    optional: 4,
    create: false,
  })),
];

/** Selectors of other pods, which neither the original nor this function edits. */
const AFFINITIES: readonly LabelField[] = (['podAffinity', 'podAntiAffinity'] as const).flatMap((affinity) =>
  [
    ['preferredDuringSchedulingIgnoredDuringExecution', EACH, 'podAffinityTerm'],
    ['requiredDuringSchedulingIgnoredDuringExecution', EACH],
  ].flatMap((terms) => {
    const path = ['spec', 'affinity', affinity, ...terms, ...MATCH_LABELS];
    return [
      { kinds: WITH_TEMPLATE, path: [...TEMPLATE, ...path], optional: path.length + 2, create: false },
      { kinds: [CRON_JOB], path: [...JOB_TEMPLATE, ...TEMPLATE, ...path], optional: path.length + 4, create: false },
    ];
  }),
);

/**
 * Sets labels in all fields of a resource, and returns the number of labels in place. Reports a field whose type does
 * not allow it as an error, and selectors that keep another value as a warning.
 */
export function setLabels(resource: Resource, labels: ReadonlyMap<string, string>, results: Results): number {
  let count = 0;
  const { document } = resource;
  for (const field of fieldsOf(resource, LABEL_FIELDS)) {
    for (const map of findMaps({ resource, field, results }, [], 0))
      count += setIn(resource, map, labels, { create: field.create, results });
  }
  for (const field of fieldsOf(resource, AFFINITIES)) {
    for (const map of findMaps({ resource, field, results: undefined }, [], 0))
      warnOfOthers(document, map, labels, { resource, results });
  }
  if (isOf(resource, CRON_JOB) && document.has(JOB_TEMPLATE) && !document.has([...JOB_TEMPLATE, 'spec']))
    results.difference('edited: the original crashes if this has no `spec`', { resource, field: JOB_TEMPLATE });
  return count;
}

function fieldsOf(resource: Resource, fields: readonly LabelField[]): readonly LabelField[] {
  return fields.filter(({ kinds }) => kinds === undefined || kinds.some((kind) => isOf(resource, kind)));
}

/** Reports whether a resource is of a kind. A part that the resource lacks fits any, as in the original. */
function isOf({ group, version, kind }: Resource, wanted: readonly [string, string, string]): boolean {
  const parts = [group, version, kind];
  return wanted.every((want, index) => want === '' || parts[index] === '' || parts[index] === want);
}

interface Search {
  readonly resource: Resource;
  readonly field: LabelField;
  /** Undefined if a wrong type does not matter. */
  readonly results: Results | undefined;
}

/** Returns the maps of a field below a value, among them one that is to be created. */
function findMaps(search: Search, at: Path, depth: number): readonly Path[] {
  const { resource, field, results } = search;
  const { document } = resource;
  const step = field.path[depth];
  const node = document.get(at);
  const isList = step === EACH;
  if (node === undefined && isList) return [];
  if (node === undefined) return depth > field.optional && field.create ? [...restOf(at, field, depth)] : [];
  if (node.kind === 'scalar' && depth <= field.optional && document.value(at) === null) return [];
  if (node.kind !== (isList ? 'seq' : 'map')) {
    results?.error(`must be a ${isList ? 'list' : 'map'}`, { code: 'invalid-value', resource, field: at });
    return [];
  }
  if (step === undefined) return [at];
  if (step !== EACH) return findMaps(search, [...at, step], depth + 1);
  return Array.from({ length: document.length(at) ?? 0 }).flatMap((_, index) =>
    findMaps(search, [...at, index], depth + 1),
  );
}

/** Returns the map at the end of a field whose part at a depth is missing; none if a list is in between. */
function restOf(at: Path, { path }: LabelField, depth: number): readonly Path[] {
  const rest = path.slice(depth);
  const keys = rest.filter((step) => step !== EACH);
  return keys.length === rest.length ? [[...at, ...keys]] : [];
}

/** Sets labels in a map, and returns the number of those that it then has. */
function setIn(
  resource: Resource,
  map: Path,
  labels: ReadonlyMap<string, string>,
  { create, results }: { readonly create: boolean; readonly results: Results },
): number {
  const { document } = resource;
  let count = 0;
  for (const [key, value] of labels) {
    const field = [...map, key];
    const current = document.value(field);
    const isText = typeof document.value(field, 'kpt') === 'string';
    if (current !== undefined && !isText) results.error('must be a string', { code: 'invalid-value', resource, field });
    else if (current !== value && (current !== undefined || create)) document.set(field, value);
    if (current !== undefined || create) count++;
  }
  return count;
}

/** Warns of the labels in a selector that have another value than the one that is set on the pods. */
function warnOfOthers(
  document: SourceDocument,
  map: Path,
  labels: ReadonlyMap<string, string>,
  { resource, results }: { readonly resource: Resource; readonly results: Results },
): void {
  for (const [key, value] of labels) {
    const field = [...map, key];
    const current = document.value(field);
    if (current === undefined || current === value) continue;
    const message = 'not edited, as by the original: selects another value than the one that is set';
    results.warning(message, { code: 'rule-skipped', resource, field, currentValue: current, proposedValue: value });
  }
}
