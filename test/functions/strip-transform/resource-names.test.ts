import assert from 'node:assert/strict';
import { Resource } from '../../../src/krm/index.ts';
import { readDocument } from '../../../src/yaml/index.ts';
import { ResourceNames, type ResourceName } from '../../../functions/strip-transform/resource-names.ts';
import { resource } from '../../support/resource-list.ts';

const items = [
  resource('example.com/v1', 'Proxy', 'p'),
  resource('example.com/v1', 'Proxy', 'q'),
  resource('example.com/v1', 'Mouse', 'm'),
  resource('example.com/v1', 'Job', 'j'),
  resource('v1', 'Widget', 'w'),
  ...['Gateway', 'Redis', 'Data', 'Mistress'].map((kind) => resource('other.com/v1', kind, 'o')),
  '3\n',
  resource(
    'apiextensions.k8s.io/v1',
    'CustomResourceDefinition',
    'mice.example.com',
    'spec:\n  group: example.com\n  names: {kind: Mouse, plural: mice}\n',
  ),
  resource(
    'apiextensions.k8s.io/v1beta1',
    'CustomResourceDefinition',
    'proxies.example.com',
    'spec: {group: example.com, names: {kind: Broker, plural: jobs}}\n',
  ),
  resource('apiextensions.k8s.io/v1', 'CustomResourceDefinition', 'broken', 'spec: {group: 3}\n'),
].map((text) => new Resource(readDocument(text)));

const names = new ResourceNames(items);

const rows: readonly (readonly [group: string, resource: string, kinds: readonly string[]])[] = [
  ['', 'services', ['Service']],
  ['', 'endpoints', ['Endpoints']],
  ['', 'componentstatuses', ['ComponentStatus']],
  ['apps', 'deployments', ['Deployment']],
  ['batch', 'jobs', ['Job']],
  ['networking.k8s.io', 'ingresses', ['Ingress']],
  ['networking.k8s.io', 'networkpolicies', ['NetworkPolicy']],
  ['networking.k8s.io', 'ipaddresses', ['IPAddress']],
  ['storage.k8s.io', 'storageclasses', ['StorageClass']],
  ['storage.k8s.io', 'csistoragecapacities', ['CSIStorageCapacity']],
  ['admissionregistration.k8s.io', 'validatingadmissionpolicybindings', ['ValidatingAdmissionPolicyBinding']],
  ['apiregistration.k8s.io', 'apiservices', ['APIService']],
  ['discovery.k8s.io', 'endpointslices', ['EndpointSlice']],
  ['example.com', 'mice', ['Mouse']],
  ['example.com', 'mouses', ['Mouse']],
  ['example.com', 'proxies', ['Proxy']],
  ['example.com', 'jobs', ['Broker']],
  ['', 'widgets', ['Widget']],
  ['', 'jobs', []],
  ['', 'service', []],
  ['', 'Services', []],
  ['batch/v1', 'jobs', []],
  ['example.com', 'toString', []],
  ['other.com', 'gateways', ['Gateway']],
  ['other.com', 'gatewaies', []],
  ['other.com', 'redis', ['Redis']],
  ['other.com', 'redises', ['Redis']],
  ['other.com', 'data', ['Data']],
  ['other.com', 'datas', ['Data']],
  ['other.com', 'mistress', []],
];

const hints: readonly (readonly [group: string, resource: string, want: ResourceName | undefined])[] = [
  ['', 'deployments', { group: 'apps', resource: 'deployments' }],
  ['apps', 'ingresses', { group: 'networking.k8s.io', resource: 'ingresses' }],
  ['batch', 'Jobs', { group: 'batch', resource: 'jobs' }],
  ['batch', 'cronjob', { group: 'batch', resource: 'cronjobs' }],
  ['', 'mice', { group: 'example.com', resource: 'mice' }],
  ['none.com', 'trees', undefined],
  ['other.com', 'gateway', { group: 'other.com', resource: 'gateways' }],
  ['other.com', 'gatewaies', { group: 'other.com', resource: 'gateways' }],
];

describe('resource names', () => {
  for (const [group, name, kinds] of rows) {
    it(`finds ${kinds.join(' and ') || 'no kind'} for "${name}" in group "${group}"`, () =>
      assert.deepEqual(names.kindsOf({ group, resource: name }), kinds));
  }

  for (const [group, name, want] of hints) {
    it(`suggests a name for "${name}" in group "${group}"`, () =>
      assert.deepEqual(names.nearest({ group, resource: name }), want));
  }
});
