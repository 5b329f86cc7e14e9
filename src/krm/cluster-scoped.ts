import { groupOf, type Resource } from './resource.ts';

/** Cluster-scoped kinds of Kubernetes' own API by group, '' being the core group, in all versions since v1.16. */
const KUBERNETES: Readonly<Record<string, string>> = {
  '': 'ComponentStatus Namespace Node PersistentVolume',
  'admissionregistration.k8s.io': `MutatingAdmissionPolicy MutatingAdmissionPolicyBinding MutatingWebhookConfiguration
    ValidatingAdmissionPolicy ValidatingAdmissionPolicyBinding ValidatingWebhookConfiguration`,
  'apiextensions.k8s.io': 'CustomResourceDefinition',
  'apiregistration.k8s.io': 'APIService',
  'auditregistration.k8s.io': 'AuditSink',
  'authentication.k8s.io': 'SelfSubjectReview TokenReview',
  'authorization.k8s.io': 'SelfSubjectAccessReview SelfSubjectRulesReview SubjectAccessReview',
  'certificates.k8s.io': 'CertificateSigningRequest ClusterTrustBundle',
  extensions: 'PodSecurityPolicy',
  'flowcontrol.apiserver.k8s.io': 'FlowSchema PriorityLevelConfiguration',
  'imagepolicy.k8s.io': 'ImageReview',
  'internal.apiserver.k8s.io': 'StorageVersion',
  'networking.k8s.io': 'ClusterCIDR IPAddress IngressClass ServiceCIDR',
  'node.k8s.io': 'RuntimeClass',
  policy: 'PodSecurityPolicy',
  'rbac.authorization.k8s.io': 'ClusterRole ClusterRoleBinding',
  'resource.k8s.io': 'DeviceClass DeviceTaintRule ResourceClass ResourcePoolStatusRequest ResourceSlice',
  'scheduling.k8s.io': 'PriorityClass',
  'storage.k8s.io': 'CSIDriver CSINode StorageClass VolumeAttachment VolumeAttributesClass',
  'storagemigration.k8s.io': 'StorageVersionMigration',
};

const OF_KUBERNETES: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(KUBERNETES).map(([group, kinds]) => [group, new Set(kinds.split(/\s+/))]),
);

/** Kind of an API group, in any version. */
type GroupKind = Pick<Resource, 'group' | 'kind'>;

/**
 * Cluster-scoped kinds: those of Kubernetes' own API, and those that CustomResourceDefinitions among resources declare.
 * Reads only definitions of the groups that it is asked for.
 */
export class ClusterScopedKinds {
  readonly #resources: Iterable<Resource>;
  readonly #declared = new Map<string, ReadonlySet<string>>();

  /** `resources`: searched for definitions. */
  constructor(resources: Iterable<Resource>) {
    this.#resources = resources;
  }

  /** Reports whether a kind is cluster-scoped; false for an unknown kind. */
  has({ group, kind }: GroupKind): boolean {
    if (OF_KUBERNETES.get(group)?.has(kind) === true) return true;
    return this.#declaredIn(group).has(kind);
  }

  /** Reports whether the definitions still declare the kinds read from them: a rule may have edited one. */
  get isCurrent(): boolean {
    return [...this.#declared].every(([group, kinds]) => {
      const now = this.#find(group);
      return now.size === kinds.size && [...now].every((kind) => kinds.has(kind));
    });
  }

  #declaredIn(group: string): ReadonlySet<string> {
    const kinds = this.#declared.get(group) ?? this.#find(group);
    this.#declared.set(group, kinds);
    return kinds;
  }

  #find(group: string): ReadonlySet<string> {
    const definitions = [...this.#resources].filter((resource) => declares(resource, group));
    return new Set(definitions.map((definition) => definition.text(['spec', 'names', 'kind'])));
  }
}

/** Reports whether a resource defines a cluster-scoped kind of a group, which is the end of its name. */
function declares(resource: Resource, group: string): boolean {
  if (resource.kind !== 'CustomResourceDefinition' || resource.group !== 'apiextensions.k8s.io') return false;
  if (!resource.name.endsWith(`.${group}`)) return false;
  return resource.text(['spec', 'group']) === group && resource.text(['spec', 'scope']) === 'Cluster';
}

/** Returns the group and kind of a selector that names a version. */
export function groupKindOf({ apiVersion, kind }: Pick<Resource, 'apiVersion' | 'kind'>): GroupKind {
  return { group: groupOf(apiVersion), kind };
}
