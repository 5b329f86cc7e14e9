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
