type Data = Readonly<Record<string, unknown>>;

/** One call, as data. */
export interface WrittenCall {
  readonly name: string;
  readonly config?: Data;
  readonly items: readonly Data[];
}

const CONFIG = configMap({ namespace: 'new' });

function configMap(data: unknown, name = 'config'): Data {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data };
}

function object(
  apiVersion: string,
  kind: string,
  metadata: unknown = { name: 'x', namespace: 'old' },
  rest: Data = {},
): Data {
  return { apiVersion, kind, metadata, ...rest };
}

function depending(text: unknown, apiVersion = 'apps/v1', kind = 'Deployment'): Data {
  const annotations = { 'config.kubernetes.io/depends-on': text };
  return object(apiVersion, kind, { name: 'depending', namespace: 'old', annotations });
}

function binding(kind: string, subjects: unknown, apiVersion = 'rbac.authorization.k8s.io/v1'): Data {
  return object(apiVersion, kind, { name: 'b', namespace: 'old' }, { subjects });
}

function definition(spec: unknown, version = 'v1'): Data {
  return object(`apiextensions.k8s.io/${version}`, 'CustomResourceDefinition', { name: 'd' }, { spec });
}

const DEPLOYMENT = object('apps/v1', 'Deployment');
const WEBHOOK = { conversion: { webhook: { clientConfig: { service: { name: 's', namespace: 'old' } } } } };
const ACCOUNT = { kind: 'ServiceAccount', name: 'a' };

function local(mark: unknown): Data {
  return object('v1', 'ConfigMap', { name: 'x', annotations: { 'config.kubernetes.io/local-config': mark } });
}

