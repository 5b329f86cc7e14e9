import assert from 'node:assert/strict';
import { configMap, kptfile, type Files } from '../cli/run-support.ts';
import { blameIn, inFleet, packageVariant, repository } from '../support/fleet.ts';
import { useCluster } from './shared-cluster.ts';

/** ConfigMap of the cluster. */
const object = (region: string): string => configMap('blamed', `  namespace: infra\ndata:\n  region: ${region}\n`);

const FLEET: Files = {
  'packages/shop/Kptfile': kptfile('shop'),
  'packages/shop/site.yaml': configMap(
    'site',
    '  annotations: {kpt.dev/config-injection: required}\ndata:\n  region: none\n',
  ),
  'variants/repositories.yaml': `${repository('blueprints', 'packages', '  namespace: infra\n')}---\n${repository('eu', 'clusters/eu', '  namespace: infra\n')}`,
  'variants/eu.yaml': packageVariant(
    'eu',
    'blueprints/shop@v1',
    'eu/shop',
    '  injectors: [{kind: ConfigMap, name: blamed}]\n',
  ).replace('  name: eu\n', '  name: eu\n  namespace: infra\n'),
};

describe('fleet blame of an object of a cluster', function () {
  const cluster = useCluster();

  /** Passes an applied fleet to a test, and a function that blames the injected line. */
  async function inApplied(
    act: (about: (...args: readonly string[]) => Promise<string>) => Promise<void>,
  ): Promise<void> {
    const before = process.env['KUBECONFIG'];
    process.env['KUBECONFIG'] = cluster().kubeconfig({ user: { token: 'reader' } });
    cluster().apply(object('north'));
    try {
      await inFleet(FLEET, async ({ fleet, run }) => {
        const { stderr, exitCode } = await run('apply', '--context', 'edge');
        assert.equal(exitCode, 0, stderr);
        const line = fleet.read('clusters/eu/shop/site.yaml').split('\n').indexOf('  region: north') + 1;
        assert.notEqual(line, 0);
        await act(async (...args) => {
          const [place = `site.yaml:${line}`] = args.filter((arg) => !arg.startsWith('-'));
          const options = args.filter((arg) => arg.startsWith('-'));
          const blamed = await blameIn(fleet, 'eu/shop', place, ...options);
          assert.equal(blamed.exitCode, 0, blamed.stderr);
          return blamed.printed;
        });
      });
    } finally {
      if (before === undefined) delete process.env['KUBECONFIG'];
      else process.env['KUBECONFIG'] = before;
    }
  }

  it('names the context, the kind and the name', () =>
    inApplied(async (about) => {
      assert.match(await about('--context=edge'), /^ {2}injected from ConfigMap blamed `data` of the cluster "edge"$/m);
      assert.match(
        await about('site.yaml', '--context=edge'),
        /^object cluster edge +ConfigMap blamed +\d+ {4}region: north$/m,
      );
      const report = JSON.parse(await about('--context=edge', '--report=json')) as {
        readonly files: readonly { readonly lines: readonly { readonly cause: unknown }[] }[];
      };
      const [first] = report.files[0]?.lines ?? [];
      assert.match(
        JSON.stringify(first?.cause),
        /"by":"object","rules":\[\{"resource":"ConfigMap blamed","cluster":"edge"/,
      );
    }));

  it('names no context if none is given, or if its cluster has another object now', () =>
    inApplied(async (about) => {
      const wanted = /^ {2}injected from ConfigMap blamed `data` of the cluster$/m;
      assert.match(await about(), wanted);
      cluster().apply(object('south'));
      assert.match(await about('--context=edge'), wanted);
    }));
});
