/**
 * Properties of Kubernetes' own types: lists with keys, sets, unions, open maps, lists that grant permissions, and
 * fields that form one reference. A path has the last keys that lead to a value, without indexes.
 */

/** Keys of a list whose elements are maps, as Kubernetes merges it, with the default value of each key. */
export type ListKeys = Readonly<Record<string, string | undefined>>;

/** A list with keys. */
interface KeyedList {
  /** Last keys of the path of the list, without indexes; `*` stands for any key. */
  readonly path: readonly string[];
  readonly keys: ListKeys;
  /** Kind that has the list. Default: any. */
  readonly kind?: string;
}

const NAME: ListKeys = { name: undefined };
const PORT_PROTOCOL = { protocol: 'TCP' };

/** Lists of containers in the spec of a pod. */
export const CONTAINER_LISTS: readonly string[] = ['containers', 'initContainers', 'ephemeralContainers'];

/** Lists with keys (`x-kubernetes-list-map-keys` and `patchMergeKey` of the API). */
export const KEYED_LISTS: readonly KeyedList[] = [
  ...CONTAINER_LISTS.flatMap((containers): readonly KeyedList[] => [
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

/** A list of scalars each of which is its own key: two elements are the same thing if they are equal. */
interface SetList {
  /** Last keys of the path of the list, without indexes. */
  readonly path: readonly string[];
  /** Kinds that have the list, with their groups as in `apps/Deployment`. Default: any. */
  readonly kinds?: readonly string[];
}

const RULE_SETS = ['verbs', 'apiGroups', 'resources', 'resourceNames', 'nonResourceURLs'];
const FLOW_SCHEMA = ['flowcontrol.apiserver.k8s.io/FlowSchema'];
const KUSTOMIZE = 'kustomize.config.k8s.io';

/** Type of a kustomization file, which may leave it out. */
export const KUSTOMIZATION = { group: KUSTOMIZE, kind: 'Kustomization' } as const;

/** Sets. The first ones are those with `+listType=set` in the module k8s.io/api of Kubernetes 1.37. */
export const SETS: readonly SetList[] = [
  { path: ['metadata', 'finalizers'] },
  { path: ['spec', 'podCIDRs'], kinds: ['/Node'] },
  { path: ['spec', 'volumeLifecycleModes'], kinds: ['storage.k8s.io/CSIDriver'] },
  { path: ['spec', 'validationActions'], kinds: ['admissionregistration.k8s.io/ValidatingAdmissionPolicyBinding'] },
  { path: ['endpoints', 'addresses'], kinds: ['discovery.k8s.io/EndpointSlice'] },
  { path: ['podFailurePolicy', 'rules', 'onExitCodes', 'values'], kinds: ['batch/Job', 'batch/CronJob'] },
  ...['verbs', 'apiGroups', 'resources', 'namespaces'].map((list) => ({
    path: ['spec', 'rules', 'resourceRules', list],
    kinds: FLOW_SCHEMA,
  })),
  ...['verbs', 'nonResourceURLs'].map((list) => ({
    path: ['spec', 'rules', 'nonResourceRules', list],
    kinds: FLOW_SCHEMA,
  })),
  // PolicyRule of k8s.io/api: each element stands for itself, and one more permits more.
  ...RULE_SETS.map((list) => ({
    path: ['rules', list],
    kinds: ['rbac.authorization.k8s.io/Role', 'rbac.authorization.k8s.io/ClusterRole'],
  })),
  // The reference of a kustomization: paths and URLs, of which kustomize refuses to load one twice.
  ...['resources', 'bases', 'components', 'crds', 'configurations', 'generators', 'transformers', 'validators'].map(
    (list) => ({
      path: [list],
      kinds: ['Kustomization', 'Component'].flatMap((kind) => [`/${kind}`, `${KUSTOMIZE}/${kind}`]),
    }),
  ),
];

/** Lists of strings in which the meaning of an element depends on its neighbors. */
export const ARGUMENT_LISTS: ReadonlySet<string> = new Set(['args', 'command']);

/** A map in which only one of several keys, its members, may be set. */
export interface UnionMap {
  /** Last keys of the path of the map, without indexes. */
  readonly path: readonly string[];
  /** Members of the union. Default: all keys except `others`. */
  readonly members?: readonly string[];
  readonly others?: readonly string[];
}

const PROBES = ['livenessProbe', 'readinessProbe', 'startupProbe'];
const HANDLERS = ['exec', 'httpGet', 'tcpSocket', 'grpc', 'sleep'];

/** Unions (`patchStrategy: retainKeys`, and "only one of its members may be specified"). */
export const UNIONS: readonly UnionMap[] = [
  { path: ['spec', 'volumes'], others: ['name'] },
  ...PROBES.map((probe) => ({ path: [probe], members: HANDLERS })),
  ...['postStart', 'preStop'].map((hook) => ({ path: ['lifecycle', hook], members: HANDLERS })),
  { path: ['env'], members: ['value', 'valueFrom'] },
  {
    path: ['env', 'valueFrom'],
    members: ['fieldRef', 'resourceFieldRef', 'configMapKeyRef', 'secretKeyRef', 'fileKeyRef'],
  },
  { path: ['envFrom'], members: ['configMapRef', 'secretRef'] },
  { path: ['projected', 'sources'], others: [] },
  { path: ['backend'], members: ['service', 'resource'] },
  { path: ['defaultBackend'], members: ['service', 'resource'] },
  { path: ['pipeline', 'mutators'], members: ['image', 'exec'] },
  { path: ['pipeline', 'validators'], members: ['image', 'exec'] },
];

/** Maps whose `type` determines the meaning of the other fields. */
export const TYPED_MAPS: readonly (readonly string[])[] = [
  ['spec', 'strategy'],
  ['spec', 'updateStrategy'],
];

/** Maps from names to values, both chosen by users. */
export const OPEN_MAPS: ReadonlySet<string> = new Set([
  'labels',
  'annotations',
  'data',
  'stringData',
  'binaryData',
  'configMap',
  'nodeSelector',
  'matchLabels',
  'limits',
  'requests',
]);

/** Lists of rules that grant permissions, by group and kind. */
export const GRANTS: Readonly<Record<string, string>> = {
  'rbac.authorization.k8s.io/Role': 'rules',
  'rbac.authorization.k8s.io/ClusterRole': 'rules',
};

/** Lists of rules each of which is a complete permission, by group and kind. */
export const TRAFFIC_RULES: Readonly<Record<string, readonly string[]>> = {
  'networking.k8s.io/NetworkPolicy': ['spec.ingress', 'spec.egress'],
};

/** Fields of a map that name one thing together: a value of one of them fits the values of the others. */
export interface Reference {
  /** Last keys of the path of the map, without indexes. */
  readonly path: readonly string[];
  readonly fields: readonly string[];
}

const CHART_SOURCE = ['repoURL', 'chart', 'targetRevision'];

/** References to images, charts and packages, in Kubernetes' tools and in the values of Helm charts. */
export const REFERENCES: readonly Reference[] = [
  // Kustomization
  { path: ['images'], fields: ['name', 'newName', 'newTag', 'digest'] },
  { path: ['helmCharts'], fields: ['name', 'repo', 'version'] },
  // values of a chart, and its Chart.yaml
  { path: ['image'], fields: ['registry', 'repository', 'tag', 'digest'] },
  { path: ['dependencies'], fields: ['name', 'repository', 'version'] },
  // Argo CD: Application and ApplicationSet
  { path: ['spec', 'source'], fields: CHART_SOURCE },
  { path: ['spec', 'sources'], fields: CHART_SOURCE },
  // Flux: HelmRelease
  { path: ['chart', 'spec'], fields: ['chart', 'version', 'sourceRef'] },
  // kpt: Kptfile and PackageVariant
  { path: ['upstream', 'git'], fields: ['repo', 'directory', 'ref'] },
  { path: ['upstreamLock', 'git'], fields: ['repo', 'directory', 'ref', 'commit'] },
  { path: ['spec', 'upstream'], fields: ['repo', 'package', 'revision', 'workspaceName'] },
];
