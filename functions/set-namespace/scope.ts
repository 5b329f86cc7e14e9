import type { ClusterScopedKinds, Resource } from '../../src/krm/index.ts';

/** Namespaced kinds that the image knows, by `apiVersion`. */
const NAMESPACED = table({
  'apps/v1': 'ControllerRevision DaemonSet Deployment ReplicaSet StatefulSet',
  'autoscaling/v1': 'HorizontalPodAutoscaler Scale',
  'autoscaling/v2beta1': 'HorizontalPodAutoscaler',
  'autoscaling/v2beta2': 'HorizontalPodAutoscaler',
  'batch/v1': 'CronJob Job',
  'batch/v1beta1': 'CronJob',
  'coordination.k8s.io/v1': 'Lease',
  'coordination.k8s.io/v1beta1': 'Lease',
  'discovery.k8s.io/v1': 'EndpointSlice',
  'discovery.k8s.io/v1beta1': 'EndpointSlice',
  'events.k8s.io/v1': 'Event',
  'events.k8s.io/v1beta1': 'Event',
  'extensions/v1beta1': 'Ingress',
  'networking.k8s.io/v1': 'Ingress NetworkPolicy',
  'networking.k8s.io/v1beta1': 'Ingress',
  'policy/v1': 'PodDisruptionBudget',
  'policy/v1beta1': 'PodDisruptionBudget',
  'rbac.authorization.k8s.io/v1': 'Role RoleBinding',
  'rbac.authorization.k8s.io/v1beta1': 'Role RoleBinding',
  'storage.k8s.io/v1beta1': 'CSIStorageCapacity',
  v1: `ConfigMap Endpoints Event LimitRange PersistentVolumeClaim Pod PodAttachOptions PodExecOptions
    PodPortForwardOptions PodProxyOptions PodTemplate ReplicationController ResourceQuota Secret Service ServiceAccount
    ServiceProxyOptions`,
});

/** Cluster-scoped kinds that the image knows, by `apiVersion`. */
const CLUSTER_SCOPED = table({
  'admissionregistration.k8s.io/v1': 'MutatingWebhookConfiguration ValidatingWebhookConfiguration',
  'admissionregistration.k8s.io/v1beta1': 'MutatingWebhookConfiguration ValidatingWebhookConfiguration',
  'apiextensions.k8s.io/v1': 'CustomResourceDefinition',
  'apiextensions.k8s.io/v1beta1': 'CustomResourceDefinition',
  'apiregistration.k8s.io/v1': 'APIService',
  'apiregistration.k8s.io/v1beta1': 'APIService',
  'certificates.k8s.io/v1': 'CertificateSigningRequest',
  'certificates.k8s.io/v1beta1': 'CertificateSigningRequest',
  'flowcontrol.apiserver.k8s.io/v1beta1': 'FlowSchema PriorityLevelConfiguration',
  'networking.k8s.io/v1': 'IngressClass',
  'networking.k8s.io/v1beta1': 'IngressClass',
  'node.k8s.io/v1': 'RuntimeClass',
  'node.k8s.io/v1beta1': 'RuntimeClass',
  'policy/v1beta1': 'PodSecurityPolicy',
  'rbac.authorization.k8s.io/v1': 'ClusterRole ClusterRoleBinding',
  'rbac.authorization.k8s.io/v1beta1': 'ClusterRole ClusterRoleBinding',
  'scheduling.k8s.io/v1': 'PriorityClass',
  'scheduling.k8s.io/v1beta1': 'PriorityClass',
  'storage.k8s.io/v1': 'CSIDriver CSINode StorageClass VolumeAttachment',
  'storage.k8s.io/v1beta1': 'CSIDriver CSINode StorageClass VolumeAttachment',
  v1: 'ComponentStatus Namespace Node NodeProxyOptions PersistentVolume',
});

/** Namespaced kinds of Kubernetes by group, in all versions since v1.16, that the image knows in some or no version. */
const KUBERNETES = table({
  '': 'Binding',
  apps: 'ControllerRevision DaemonSet Deployment ReplicaSet StatefulSet',
  'authorization.k8s.io': 'LocalSubjectAccessReview',
  autoscaling: 'HorizontalPodAutoscaler',
  batch: 'CronJob Job',
  'certificates.k8s.io': 'PodCertificateRequest',
  'coordination.k8s.io': 'Lease LeaseCandidate',
  'discovery.k8s.io': 'EndpointSlice',
  'events.k8s.io': 'Event',
  extensions: 'DaemonSet Deployment Ingress NetworkPolicy ReplicaSet',
  'networking.k8s.io': 'Ingress NetworkPolicy',
  policy: 'PodDisruptionBudget',
  'rbac.authorization.k8s.io': 'Role RoleBinding',
  'resource.k8s.io': 'PodSchedulingContext ResourceClaim ResourceClaimTemplate',
  'scheduling.k8s.io': 'Workload',
  'storage.k8s.io': 'CSIStorageCapacity',
});

/**
 * Scope of a resource: `namespaced` or `cluster` to the image, by its table or because the resource has a namespace;
 * `newer` for a namespaced kind of Kubernetes without a namespace that the image does not know; else `unknown`.
 */
export type Scope = 'namespaced' | 'cluster' | 'newer' | 'unknown';

/** Returns the scope of a resource. `hasNamespace`: whether it has the field `metadata.namespace`. */
export function scopeOf(resource: Resource, hasNamespace: boolean, clusterScoped: ClusterScopedKinds): Scope {
  const { apiVersion, group, kind } = resource;
  if (NAMESPACED.get(apiVersion)?.has(kind) === true) return 'namespaced';
  if (CLUSTER_SCOPED.get(apiVersion)?.has(kind) === true) return 'cluster';
  if (hasNamespace) return 'namespaced';
  if (KUBERNETES.get(group)?.has(kind) === true) return 'newer';
  return clusterScoped.has(resource) ? 'cluster' : 'unknown';
}

function table(kinds: Readonly<Record<string, string>>): ReadonlyMap<string, ReadonlySet<string>> {
  return new Map(Object.entries(kinds).map(([key, names]) => [key, new Set(names.split(/\s+/))]));
}
