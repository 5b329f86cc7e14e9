import assert from 'node:assert/strict';
import { join } from 'node:path';
import { parse } from 'yaml';
import { indexedJob } from '../../scripts/indexed-job.ts';
import { root } from '../../scripts/functions.ts';
import { useCluster } from './shared-cluster.ts';

interface Container {
  readonly resources: { readonly limits: { readonly memory: string } };
}

interface Job {
  readonly spec: {
    readonly completionMode: string;
    readonly backoffLimitPerIndex: number;
    readonly maxFailedIndexes: number;
    readonly activeDeadlineSeconds: number;
    readonly podFailurePolicy: { readonly rules: readonly { readonly action: string }[] };
    readonly template: {
      readonly spec: {
        readonly initContainers: readonly Container[];
        readonly containers: readonly Container[];
        readonly volumes: readonly { readonly emptyDir?: { readonly sizeLimit: string } }[];
      };
    };
  };
}

describe('the Job of a fleet', function () {
  const cluster = useCluster();

  it('is accepted by the API server with all of its fields', () => {
    const file = join(root, 'deploy/indexed-job.yaml');
    const args = [
      'apply',
      '--server-side',
      '--dry-run=server',
      '--validate=strict',
      '--output=json',
      '--filename',
      file,
    ];
    const { spec } = JSON.parse(cluster().kubectl(args)) as Job;
    const wanted = parse(indexedJob()) as Job;
    assert.equal(spec.completionMode, 'Indexed');
    assert.equal(spec.backoffLimitPerIndex, wanted.spec.backoffLimitPerIndex);
    assert.equal(spec.maxFailedIndexes, 4);
    assert.equal(spec.activeDeadlineSeconds, 3600);
    const pod = spec.template.spec;
    for (const { resources } of [...pod.initContainers, ...pod.containers])
      assert.equal(resources.limits.memory, '2Gi');
    assert.equal(pod.volumes[0]?.emptyDir?.sizeLimit, '10Gi');
    assert.deepEqual(
      spec.podFailurePolicy.rules.map(({ action }) => action),
      ['Ignore', 'FailIndex', 'FailJob'],
    );
  });
});
