import assert from 'node:assert/strict';
import { useCluster } from './shared-cluster.ts';

describe('the cluster of these tests', () => {
  const cluster = useCluster();

  it('is a real one: it reports its version, and refuses unauthorized users', async () => {
    assert.match(cluster().kubectl(['version', '--output=yaml']), /serverVersion/);
    assert.throws(
      () => cluster().kubectl(['get', 'configmaps', '--as=stranger']),
      /Forbidden.*"stranger" cannot list/s,
    );
  });
});
