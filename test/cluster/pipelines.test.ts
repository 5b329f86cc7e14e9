import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { root } from '../../scripts/functions.ts';
import { readFiles, type Files } from '../cli/run-support.ts';
import type { Ended } from '../support/child.ts';
import { inCopy, type PackageCopy } from '../support/example-files.ts';
import { NODE_20 } from '../support/forms.ts';
import { binFolder, builtFunction, needTools, runKpt } from '../support/kpt.ts';
import { freePort } from './service.ts';
import { useCluster } from './shared-cluster.ts';

const EXAMPLE = join(root, 'examples/inject-config/service-endpoints');
const FILE = 'service-endpoints.yaml';
const NATIVE = join(root, 'dist/krm-variants');

const CONFIG = `apiVersion: krm-variants.dev/v1alpha1
kind: ConfigInjection
metadata:
  name: region
  annotations:
    config.kubernetes.io/local-config: "true"
spec:
  namespace: infra
  injectors:
    - name: useast1-service-endpoints
  sources:
    cluster: {}
`;

const KPTFILE_END = `info:
  description: Checkout of a web shop
  readinessGates:
    - conditionType: config.injection.ServiceEndpoints.service-endpoints
pipeline:
  mutators:
    - exec: inject-config
      configPath: package-variant.yaml
status:
  conditions:
    - type: config.injection.ServiceEndpoints.service-endpoints
      status: "True"
      message: injected resource "useast1-service-endpoints" from cluster
      reason: ConfigInjected
`;

const POINT = {
  apiVersion: 'infra.example.com/v1alpha1',
  kind: 'ServiceEndpoints',
  metadata: {
    name: 'service-endpoints',
    annotations: {
      'config.kubernetes.io/local-config': 'true',
      'kpt.dev/config-injection': 'required',
      'kpt.dev/injected-resource': 'useast1-service-endpoints',
    },
  },
  spec: {
    endpoints: [
      { name: 'payments', host: 'payments.useast1.example.com', port: 8443 },
      { name: 'stock', host: 'stock.useast1.example.com', port: 8080 },
    ],
  },
};

/** Changes a package in a folder; its environment has $KUBECONFIG. */
type Change = (copy: PackageCopy, KUBECONFIG: string) => Ended;

const CHANGES: Readonly<Record<string, Change>> = {
  'kpt fn render, with the executable for Node.js': render(() => builtFunction('inject-config')),
  'kpt fn render, with the native executable': render(() => NATIVE),
  'krm-variants run': runOnFolder([NATIVE]),
  'krm-variants.cjs run, on Node 20': runOnFolder([NODE_20, join(root, 'dist/krm-variants.cjs')]),
};

/** Example of the service endpoints, but with the regions in a cluster. */
describe('inject-config from a cluster: in a pipeline', function () {
  const cluster = useCluster();

  before(function () {
    needTools(this, 'kpt');
    cluster().apply(readFileSync(join(EXAMPLE, 'regions.yaml'), 'utf8'));
  });

  for (const [name, change] of Object.entries(CHANGES)) {
    it(name, () =>
      inCopy(packageFiles(), (copy) => {
        const kubeconfig = cluster().kubeconfig({ user: { token: 'reader' } });
        const { exitCode, stderr } = change(copy, kubeconfig);
        assert.equal(exitCode, 0, stderr);
        const once = readFiles(copy.folder);
        const { Kptfile = '', [FILE]: point = '', ...others } = once;
        assert.ok(Kptfile.endsWith(KPTFILE_END), Kptfile);
        assert.deepEqual(parse(point), POINT);
        assert.match(point, /^# Functions of this package take the endpoints from here\.\n/);
        assert.match(point, /^spec:\n {2}endpoints:\n {4}- (?:host|name): payments/m);
        const { Kptfile: _, [FILE]: __, ...same } = packageFiles();
        assert.deepEqual(others, same);
        assert.equal(change(copy, kubeconfig).exitCode, 0);
        assert.deepEqual(readFiles(copy.folder), once);
      }),
    );

    it(`${name}: changes nothing if the cluster is unreachable`, () =>
      inCopy(packageFiles(), async (copy) => {
        const server = `https://127.0.0.1:${await freePort()}`;
        const { exitCode, stderr } = change(copy, cluster().kubeconfig({ cluster: { server } }));
        assert.equal(exitCode, 1);
        assert.match(
          stderr.replaceAll(/\s+/g, ' '),
          /GET https:\/\/127\.0\.0\.1:\d+\/apis\/infra.*the connection was refused/,
        );
        assert.equal(copy.diff(), '');
      }));
  }
});

function packageFiles(): Files {
  const { 'regions.yaml': _, ...files } = readFiles(EXAMPLE);
  return { ...files, 'package-variant.yaml': CONFIG };
}

function render(executable: () => string): Change {
  return ({ folder, aside }, KUBECONFIG) => {
    const PATH = binFolder(join(mkdtempSync(join(aside, 'bin-')), 'bin'), 'inject-config', executable());
    return runKpt(['fn', 'render', folder, '--allow-exec'], { PATH, KUBECONFIG });
  };
}

function runOnFolder([command = '', ...before]: readonly string[]): Change {
  return ({ folder }, KUBECONFIG) => {
    const args = [...before, 'run', 'inject-config', folder, '--fn-config', join(folder, 'package-variant.yaml')];
    const { stdout, stderr, status } = spawnSync(command, args, {
      encoding: 'utf8',
      env: { ...process.env, KUBECONFIG },
    });
    return { stdout, stderr, exitCode: status };
  };
}
