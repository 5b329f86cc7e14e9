import type { Value } from '../../src/yaml/index.ts';

type Fields = Readonly<Record<string, Value>>;

function item(apiVersion: string, kind: string, fields: Fields = {}, metadata: Fields = {}): Value {
  return { apiVersion, kind, metadata: { name: 'web', ...metadata }, ...fields };
}

const spec = (fields: Fields): Fields => ({ spec: fields });
const POD: Value = { metadata: { labels: { app: 'web' } }, spec: { containers: [] } };
const BARE_POD: Value = { spec: { containers: [] } };
const SELECTS: Value = { matchLabels: { app: 'web' } };
const NAMED: Value = { matchLabels: { color: 'blue' } };
const LOCAL = 'config.kubernetes.io/local-config';
const local = (value: Value): Fields => ({ annotations: { [LOCAL]: value } });

/** Items at which functions that set labels or annotations do different things, each with what is special there. */
export const LABELLED_ITEMS: readonly (readonly [name: string, ...items: readonly Value[]])[] = [
  ['no items'],
  ['a ConfigMap without labels', item('v1', 'ConfigMap', { data: { a: 'b' } })],
  ['empty maps', item('v1', 'ConfigMap', {}, { labels: {}, annotations: {} })],
  ['null maps', item('v1', 'ConfigMap', {}, { labels: null, annotations: null })],
  ['equal values', item('v1', 'ConfigMap', {}, { labels: { color: 'orange' }, annotations: { color: 'orange' } })],
  ['other values', item('v1', 'ConfigMap', {}, { labels: { color: 'blue' }, annotations: { color: 'blue' } })],
  ['numbers', item('v1', 'ConfigMap', {}, { labels: { color: 5 }, annotations: { color: 5 } })],
  ['booleans', item('v1', 'ConfigMap', {}, { labels: { color: true }, annotations: { color: true } })],
  ['null values', item('v1', 'ConfigMap', {}, { labels: { color: null }, annotations: { color: null } })],
  ['lists as values', item('v1', 'ConfigMap', {}, { labels: { color: ['a'] }, annotations: { color: ['a'] } })],
  ['lists in place of the maps', item('v1', 'ConfigMap', {}, { labels: ['a'], annotations: ['a'] })],
  ['texts in place of the maps', item('v1', 'ConfigMap', {}, { labels: 'a', annotations: 'a' })],
  ['no metadata', { apiVersion: 'v1', kind: 'ConfigMap' }],
  ['no name', { apiVersion: 'v1', kind: 'ConfigMap', metadata: {} }],
  ['a number as name', item('v1', 'ConfigMap', {}, { name: 5 })],
  ['no kind', { apiVersion: 'v1', metadata: { name: 'web' } }],
  ['no apiVersion', { kind: 'Deployment', metadata: { name: 'web' }, spec: { template: POD } }],
  ['a List', { apiVersion: 'v1', kind: 'List', items: [item('v1', 'ConfigMap'), item('v1', 'Secret')] }],
  [
    'a RoleList',
    { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'RoleList', items: [{ metadata: { name: 'a' } }] },
  ],
  ['an empty List', { apiVersion: 'v1', kind: 'List', items: [] }],
  ['two equal names', item('v1', 'ConfigMap'), item('v1', 'ConfigMap')],
  ['unset and default namespace', item('v1', 'ConfigMap'), item('v1', 'ConfigMap', {}, { namespace: 'default' })],
  ['two namespaces', item('v1', 'ConfigMap', {}, { namespace: 'a' }), item('v1', 'ConfigMap', {}, { namespace: 'b' })],
  ['two versions', item('example.com/v1', 'Gadget'), item('example.com/v2', 'Gadget')],
  ['a Kptfile', item('kpt.dev/v1', 'Kptfile', { info: { description: 'd' } })],
  ['a Kptfile that is local', item('kpt.dev/v1', 'Kptfile', {}, local('true'))],
  ['local configuration', item('v1', 'ConfigMap', {}, local('true')), item('v1', 'Secret')],
  ['local configuration that is false', item('v1', 'ConfigMap', {}, local('false'))],
  ['local configuration by another word', item('v1', 'ConfigMap', {}, local('later'))],
  ['local configuration by a boolean', item('v1', 'ConfigMap', {}, local(true))],
  ['a Deployment', item('apps/v1', 'Deployment', spec({ selector: SELECTS, template: POD }))],
  ['a Deployment without template', item('apps/v1', 'Deployment', spec({ replicas: 1 }))],
  ['a Deployment without spec', item('apps/v1', 'Deployment')],
  ['a Deployment with a null spec', item('apps/v1', 'Deployment', { spec: null })],
  ['a Deployment with a null template', item('apps/v1', 'Deployment', spec({ template: null }))],
  ['a Deployment with a null selector', item('apps/v1', 'Deployment', spec({ selector: null, template: POD }))],
  ['a Deployment of another group', item('example.com/v1', 'Deployment', spec({ template: BARE_POD }))],
  [
    'a template with a list of labels',
    item('apps/v1', 'Deployment', spec({ template: { metadata: { labels: ['a'], annotations: ['a'] } } })),
  ],
  ['a template that is a list', item('apps/v1', 'Deployment', spec({ template: [POD] }))],
  ['a ReplicaSet', item('apps/v1', 'ReplicaSet', spec({ selector: NAMED, template: BARE_POD }))],
  ['a DaemonSet', item('apps/v1', 'DaemonSet', spec({ selector: {}, template: {} }))],
  ['a ReplicationController', item('v1', 'ReplicationController', spec({ template: POD }))],
  ['a ReplicationController of v2', item('v2', 'ReplicationController', spec({ template: POD }))],
  ['a Service', item('v1', 'Service', spec({ ports: [] }))],
  ['a Service of Knative', item('serving.knative.dev/v1', 'Service', spec({ template: {} }))],
  ['a Service of v1beta1', item('example.com/v1beta1', 'Service', spec({}))],
  [
    'a StatefulSet',
    item(
      'apps/v1',
      'StatefulSet',
      spec({ selector: SELECTS, template: POD, volumeClaimTemplates: [{ metadata: { name: 'a' } }, {}] }),
    ),
  ],
  [
    'a StatefulSet of another group',
    item('example.com/v1', 'StatefulSet', spec({ template: POD, volumeClaimTemplates: [{}] })),
  ],
  ['a StatefulSet with null claims', item('apps/v1', 'StatefulSet', spec({ volumeClaimTemplates: null }))],
  ['a Job', item('batch/v1', 'Job', spec({ selector: NAMED, template: BARE_POD }))],
  ['a Job with another selector', item('batch/v1', 'Job', spec({ selector: SELECTS, template: BARE_POD }))],
  ['a Job of another group', item('example.com/v1', 'Job', spec({ template: BARE_POD }))],
  ['a CronJob', item('batch/v1', 'CronJob', spec({ jobTemplate: { spec: { selector: NAMED, template: POD } } }))],
  ['a CronJob without jobTemplate', item('batch/v1', 'CronJob', spec({ schedule: 'x' }))],
  ['a CronJob with an empty jobTemplate', item('batch/v1', 'CronJob', spec({ jobTemplate: {} }))],
  ['a CronJob with an empty job', item('batch/v1beta1', 'CronJob', spec({ jobTemplate: { spec: {} } }))],
  ['a PodDisruptionBudget', item('policy/v1', 'PodDisruptionBudget', spec({ selector: NAMED }))],
  [
    'a PodDisruptionBudget with another selector',
    item('policy/v1', 'PodDisruptionBudget', spec({ selector: SELECTS })),
  ],
  [
    'a NetworkPolicy',
    item(
      'networking.k8s.io/v1',
      'NetworkPolicy',
      spec({
        podSelector: NAMED,
        ingress: [{ from: [{ podSelector: NAMED }, { podSelector: SELECTS }] }, {}],
        egress: [{ to: [{ podSelector: NAMED }] }],
      }),
    ),
  ],
  [
    'a NetworkPolicy with a null peer',
    item('networking.k8s.io/v1', 'NetworkPolicy', spec({ podSelector: {}, ingress: [{ from: [null] }] })),
  ],
  ['a NetworkPolicy of another group', item('extensions/v1beta1', 'NetworkPolicy', spec({ podSelector: NAMED }))],
  [
    'spread constraints',
    item(
      'apps/v1',
      'Deployment',
      spec({
        template: { spec: { topologySpreadConstraints: [{ labelSelector: NAMED }, { labelSelector: SELECTS }, {}] } },
      }),
    ),
  ],
  [
    'affinities',
    item(
      'apps/v1',
      'Deployment',
      spec({
        template: {
          spec: {
            affinity: { podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [{ labelSelector: NAMED }] } },
          },
        },
      }),
    ),
  ],
  ['a Pod', item('v1', 'Pod', spec({ containers: [] }))],
  ['a PodTemplate', item('v1', 'PodTemplate', { template: POD })],
  [
    'a CustomResourceDefinition',
    item('apiextensions.k8s.io/v1', 'CustomResourceDefinition', spec({ names: { kind: 'Gadget' } })),
  ],
  [
    'keys with dots and slashes',
    item('v1', 'ConfigMap', {}, { labels: { 'example.com/a.b': 'c' }, annotations: { 'a.b/c.d_e': 'f' } }),
  ],
  [
    'keys that are words',
    item('v1', 'ConfigMap', {}, { labels: { on: 'a', '5': 'b', null: 'c' }, annotations: { on: 'a' } }),
  ],
];
