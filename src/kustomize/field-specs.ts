/** One field, or several through lists, of the resources of some kinds, as kustomize names it. */
export interface FieldSpec {
  /** API group; undefined or '' for all. */
  readonly group?: string;
  /** API version without its group; undefined or '' for all. */
  readonly version?: string;
  /** Undefined or '' for all. */
  readonly kind?: string;
  /**
   * Keys separated by `/`, which `\/` stands for in a key. Lists on the way are passed through; `[]` after a key
   * expects one.
   */
  readonly path: string;
  /** Creates missing maps. Default: false. */
  readonly create?: boolean;
}

/**
 * Fields with the annotations of an object, or of what is made from it: the field specs "commonAnnotations" of
 * sigs.k8s.io/kustomize/api v0.10.2-0.20211202184144-fe551be87b8d, the same since v0.7.1.
 */
export const ANNOTATION_FIELDS: readonly FieldSpec[] = [
  { path: 'metadata/annotations', create: true },
  { version: 'v1', kind: 'ReplicationController', path: 'spec/template/metadata/annotations', create: true },
  { kind: 'Deployment', path: 'spec/template/metadata/annotations', create: true },
  { kind: 'ReplicaSet', path: 'spec/template/metadata/annotations', create: true },
  { kind: 'DaemonSet', path: 'spec/template/metadata/annotations', create: true },
  { kind: 'StatefulSet', path: 'spec/template/metadata/annotations', create: true },
  { group: 'batch', kind: 'Job', path: 'spec/template/metadata/annotations', create: true },
  { group: 'batch', kind: 'CronJob', path: 'spec/jobTemplate/metadata/annotations', create: true },
  { group: 'batch', kind: 'CronJob', path: 'spec/jobTemplate/spec/template/metadata/annotations', create: true },
];

/** Fields with labels, and with selectors for them: the field specs "commonLabels" of the same version. */
export const LABEL_FIELDS: readonly FieldSpec[] = [
  { path: 'metadata/labels', create: true },
  { version: 'v1', kind: 'Service', path: 'spec/selector', create: true },
  { version: 'v1', kind: 'ReplicationController', path: 'spec/selector', create: true },
  { version: 'v1', kind: 'ReplicationController', path: 'spec/template/metadata/labels', create: true },
  { kind: 'Deployment', path: 'spec/selector/matchLabels', create: true },
  { kind: 'Deployment', path: 'spec/template/metadata/labels', create: true },
  {
    group: 'apps',
    kind: 'Deployment',
    path: 'spec/template/spec/affinity/podAffinity/preferredDuringSchedulingIgnoredDuringExecution/podAffinityTerm/labelSelector/matchLabels',
    create: false,
  },
  {
    group: 'apps',
    kind: 'Deployment',
    path: 'spec/template/spec/affinity/podAffinity/requiredDuringSchedulingIgnoredDuringExecution/labelSelector/matchLabels',
    create: false,
  },
  {
    group: 'apps',
    kind: 'Deployment',
    path: 'spec/template/spec/affinity/podAntiAffinity/preferredDuringSchedulingIgnoredDuringExecution/podAffinityTerm/labelSelector/matchLabels',
    create: false,
  },
  {
    group: 'apps',
    kind: 'Deployment',
    path: 'spec/template/spec/affinity/podAntiAffinity/requiredDuringSchedulingIgnoredDuringExecution/labelSelector/matchLabels',
    create: false,
  },
  {
    group: 'apps',
    kind: 'Deployment',
    path: 'spec/template/spec/topologySpreadConstraints/labelSelector/matchLabels',
    create: false,
  },
  { kind: 'ReplicaSet', path: 'spec/selector/matchLabels', create: true },
  { kind: 'ReplicaSet', path: 'spec/template/metadata/labels', create: true },
  { kind: 'DaemonSet', path: 'spec/selector/matchLabels', create: true },
  { kind: 'DaemonSet', path: 'spec/template/metadata/labels', create: true },
  { group: 'apps', kind: 'StatefulSet', path: 'spec/selector/matchLabels', create: true },
  { group: 'apps', kind: 'StatefulSet', path: 'spec/template/metadata/labels', create: true },
  {
    group: 'apps',
    kind: 'StatefulSet',
    path: 'spec/template/spec/affinity/podAffinity/preferredDuringSchedulingIgnoredDuringExecution/podAffinityTerm/labelSelector/matchLabels',
    create: false,
  },
  {
    group: 'apps',
    kind: 'StatefulSet',
    path: 'spec/template/spec/affinity/podAffinity/requiredDuringSchedulingIgnoredDuringExecution/labelSelector/matchLabels',
    create: false,
  },
  {
    group: 'apps',
    kind: 'StatefulSet',
    path: 'spec/template/spec/affinity/podAntiAffinity/preferredDuringSchedulingIgnoredDuringExecution/podAffinityTerm/labelSelector/matchLabels',
    create: false,
  },
  {
    group: 'apps',
    kind: 'StatefulSet',
    path: 'spec/template/spec/affinity/podAntiAffinity/requiredDuringSchedulingIgnoredDuringExecution/labelSelector/matchLabels',
    create: false,
  },
  {
    group: 'apps',
    kind: 'StatefulSet',
    path: 'spec/template/spec/topologySpreadConstraints/labelSelector/matchLabels',
    create: false,
  },
  { group: 'apps', kind: 'StatefulSet', path: 'spec/volumeClaimTemplates[]/metadata/labels', create: true },
  { group: 'batch', kind: 'Job', path: 'spec/selector/matchLabels', create: false },
  { group: 'batch', kind: 'Job', path: 'spec/template/metadata/labels', create: true },
  { group: 'batch', kind: 'CronJob', path: 'spec/jobTemplate/spec/selector/matchLabels', create: false },
  { group: 'batch', kind: 'CronJob', path: 'spec/jobTemplate/metadata/labels', create: true },
  { group: 'batch', kind: 'CronJob', path: 'spec/jobTemplate/spec/template/metadata/labels', create: true },
  { group: 'policy', kind: 'PodDisruptionBudget', path: 'spec/selector/matchLabels', create: false },
  { group: 'networking.k8s.io', kind: 'NetworkPolicy', path: 'spec/podSelector/matchLabels', create: false },
  {
    group: 'networking.k8s.io',
    kind: 'NetworkPolicy',
    path: 'spec/ingress/from/podSelector/matchLabels',
    create: false,
  },
  { group: 'networking.k8s.io', kind: 'NetworkPolicy', path: 'spec/egress/to/podSelector/matchLabels', create: false },
];
