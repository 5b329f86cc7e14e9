import { byteOrder } from '../../src/byte-order.ts';
import type { Resource } from '../../src/krm/index.ts';
import { nearestName } from '../../src/nearest-name.ts';

/** Kinds of Kubernetes' own API by group, '' being the core group, in all versions since v1.16. */
export const KUBERNETES_KINDS: Readonly<Record<string, string>> = {
  '': `Binding ComponentStatus ConfigMap Endpoints Event LimitRange Namespace Node PersistentVolume PersistentVolumeClaim
    Pod PodTemplate ReplicationController ResourceQuota Secret Service ServiceAccount`,
  'admissionregistration.k8s.io': `MutatingAdmissionPolicy MutatingAdmissionPolicyBinding MutatingWebhookConfiguration
    ValidatingAdmissionPolicy ValidatingAdmissionPolicyBinding ValidatingWebhookConfiguration`,
  'apiextensions.k8s.io': 'CustomResourceDefinition',
  'apiregistration.k8s.io': 'APIService',
  apps: 'ControllerRevision DaemonSet Deployment ReplicaSet StatefulSet',
  'authentication.k8s.io': 'SelfSubjectReview TokenRequest TokenReview',
  'authorization.k8s.io': 'LocalSubjectAccessReview SelfSubjectAccessReview SelfSubjectRulesReview SubjectAccessReview',
  autoscaling: 'HorizontalPodAutoscaler',
  batch: 'CronJob Job',
  'certificates.k8s.io': 'CertificateSigningRequest ClusterTrustBundle PodCertificateRequest',
  'coordination.k8s.io': 'Lease LeaseCandidate',
  'discovery.k8s.io': 'EndpointSlice',
  'events.k8s.io': 'Event',
  'flowcontrol.apiserver.k8s.io': 'FlowSchema PriorityLevelConfiguration',
  'internal.apiserver.k8s.io': 'StorageVersion',
  'networking.k8s.io': 'ClusterCIDR IPAddress Ingress IngressClass NetworkPolicy ServiceCIDR',
  'node.k8s.io': 'RuntimeClass',
  policy: 'PodDisruptionBudget PodSecurityPolicy',
  'rbac.authorization.k8s.io': 'ClusterRole ClusterRoleBinding Role RoleBinding',
  'resource.k8s.io': `DeviceClass DeviceTaintRule PodSchedulingContext ResourceClaim ResourceClaimTemplate ResourceClass
    ResourceSlice`,
  'scheduling.k8s.io': 'PriorityClass Workload',
  'storage.k8s.io': 'CSIDriver CSINode CSIStorageCapacity StorageClass VolumeAttachment VolumeAttributesClass',
  'storagemigration.k8s.io': 'StorageVersionMigration',
  // Its kinds have moved to other groups. It comes last, so that those groups are named first.
  extensions: 'DaemonSet Deployment Ingress NetworkPolicy PodSecurityPolicy ReplicaSet',
};

/** Plural by which an API names a kind, such as `deployments`, and its group: '' is the core group. */
export interface ResourceName {
  readonly group: string;
  readonly resource: string;
}

/**
 * Kinds by resource name: those of Kubernetes, of the CRDs among some items, and of those items by their likely
 * plurals.
 */
export class ResourceNames {
  readonly #items: Iterable<Resource>;
  readonly #known = NameTable.ofKubernetes();
  #sources: readonly NameTable[] | undefined;

  /** Creates the names. Items are read when a name that Kubernetes does not know is looked up. */
  constructor(items: Iterable<Resource>) {
    this.#items = items;
  }

  /** Returns the kinds that a name means; empty if it is unknown. */
  kindsOf(name: ResourceName): readonly string[] {
    const known = this.#known.kindsOf(name);
    if (known.length > 0) return known;
    const source = this.#ofItems.find((table) => table.kindsOf(name).length > 0);
    return source?.kindsOf(name) ?? [];
  }

