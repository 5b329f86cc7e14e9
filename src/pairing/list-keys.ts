import { isMap, type Path, type Value } from '../yaml/index.ts';

/** Keys of a list whose elements are maps, as Kubernetes merges it, with the values that stand for absent keys. */
export type ListKeys = Readonly<Record<string, string | undefined>>;

/** Type of a resource. */
export interface ResourceType {
  readonly group: string;
  readonly kind: string;
}

/** A list with keys. */
interface Row {
  /** Last keys of the path of the list, without indexes; `*` stands for any key. */
  readonly path: readonly string[];
  readonly keys: ListKeys;
  /** Kind that has it. Default: any. */
  readonly kind?: string;
}

const NAME: ListKeys = { name: undefined };
const PORT_PROTOCOL = { protocol: 'TCP' };

/** Lists with keys by Kubernetes' own types (`x-kubernetes-list-map-keys` and `patchMergeKey` of its API). */
const ROWS: readonly Row[] = [
  ...['containers', 'initContainers', 'ephemeralContainers'].flatMap((containers): readonly Row[] => [
    { path: ['spec', containers], keys: NAME },
    { path: ['spec', containers, 'env'], keys: NAME },
    { path: ['spec', containers, 'ports'], keys: { containerPort: undefined, ...PORT_PROTOCOL } },
    { path: ['spec', containers, 'volumeMounts'], keys: { mountPath: undefined } },
    { path: ['spec', containers, 'volumeDevices'], keys: { devicePath: undefined } },
    { path: ['spec', containers, 'resources', 'claims'], keys: NAME },
  ]),
  ...['volumes', 'imagePullSecrets', 'resourceClaims', 'schedulingGates'].map((list) => ({
    path: ['spec', list],
    keys: NAME,
  })),
  { path: ['spec', 'hostAliases'], keys: { ip: undefined } },
  { path: ['spec', 'topologySpreadConstraints'], keys: { topologyKey: undefined, whenUnsatisfiable: undefined } },
  { path: ['spec', 'ports'], keys: { port: undefined, ...PORT_PROTOCOL }, kind: 'Service' },
  { path: ['secrets'], keys: NAME, kind: 'ServiceAccount' },
  { path: ['webhooks'], keys: NAME, kind: 'MutatingWebhookConfiguration' },
  { path: ['webhooks'], keys: NAME, kind: 'ValidatingWebhookConfiguration' },
  { path: ['*', 'matchConditions'], keys: NAME },
  { path: ['spec', 'variables'], keys: NAME, kind: 'ValidatingAdmissionPolicy' },
  { path: ['spec', 'drivers'], keys: NAME, kind: 'CSINode' },
  { path: ['metadata', 'ownerReferences'], keys: { uid: undefined } },
  { path: ['status', 'conditions'], keys: { type: undefined } },
];

/**
 * Returns the keys by which Kubernetes identifies the elements of a list of a resource; undefined for a list without keys,
 * and for any list of a kind that is not Kubernetes' own.
 */
export function listKeys({ group, kind }: ResourceType, path: Path): ListKeys | undefined {
  const isOwnKind = !group.includes('.') || group.endsWith('.k8s.io');
  const keys = path.filter((step) => typeof step === 'string');
  if (!isOwnKind && keys[0] !== 'metadata') return undefined;
  return ROWS.find((row) => (row.kind ?? kind) === kind && endsWith(keys, row.path))?.keys;
}

/** Reports whether keys end in others, in which `*` stands for any. */
export function endsWith(keys: readonly string[], end: readonly string[]): boolean {
  const last = keys.slice(-end.length);
  return last.length === end.length && end.every((key, index) => key === '*' || key === last[index]);
}

/** Returns a text that identifies an element by its keys; undefined if it has not all of them as scalars. */
export function elementKey(element: Value, keys: ListKeys): string | undefined {
  if (!isMap(element)) return undefined;
  const values = Object.entries(keys).map(([key, absent]) => (Object.hasOwn(element, key) ? element[key] : absent));
  const isComplete = values.every((value) => value !== undefined && value !== null && typeof value !== 'object');
  return isComplete ? values.map((value) => JSON.stringify(String(value))).join() : undefined;
}
