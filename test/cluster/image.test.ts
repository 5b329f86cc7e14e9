import assert from 'node:assert/strict';
import { chmodSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inFolder, kptfile, readFiles, writeFiles } from '../cli/run-support.ts';
import { Containers, imageOf } from '../support/containers.ts';
import { needTools, runKpt } from '../support/kpt.ts';
import { resource } from '../support/resource-list.ts';
import { injectionList, point, read, type Injected } from './injection.ts';
import { useCluster } from './shared-cluster.ts';

const ACCOUNT = '/var/run/secrets/kubernetes.io/serviceaccount';
const IMAGE = imageOf('inject-config');
const FOUND = 'injected resource "plain" from cluster';

describe('inject-config from a cluster: in its image', function () {
  const cluster = useCluster();
  let built: Containers | undefined;
  const containers = (): Containers => built ?? assert.fail('they are there when the tests run');

  before(function () {
    needTools(this, 'podman', 'runc');
    built = new Containers();
    built.build('inject-config');
  });

  after(() => built?.close());

  function inject(source: object, ...options: readonly string[]): Injected {
    const spec = { namespace: 'infra', injectors: [{ name: 'plain' }], sources: { cluster: source } };
    return read(containers().run(options, IMAGE, injectionList([point('v1', 'ConfigMap', 'target')], spec)));
  }

  /** Returns the files that a pod has about its cluster and its service account. */
  function pod(folder: string): string[] {
    const { url, accounts, authority } = cluster();
    const { hostname, port } = new URL(url);
    const token = accounts.token(cluster().account(), 600);
    writeFiles(folder, { token: `${token}\n`, 'ca.crt': readFileSync(authority.certificate), namespace: 'infra' });
    chmodSync(folder, 0o755);
    const variables = [`KUBERNETES_SERVICE_HOST=${hostname}`, `KUBERNETES_SERVICE_PORT=${port}`];
    return [...variables.flatMap((variable) => ['--env', variable]), '--volume', `${folder}:${ACCOUNT}:ro`];
  }

  it('reads as the service account of a pod', () =>
    inFolder({}, async (folder) => {
      const options = pod(folder);
      const asked = await cluster().audited(async () => {
        const { stderr, conditions } = inject({}, '--network', 'host', '--read-only', '--cap-drop', 'all', ...options);
        assert.deepEqual([stderr, ...conditions], ['', `ConfigMap.target True ${FOUND}`]);
      });
      assert.deepEqual(
        asked.map(({ user }) => user.username),
        Array.from({ length: 2 }, () => 'system:serviceaccount:infra:render'),
      );
    }));

  it('reports a missing network', () =>
    inFolder({}, (folder) => {
      const { exitCode, stderr } = inject({}, '--network', 'none', ...pod(folder));
      assert.equal(exitCode, 1);
      assert.match(
        stderr,
        /GET https:\S+\/api\/v1, context "inClusterContext" of the service account: the connection was refused/,
      );
    }));

  it('reports a missing kubeconfig', () => {
    const { exitCode, stderr } = inject({}, '--network', 'none');
    assert.equal(exitCode, 1);
    assert.match(stderr, /no kubeconfig found: \$KUBECONFIG is not set, .* does not exist, and this is not a pod/);
  });

  it('runs through kpt with a network and a kubeconfig, as in the README', async function () {
    needTools(this, 'kpt');
    const { folder, authority } = cluster();
    const held = { 'certificate-authority': undefined, 'certificate-authority-data': base64(authority.certificate) };
    const kubeconfig = cluster().kubeconfig({ cluster: held, user: { token: 'reader' } });
    const spec = `spec: ${JSON.stringify({ namespace: 'infra', injectors: [{ name: 'plain' }], sources: { cluster: { kubeconfig: '/kubeconfig' } } })}\n`;
    writeFiles(folder, {
      'config.yaml': resource('krm-variants.dev/v1alpha1', 'ConfigInjection', 'i', spec),
    });
    const target = resource(
      'v1',
      'ConfigMap',
      'target',
      '',
      '  annotations:\n    kpt.dev/config-injection: required\n',
    );
    await inFolder({ Kptfile: kptfile('shop'), 'target.yaml': target }, (shop) => {
      const mount = `type=bind,src=${kubeconfig},dst=/kubeconfig`;
      const options = ['--network', '--mount', mount, '--as-current-user', '--image-pull-policy', 'never'];
      const args = ['fn', 'eval', shop, '--image', IMAGE, ...options, '--fn-config', join(folder, 'config.yaml')];
      const { exitCode, stderr } = runKpt(args, containers().env);
      assert.equal(exitCode, 0, stderr);
      assert.match(
        readFiles(shop)['target.yaml'] ?? '',
        /kpt\.dev\/injected-resource: plain\ndata:\n {2}color: '#fff: white'\n/,
      );
    });
  });
});

function base64(file: string): string {
  return readFileSync(file).toString('base64');
}