  /**
   * Suggests a replacement for an unknown name: the same name in another group, else the nearest of its group, else the
   * nearest of any group, first those of the items.
   */
  nearest({ group, resource }: ResourceName): ResourceName | undefined {
    const tables = [...this.#ofItems, this.#known];
    const [other] = tables.flatMap((table) => table.groupsOf(resource));
    if (other !== undefined) return { group: other, resource };
    const names = new Set(tables.flatMap((table) => table.resourcesOf(group)));
    const near = nearestName(resource, [...names].toSorted(byteOrder));
    if (near !== undefined) return { group, resource: near };
    for (const table of tables) {
      const found = table.nearest(resource);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  get #ofItems(): readonly NameTable[] {
    return (this.#sources ??= [NameTable.ofDefinitions(this.#items), NameTable.ofPresent(this.#items)]);
  }
}

/** Kinds by group and resource name. */
class NameTable {
  readonly #groups = new Map<string, Map<string, string[]>>();

  static ofKubernetes(): NameTable {
    const table = new NameTable();
    for (const [group, kinds] of Object.entries(KUBERNETES_KINDS)) {
      for (const kind of kinds.split(/\s+/)) table.#add({ group, resource: pluralOf(kind) }, kind);
    }
    return table;
  }

  static ofDefinitions(items: Iterable<Resource>): NameTable {
    const table = new NameTable();
    for (const item of items) {
      if (item.kind !== 'CustomResourceDefinition' || item.group !== 'apiextensions.k8s.io') continue;
      const [group, resource, kind] = DEFINED.map((path) => item.document.value(path));
      if (typeof group !== 'string' || typeof resource !== 'string' || typeof kind !== 'string') continue;
      table.#add({ group, resource }, kind);
    }
    return table;
  }

  static ofPresent(items: Iterable<Resource>): NameTable {
    const table = new NameTable();
    for (const { group, kind } of items) {
      if (kind === '') continue;
      for (const resource of likelyPlurals(kind)) table.#add({ group, resource }, kind);
    }
    return table;
  }

  kindsOf({ group, resource }: ResourceName): readonly string[] {
    return this.#groups.get(group)?.get(resource) ?? [];
  }

  resourcesOf(group: string): readonly string[] {
    return [...(this.#groups.get(group)?.keys() ?? [])];
  }

  /** Returns the nearest name of any group. */
  nearest(resource: string): ResourceName | undefined {
    const names = [...this.#groups.keys()].flatMap((group) => this.resourcesOf(group));
    const near = nearestName(resource, [...new Set(names)].toSorted(byteOrder));
    const [group] = near === undefined ? [] : this.groupsOf(near);
    return near === undefined || group === undefined ? undefined : { group, resource: near };
  }

  groupsOf(resource: string): readonly string[] {
    return [...this.#groups].filter(([, names]) => names.has(resource)).map(([group]) => group);
  }

  #add({ group, resource }: ResourceName, kind: string): void {
    const names = this.#groups.get(group) ?? new Map<string, string[]>();
    this.#groups.set(group, names);
    const kinds = names.get(resource) ?? [];
    names.set(resource, kinds);
    if (!kinds.includes(kind)) kinds.push(kind);
  }
}

/** Paths of the group, the resource name and the kind in a CustomResourceDefinition. */
const DEFINED = [
  ['spec', 'group'],
  ['spec', 'names', 'plural'],
  ['spec', 'names', 'kind'],
];

/** Returns the resource name of a kind by the rule that all of Kubernetes' own names follow. */
function pluralOf(kind: string): string {
  const name = kind.toLowerCase();
  if (name.endsWith('endpoints')) return name;
  if (name.endsWith('s')) return `${name}es`;
  return name.endsWith('y') ? `${name.slice(0, -1)}ies` : `${name}s`;
}

/**
 * Returns the resource names that a CustomResourceDefinition is likely to give a kind: `gateways`, and `redis` beside
 * `redises`.
 */
function likelyPlurals(kind: string): readonly string[] {
  const name = kind.toLowerCase();
  if (/[aeou]y$/.test(name)) return [`${name}s`];
  const isItsOwn = /data$|[^su]s$/.test(name);
  return isItsOwn ? [name, pluralOf(kind)] : [pluralOf(kind)];
}
