import assert from 'node:assert/strict';
import { injectEverywhere, injectionList, point } from './injection.ts';
import { useCluster } from './shared-cluster.ts';

const INFRA = 'infra.example.com/v1alpha1';
const NORTH = 'injected resource "north" from cluster';

interface Row {
  readonly name: string;
  readonly user?: string;
  readonly namespace?: string;
  readonly from?: string;
  readonly apiVersion: string;
  readonly kind: string;
  /** Message of the condition and of the warning. */
  readonly message: string;
}

const ROWS: readonly Row[] = [
  {
    name: 'reports a missing object',
    from: 'nowhere',
    apiVersion: 'v1',
    kind: 'ConfigMap',
    message: 'no resource matched any injection selector for this injection point',
  },
  {
    name: 'reports a kind without objects',
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    user: 'admin',
    message: 'no in-cluster resources of type apps/v1.Deployment',
  },
  {
    name: 'reports an absent namespace as a kind without objects',
    namespace: 'nowhere',
    apiVersion: 'v1',
    kind: 'ConfigMap',
    message: 'no in-cluster resources of type v1.ConfigMap',
  },
  {
    name: 'reports an object without the injected field',
    from: 'binary',
    apiVersion: 'v1',
    kind: 'ConfigMap',
    message: 'field "data" not found in resource "binary"',
  },
  {
    name: 'reports a kind that the group lacks',
    apiVersion: INFRA,
    kind: 'Region',
    message: `the cluster has no kind Region of ${INFRA}`,
  },
  {
    name: 'reports a version that the group lacks',
    apiVersion: 'infra.example.com/v1',
    kind: 'Site',
    message: 'the cluster has no kind Site of infra.example.com/v1',
  },
  {
    name: 'reports an absent group',
    apiVersion: 'nowhere.example.com/v1',
    kind: 'Site',
    message: 'the cluster has no kind Site of nowhere.example.com/v1',
  },
  {
    name: 'reports a kind that cannot be listed',
    apiVersion: 'authorization.k8s.io/v1',
    kind: 'SubjectAccessReview',
    message: 'the cluster does not store objects of kind SubjectAccessReview of authorization.k8s.io/v1',
  },
  {
    name: 'reports missing permission',
    user: 'stranger',
    apiVersion: 'v1',
    kind: 'ConfigMap',
    message: notAllowed('stranger', 'ConfigMap', 'v1', 'configmaps', 'in API group "" in the namespace "infra"'),
  },
  {
    name: 'reports permission for another namespace only',
    user: 'neighbour',
    namespace: 'default',
    apiVersion: 'v1',
    kind: 'ConfigMap',
    message: notAllowed('neighbour', 'ConfigMap', 'v1', 'configmaps', 'in API group "" in the namespace "default"'),
  },
  {
    name: 'reports permission to get but not to list',
    user: 'neighbour',
    apiVersion: INFRA,
    kind: 'ServiceEndpoints',
    message: notAllowed(
      'neighbour',
      'ServiceEndpoints',
      INFRA,
      'serviceendpoints.infra.example.com',
      'in API group "infra.example.com" in the namespace "infra"',
    ),
  },
  {
    name: 'reports missing permission for a cluster-scoped kind',
    user: 'neighbour',
    apiVersion: INFRA,
    kind: 'Site',
    message: notAllowed(
      'neighbour',
      'Site',
      INFRA,
      'sites.infra.example.com',
      'in API group "infra.example.com" at the cluster scope',
    ),
  },
];

function notAllowed(user: string, kind: string, apiVersion: string, resource: string, where: string): string {
  const [plural = ''] = resource.split('.');
  return `not allowed to read ${kind} of ${apiVersion}: ${resource} is forbidden: User "${user}" cannot list resource "${plural}" ${where}`;
}

describe('inject-config from a cluster: refusals', () => {
  const cluster = useCluster();

  for (const { name, user = 'reader', namespace = 'infra', from = 'north', apiVersion, kind, message } of ROWS) {
    it(name, async () => {
      const spec = {
        namespace,
        injectors: [{ name: from }],
        sources: { cluster: { kubeconfig: cluster().kubeconfig({ user: { token: user } }) } },
      };
      const wanted = point(apiVersion, kind, 'target', 'spec: old\ndata: {}\n');
      const list = injectionList([wanted, point(apiVersion, kind, 'fallback', '', 'optional')], spec);
      const { stdout, stderr, exitCode, conditions, results } = await injectEverywhere(list);
      assert.deepEqual({ stderr, exitCode }, { stderr: '', exitCode: 0 });
      assert.deepEqual(conditions, [`${kind}.fallback False ${message}`, `${kind}.target False ${message}`]);
      assert.ok(results.includes(`warning ${message}`), results.join('\n'));
      assert.ok(stdout.includes(wanted.replaceAll(/^(?=.)/gm, '  ').trim()), 'the point stays as it was');
    });
  }

  it('injects the other objects nevertheless', async () => {
    const points = [
      point('v1', 'ConfigMap', 'target'),
      point('v1', 'Secret', 'target'),
      point(INFRA, 'Region', 'target'),
      point('nowhere.example.com/v1', 'Site', 'target'),
    ];
    const spec = {
      namespace: 'infra',
      injectors: [{ name: 'north' }],
      sources: { cluster: { kubeconfig: cluster().kubeconfig({ user: { token: 'neighbour' } }) } },
    };
    const { conditions, results } = await injectEverywhere(injectionList(points, spec));
    assert.deepEqual(conditions, [
      `ConfigMap.target True ${NORTH}`,
      `Region.target False the cluster has no kind Region of ${INFRA}`,
      `Secret.target False ${notAllowed('neighbour', 'Secret', 'v1', 'secrets', 'in API group "" in the namespace "infra"')}`,
      'Site.target False the cluster has no kind Site of nowhere.example.com/v1',
    ]);
    assert.deepEqual(
      results.map((line) => line.split(' ', 1)[0]),
      ['warning', 'warning', 'warning', 'info'],
    );
  });
});