/** Calls of which each is about one thing. */
export const WRITTEN_CALLS: readonly WrittenCall[] = [
  { name: 'no items', config: CONFIG, items: [] },
  { name: 'a known kind with a namespace', config: CONFIG, items: [DEPLOYMENT] },
  { name: 'a known kind without a namespace', config: CONFIG, items: [object('v1', 'Service', { name: 'x' })] },
  { name: 'a known kind without metadata', config: CONFIG, items: [{ apiVersion: 'v1', kind: 'Service' }] },
  { name: 'an empty namespace', config: CONFIG, items: [object('v1', 'Pod', { name: 'x', namespace: '' })] },
  { name: 'the new namespace', config: CONFIG, items: [object('v1', 'Pod', { name: 'x', namespace: 'new' })] },
  { name: 'a custom resource with a namespace', config: CONFIG, items: [object('example.com/v1', 'Kettle')] },
  { name: 'a custom resource without one', config: CONFIG, items: [object('example.com/v1', 'Kettle', { name: 'x' })] },
  { name: 'a cluster-scoped kind with a namespace', config: CONFIG, items: [object('v1', 'Node')] },
  {
    name: 'a cluster-scoped kind of an old version',
    config: CONFIG,
    items: [object('rbac.authorization.k8s.io/v1alpha1', 'ClusterRole')],
  },
  {
    name: 'a newer kind without a namespace',
    config: CONFIG,
    items: [object('autoscaling/v2', 'HorizontalPodAutoscaler', { name: 'x' })],
  },
  {
    name: 'a newer kind with a namespace',
    config: CONFIG,
    items: [object('autoscaling/v2', 'HorizontalPodAutoscaler')],
  },
  {
    name: 'a Namespace',
    config: CONFIG,
    items: [object('v1', 'Namespace', { name: 'old', labels: { 'kubernetes.io/metadata.name': 'old' } })],
  },
  { name: 'two Namespaces', config: CONFIG, items: ['a', 'b'].map((name) => object('v1', 'Namespace', { name })) },
  { name: 'a Namespace without a name', config: CONFIG, items: [object('v1', 'Namespace', {})] },
  {
    name: 'a Namespace of another group',
    config: CONFIG,
    items: [object('example.com/v1', 'Namespace', { name: 'old' })],
  },
  { name: 'a Kptfile with a namespace', config: CONFIG, items: [object('kpt.dev/v1', 'Kptfile')] },
  ...['true', 'false', '', 'yes', true, null].map((mark) => ({
    name: `local-config: ${JSON.stringify(mark)}`,
    config: CONFIG,
    items: [local(mark)],
  })),
  {
    name: 'subjects of a RoleBinding',
    config: CONFIG,
    items: [binding('RoleBinding', [{ ...ACCOUNT, namespace: 'a' }, ACCOUNT])],
  },
  {
    name: 'subjects of a ClusterRoleBinding',
    config: CONFIG,
    items: [binding('ClusterRoleBinding', [{ kind: 'User', name: 'u', namespace: 'a' }])],
  },
  {
    name: 'subjects of another group',
    config: CONFIG,
    items: [binding('RoleBinding', [{ namespace: 'a' }], 'example.com/v1')],
  },
  {
    name: 'subjects with odd namespaces',
    config: CONFIG,
    items: [binding('RoleBinding', [{ namespace: 3 }, { namespace: null }, { namespace: {} }])],
  },
  { name: 'empty subjects', config: CONFIG, items: [binding('RoleBinding', [])] },
  { name: 'no subjects', config: CONFIG, items: [object('rbac.authorization.k8s.io/v1', 'RoleBinding')] },
  { name: 'subjects: null', config: CONFIG, items: [binding('RoleBinding', null)] },
  { name: 'subjects that are a map', config: CONFIG, items: [binding('RoleBinding', {})] },
  { name: 'subjects that are texts', config: CONFIG, items: [binding('RoleBinding', ['a'])] },
  { name: 'a conversion webhook', config: CONFIG, items: [definition(WEBHOOK)] },
  { name: 'a conversion webhook of v1beta1', config: CONFIG, items: [definition(WEBHOOK, 'v1beta1')] },
  {
    name: 'a conversion webhook without a namespace',
    config: CONFIG,
    items: [definition({ conversion: { webhook: { clientConfig: { service: {} } } } })],
  },
  { name: 'no conversion', config: CONFIG, items: [definition({ group: 'example.com' })] },
  {
    name: 'a conversion with a URL',
    config: CONFIG,
    items: [definition({ conversion: { webhook: { clientConfig: { url: 'u' } } } })],
  },
  { name: 'conversion: null', config: CONFIG, items: [definition({ conversion: null })] },
  { name: 'a webhook that is a list', config: CONFIG, items: [definition({ conversion: { webhook: [] } })] },
  {
    name: 'an APIService',
    config: CONFIG,
    items: [
      object('apiregistration.k8s.io/v1', 'APIService', { name: 'a' }, { spec: { service: { namespace: 'old' } } }),
    ],
  },
  {
    name: 'an APIService without a Service',
    config: CONFIG,
    items: [object('apiregistration.k8s.io/v1', 'APIService', { name: 'a' }, { spec: {} })],
  },
  {
    name: 'an APIService with service: null',
    config: CONFIG,
    items: [object('apiregistration.k8s.io/v1', 'APIService', { name: 'a' }, { spec: { service: null } })],
  },
  { name: 'a reference', config: CONFIG, items: [DEPLOYMENT, depending('apps/namespaces/old/Deployment/x')] },
  {
    name: 'a reference to another namespace',
    config: CONFIG,
    items: [DEPLOYMENT, depending('apps/namespaces/other/Deployment/x')],
  },
  {
    name: 'a reference to another resource',
    config: CONFIG,
    items: [DEPLOYMENT, depending('apps/namespaces/old/Deployment/y')],
  },
  {
    name: 'a reference to the core group',
    config: CONFIG,
    items: [object('v1', 'ConfigMap'), depending('/namespaces/old/ConfigMap/x')],
  },
  {
    name: 'a reference to the core group by its version',
    config: CONFIG,
    items: [object('v1', 'ConfigMap'), depending('v1/namespaces/old/ConfigMap/x')],
  },
  {
    name: 'two references',
    config: CONFIG,
    items: [DEPLOYMENT, depending('apps/namespaces/old/Deployment/x,apps/namespaces/old/Deployment/x')],
  },
  {
    name: 'a reference to a cluster-scoped resource',
    config: CONFIG,
    items: [depending('rbac.authorization.k8s.io/ClusterRole/x')],
  },
  {
    name: 'a reference of a cluster-scoped resource',
    config: CONFIG,
    items: [DEPLOYMENT, depending('apps/namespaces/old/Deployment/x', 'v1', 'Node')],
  },
  {
    name: 'a reference that is no text',
    config: CONFIG,
    items: [DEPLOYMENT, depending(['apps/namespaces/old/Deployment/x'])],
  },
  {
    name: 'a reference to a resource without a namespace',
    config: CONFIG,
    items: [object('apps/v1', 'Deployment', { name: 'x' }), depending('apps/namespaces/default/Deployment/x')],
  },
  {
    name: 'equal names after the change',
    config: CONFIG,
    items: ['a', 'b'].map((namespace) => object('v1', 'Pod', { name: 'x', namespace })),
  },
  { name: 'equal names of local configuration', config: CONFIG, items: [local('true'), local('true')] },
  { name: 'a list of resources', config: CONFIG, items: [{ apiVersion: 'v1', kind: 'List', items: [DEPLOYMENT] }] },
  { name: 'namespace: null', config: CONFIG, items: [object('v1', 'Pod', { name: 'x', namespace: null })] },
  { name: 'a number as a namespace', config: CONFIG, items: [object('v1', 'Pod', { name: 'x', namespace: 7 })] },
  { name: 'a number as the name of a Namespace', config: CONFIG, items: [object('v1', 'Namespace', { name: 7 })] },
  { name: 'metadata: null', config: CONFIG, items: [object('example.com/v1', 'Kettle', null)] },
  { name: 'metadata that is a list', config: CONFIG, items: [object('v1', 'Pod', [])] },
  { name: 'no kind', config: CONFIG, items: [{ metadata: { namespace: 'old' } }] },
  {
    name: 'a SetNamespace',
    config: { apiVersion: 'fn.kpt.dev/v1alpha1', kind: 'SetNamespace', namespace: 'new' },
    items: [DEPLOYMENT],
  },
  {
    name: 'a SetNamespace without a namespace',
    config: { apiVersion: 'fn.kpt.dev/v1alpha1', kind: 'SetNamespace', metadata: {} },
    items: [DEPLOYMENT],
  },
  {
    name: 'a SetNamespace with an unknown field',
    config: { apiVersion: 'fn.kpt.dev/v1alpha1', kind: 'SetNamespace', namespace: 'new', other: 1 },
    items: [DEPLOYMENT],
  },
  {
    name: 'a package context',
    config: configMap({ name: 'new', 'package-path': 'a' }, 'kptfile.kpt.dev'),
    items: [DEPLOYMENT],
  },
  {
    name: 'a package context with a namespace',
    config: configMap({ name: 'x', namespace: 'new' }, 'kptfile.kpt.dev'),
    items: [DEPLOYMENT],
  },
  { name: 'a package context without a name', config: configMap({ a: 'b' }, 'kptfile.kpt.dev'), items: [DEPLOYMENT] },
  { name: 'a matcher', config: configMap({ namespace: 'new', namespaceMatcher: 'other' }), items: [DEPLOYMENT] },
  { name: 'a number to set', config: configMap({ namespace: 7 }), items: [DEPLOYMENT] },
  { name: 'an empty namespace to set', config: configMap({ namespace: '' }), items: [DEPLOYMENT] },
  { name: 'a namespace that is no DNS label', config: configMap({ namespace: 'Ne_w' }), items: [DEPLOYMENT] },
  { name: 'a namespace of 64 characters', config: configMap({ namespace: 'n'.repeat(64) }), items: [DEPLOYMENT] },
  { name: 'a config of another kind', config: object('v1', 'Secret'), items: [DEPLOYMENT] },
  { name: 'no config', items: [DEPLOYMENT] },
];
