import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { configMap, inFolder, kptfile, readFiles, type Files } from '../cli/run-support.ts';
import { runProgram, type Ended } from '../support/child.ts';
import { commandsOf } from '../support/forms.ts';
import { resource } from '../support/resource-list.ts';
import type { Audit } from './cluster.ts';
import { useCluster } from './shared-cluster.ts';

/** The command in its two forms: the bundle and the native executable. */
const FORMS = ['krm-variants.cjs', 'krm-variants'] as const;

interface Run extends Ended {
  readonly files: Readonly<Record<string, string>>;
  readonly requests: readonly string[];
}

const POINT = configMap('target', '  annotations:\n    kpt.dev/config-injection: required\n');
const VARIANT = resource(
  'config.porch.kpt.dev/v1alpha1',
  'PackageVariant',
  'v',
  'spec:\n  upstream: {repo: c, package: p, revision: 1}\n  downstream: {repo: d, package: p}\n  injectors: [{name: north}]\n',
  '  namespace: infra\n',
);
const set = (targets: string): string =>
  resource(
    'config.porch.kpt.dev/v1alpha2',
    'PackageVariantSet',
    's',
    `spec:\n  upstream: {repo: c, package: p, revision: 1}\n  targets: [${targets}]\n`,
    '  namespace: infra\n',
  );

for (const form of FORMS) {
  describe(`krm-variants run --context, ${form}`, function () {
    const cluster = useCluster();

    /** Runs a function on `package` with a context whose user has these credentials. */
    async function run(name: string, files: Files, user: object, ...more: readonly string[]): Promise<Run> {
      const [command, ...args] = commandsOf(name)[form]?.slice(0, -1) ?? [];
      assert.ok(command !== undefined);
      const KUBECONFIG = cluster().kubeconfig({ user });
      return await inFolder(files, async (folder) => {
        let ended: Ended | undefined;
        const given = ['run', name, join(folder, 'package'), '--context', 'edge', '-v', ...more];
        const env = ['-i', `PATH=${process.env['PATH'] ?? ''}`, `HOME=${folder}`, `KUBECONFIG=${KUBECONFIG}`];
        const config = 'config.yaml' in files ? ['--fn-config', join(folder, 'config.yaml')] : [];
        const requests = await cluster().audited(async () => {
          ended = await runProgram('env', [...env, command, ...args, ...given, ...config]);
        });
        assert.ok(ended !== undefined);
        return { ...ended, files: readFiles(folder), requests: requests.map(shown) };
      });
    }

    it('injects objects, and runs the program for the credentials', async () => {
      const log = join(cluster().folder, `${form}.log`);
      const status = JSON.stringify({ status: { token: 'reader' } });
      const user = {
        exec: {
          apiVersion: 'client.authentication.k8s.io/v1',
          command: 'sh',
          args: ['-c', `: > ${log}; echo '${status}'`],
        },
      };
      const files = { 'package/Kptfile': kptfile('p'), 'package/c.yaml': POINT, 'config.yaml': VARIANT };
      const ran = await run('apply-package-variant', files, user);
      assert.equal(ran.exitCode, 0, ran.stderr);
      assert.match(ran.files['package/c.yaml'] ?? '', /\n {2}version: "1\.10"\n/);
      assert.ok(existsSync(log));
      assert.deepEqual(ran.requests, [
        'reader get /api/v1',
        'reader list /api/v1/namespaces/infra/configmaps?limit=500',
      ]);
    });

    it('selects the objects of a set, and says what it cannot check', async () => {
      const files = {
        'package/s.yaml': set(
          '{objectSelector: {apiVersion: infra.example.com/v1alpha1, kind: Site, matchLabels: {}}}',
        ),
      };
      const ran = await run('expand-package-variant-set', files, { token: 'reader' });
      assert.equal(ran.exitCode, 0, ran.stderr);
      assert.match(ran.files['package/s/s-north-p.yaml'] ?? '', /repo: north/);
      assert.match(ran.stderr, /the downstream repositories are not checked: the cluster has no kind Repository of/);
    });

    it('removes no PackageVariant if the user may not list the selected kind', async () => {
      const target = '{objectSelector: {apiVersion: infra.example.com/v1alpha1, kind: Site}}';
      const first = await run('expand-package-variant-set', { 'package/s.yaml': set(target) }, { token: 'reader' });
      const ran = await run('expand-package-variant-set', first.files, { token: 'neighbour' });
      assert.equal(ran.exitCode, 1);
      assert.match(ran.stderr, /spec\.targets\[0\]: not allowed to read Site of infra\.example\.com\/v1alpha1: /);
      assert.deepEqual(ran.files, first.files);
    });
  });
}

function shown({ user, verb, requestURI }: Audit): string {
  return `${user.username} ${verb} ${requestURI}`;
}
