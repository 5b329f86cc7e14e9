import assert from 'node:assert/strict';
import { KUBERNETES_KINDS } from '../../functions/strip-transform/resource-names.ts';
import { ClusterScopedKinds } from '../../src/krm/cluster-scoped.ts';
import { Resource } from '../../src/krm/resource.ts';
import { readDocument } from '../../src/yaml/index.ts';

/** Kinds that `kubectl api-resources --namespaced=false` lists in some version since v1.16, by group. */
const CLUSTER_SCOPED = [
  '/ComponentStatus',
  '/Namespace',
  '/Node',
  '/PersistentVolume',
  'admissionregistration.k8s.io/MutatingAdmissionPolicy',
  'admissionregistration.k8s.io/MutatingAdmissionPolicyBinding',
  'admissionregistration.k8s.io/MutatingWebhookConfiguration',
  'admissionregistration.k8s.io/ValidatingAdmissionPolicy',
  'admissionregistration.k8s.io/ValidatingAdmissionPolicyBinding',
  'admissionregistration.k8s.io/ValidatingWebhookConfiguration',
  'apiextensions.k8s.io/CustomResourceDefinition',
  'apiregistration.k8s.io/APIService',
  'auditregistration.k8s.io/AuditSink',
  'authentication.k8s.io/SelfSubjectReview',
  'authentication.k8s.io/TokenReview',
  'authorization.k8s.io/SelfSubjectAccessReview',
  'authorization.k8s.io/SelfSubjectRulesReview',
  'authorization.k8s.io/SubjectAccessReview',
  'certificates.k8s.io/CertificateSigningRequest',
  'certificates.k8s.io/ClusterTrustBundle',
  'extensions/PodSecurityPolicy',
  'flowcontrol.apiserver.k8s.io/FlowSchema',
  'flowcontrol.apiserver.k8s.io/PriorityLevelConfiguration',
  'imagepolicy.k8s.io/ImageReview',
  'internal.apiserver.k8s.io/StorageVersion',
  'networking.k8s.io/ClusterCIDR',
  'networking.k8s.io/IPAddress',
  'networking.k8s.io/IngressClass',
  'networking.k8s.io/ServiceCIDR',
  'node.k8s.io/RuntimeClass',
  'policy/PodSecurityPolicy',
  'rbac.authorization.k8s.io/ClusterRole',
  'rbac.authorization.k8s.io/ClusterRoleBinding',
  'resource.k8s.io/DeviceClass',
  'resource.k8s.io/DeviceTaintRule',
  'resource.k8s.io/ResourceClass',
  'resource.k8s.io/ResourcePoolStatusRequest',
  'resource.k8s.io/ResourceSlice',
  'scheduling.k8s.io/PriorityClass',
  'storage.k8s.io/CSIDriver',
  'storage.k8s.io/CSINode',
  'storage.k8s.io/StorageClass',
  'storage.k8s.io/VolumeAttachment',
  'storage.k8s.io/VolumeAttributesClass',
  'storagemigration.k8s.io/StorageVersionMigration',
];

const definition = (group: string, kind: string, scope: string): Resource =>
  new Resource(
    readDocument(`apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: things.${group}}
spec: {group: ${group}, scope: ${scope}, names: {kind: ${kind}}}
`),
  );

const isClusterScoped = (id: string, definitions: readonly Resource[] = []): boolean => {
  const [group = '', kind = ''] = id.split('/');
  return new ClusterScopedKinds(definitions).has({ group, kind });
};

describe('ClusterScopedKinds', () => {
  for (const id of CLUSTER_SCOPED) it(`has ${id}`, () => assert.ok(isClusterScoped(id)));

  it('has no other kind of Kubernetes', () => {
    const all = Object.entries(KUBERNETES_KINDS).flatMap(([group, kinds]) =>
      kinds.split(/\s+/).map((kind) => `${group}/${kind}`),
    );
    const rest = all.filter((id) => !CLUSTER_SCOPED.includes(id));
    assert.ok(rest.includes('rbac.authorization.k8s.io/Role') && rest.includes('apps/Deployment'));
    assert.deepEqual(
      rest.filter((id) => isClusterScoped(id)),
      [],
    );
  });

  it('has a kind that a definition makes cluster-scoped, in that group', () => {
    const definitions = [
      definition('example.com', 'Gadget', 'Namespaced'),
      definition('example.com', 'Widget', 'Cluster'),
      definition('example.org', 'Thing', 'Cluster'),
    ];
    const found = ['example.com/Widget', 'example.com/Gadget', 'example.com/Thing', 'example.org/Thing', '/Widget'];
    assert.deepEqual(
      found.filter((id) => isClusterScoped(id, definitions)),
      ['example.com/Widget', 'example.org/Thing'],
    );
  });

  it('ignores what only looks like a definition', () => {
    const other = new Resource(
      readDocument(
        'apiVersion: v1\nkind: CustomResourceDefinition\nmetadata: {name: things.example.com}\nspec: {group: example.com, scope: Cluster, names: {kind: Widget}}\n',
      ),
    );
    const renamed = new Resource(
      readDocument(
        'apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: things.example.com}\nspec: {group: example.org, scope: Cluster, names: {kind: Widget}}\n',
      ),
    );
    for (const id of ['example.com/Widget', 'example.org/Widget']) assert.ok(!isClusterScoped(id, [other, renamed]));
  });

  it('reports that a definition was edited after it was read', () => {
    const edited = definition('example.com', 'Widget', 'Namespaced');
    const kinds = new ClusterScopedKinds([edited]);
    assert.ok(!kinds.has({ group: 'example.com', kind: 'Widget' }));
    edited.document.set(['metadata', 'labels'], { l: 'v' });
    assert.ok(kinds.isCurrent);
    edited.document.set(['spec', 'scope'], 'Cluster');
    assert.ok(!kinds.isCurrent);
  });
});
