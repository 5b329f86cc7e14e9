import { readFileSync } from 'node:fs';
import { CLUSTER_TOOLS } from '../../scripts/api-server.ts';
import { needTools } from '../support/kpt.ts';
import { Cluster } from './cluster.ts';

let started: Promise<Cluster> | undefined;

// Mocha treats this as a hook of the whole run.
after(async () => {
  const cluster = await started?.catch(() => undefined);
  await cluster?.end();
});

/** Starts a cluster with the kinds and objects that the tests use. */
async function startFilled(): Promise<Cluster> {
  const cluster = await Cluster.start();
  try {
    cluster.apply(fixture('kinds.yaml'));
    cluster.kubectl(['wait', '--for=condition=Established', '--all', 'customresourcedefinitions']);
    cluster.apply(fixture('objects.yaml'));
    return cluster;
  } catch (error) {
    await cluster.end();
    throw error;
  }
}

function fixture(name: string): string {
  return readFileSync(new URL(name, import.meta.url), 'utf8');
}

/**
 * Provides a suite with the one cluster of the run, which is started when the first suite needs it. If a tool is
 * missing, skips the suite with a message; in CI it fails.
 */
export function useCluster(): () => Cluster {
  let cluster: Cluster | undefined;
  before(async function () {
    needTools(this, ...CLUSTER_TOOLS);
    started ??= startFilled();
    cluster = await started;
  });
  return () => {
    if (cluster === undefined) throw new Error('the cluster is there when the tests run, not before');
    return cluster;
  };
}
