import assert from 'node:assert/strict';
import { parse } from 'yaml';
import { writeFiles } from '../cli/run-support.ts';
import { injectedPoint, injectEverywhere, injectionList, point, type Injected } from './injection.ts';
import { useCluster } from './shared-cluster.ts';

const INFRA = 'infra.example.com/v1alpha1';

interface Row {
  readonly name: string;
  readonly apiVersion: string;
  readonly kind: string;
  readonly before: string;
  readonly after: string;
  readonly namespace?: string;
}

const ROWS: readonly Row[] = [
  {
    name: 'injects a ConfigMap, with strings as short as YAML allows',
    apiVersion: 'v1',
    kind: 'ConfigMap',
    namespace: 'infra',
    before: 'data:\n  region: none # to be injected\n',
    after: `data:
  empty: ""
  enabled: "no"
  limits.conf: |
    soft = 1

    hard = 2
  page: <a href="https://example.com/?a=1&b=2">'é' 東京 🙂</a>
  region: eu-north-1
  tab: "a\\tb\\x07"
  unfinished: |-
    one
    two
  version: "1.10"
  zone: ' a'
`,
  },
  {
    name: 'injects a Secret',
    apiVersion: 'v1',
    kind: 'Secret',
    namespace: 'infra',
    before: 'data:\n  password: ""\n',
    after: 'data:\n  password: aHVudGVyMg==\n',
  },
  {
    name: 'injects a custom resource, with numbers as the server writes them',
    apiVersion: INFRA,
    kind: 'ServiceEndpoints',
    namespace: 'infra',
    before: 'spec:\n  endpoints: []\n',
    after: `spec:
  beyond: 12345678901234567000
  endpoints:
  - name: payments
    port: 8443
    tls: true
  - name: stock
    tags:
    - a
    - "1"
  exact: 9007199254740993
  huge: 1e+21
  least: -9223372036854775808
  list: []
  map: {}
  none: null
  ratio: 1.1
  tiny: 1e-7
  "true": key
`,
  },
  {
    name: 'injects a cluster-scoped object, whatever the namespace',
    apiVersion: INFRA,
    kind: 'Site',
    namespace: 'infra',
    before: '',
    after: 'spec:\n  rack: 7\n',
  },
  {
    name: 'injects a cluster-scoped object of a built-in kind',
    apiVersion: 'networking.k8s.io/v1',
    kind: 'IngressClass',
    before: '',
    after: 'spec:\n  controller: example.com/ingress\n',
  },
];

describe('inject-config from a cluster: injected objects', () => {
  const cluster = useCluster();
  const injectors = [{ name: 'north' }];
  const sources = () => ({ cluster: { kubeconfig: cluster().kubeconfig({ user: { token: 'reader' } }) } });

  for (const { name, apiVersion, kind, namespace, before, after } of ROWS) {
    it(name, async () => {
      const spec = { injectors, sources: sources(), ...(namespace !== undefined && { namespace }) };
      const list = injectionList([point(apiVersion, kind, 'target', before)], spec);
      const { items, stdout, stderr, exitCode, conditions, results } = await injectEverywhere(list);
      assert.deepEqual({ stderr, exitCode }, { stderr: '', exitCode: 0 });
      assert.deepEqual(conditions, [`${kind}.target True injected resource "north" from cluster`]);
      assert.deepEqual(results, [`info injectors[0] "north": injected into 1 resource: ${kind} target`]);
      const want = injectedPoint(apiVersion, kind, 'target', 'north', after);
      assert.equal(
        items.slice(items.indexOf(`- apiVersion: ${apiVersion}\n`)),
        `- ${want.trim().replaceAll(/\n(?=.)/g, '\n  ')}`,
      );

      const again = await injectEverywhere(stdout);
      assert.equal(again.items, items);
    });
  }

  it('injects the same as from a folder written by kubectl', async () => {
    const points = ROWS.slice(0, 3).map(({ apiVersion, kind }) => point(apiVersion, kind, 'target'));
    const objects = cluster().kubectl(['get', 'configmaps,secrets,serviceendpoints', '-n', 'infra', '-o', 'yaml']);
    writeFiles(cluster().folder, { 'objects/all.yaml': objects });
    const from = (source: object, name: string): Promise<Injected> =>
      injectEverywhere(injectionList(points, { namespace: 'infra', injectors: [{ name }], sources: source }));
    const folder = { path: `${cluster().folder}/objects` };
    const plain = await from(sources(), 'plain');
    assert.match(plain.items, /exact: 9007199254740993\n/);
    assert.equal(plain.items, (await from(folder, 'plain')).items);
    // kubectl writes some of these differently, such as emoji, and small numbers.
    const north = await from(sources(), 'north');
    assert.deepEqual(values(north.items), values((await from(folder, 'north')).items));
  });

  it('injects a string of 500,000 characters, and one of 10,000 lines', async () => {
    const long = `${'é "x" '.repeat(1e5)}end`;
    const lines = 'key = value # why\n'.repeat(1e4);
    const body = JSON.stringify({ metadata: { name: 'long' }, data: { long, lines } });
    const { status, text } = await cluster().send('POST', '/api/v1/namespaces/infra/configmaps', body);
    assert.equal(status, 201, text);
    const spec = { namespace: 'infra', injectors: [{ name: 'long' }], sources: sources() };
    const { items, stderr } = await injectEverywhere(injectionList([point('v1', 'ConfigMap', 'target')], spec));
    assert.equal(stderr, '');
    assert.ok(items.endsWith(`    long: ${long}`));
    assert.ok(items.includes(`    lines: |\n${lines.replaceAll(/^(?=.)/gm, '      ')}`));
  });

  it('combines the cluster with folders, and reports an object that is in both', async () => {
    writeFiles(cluster().folder, {
      'local/a.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: south, namespace: infra}\ndata: {a: b}\n',
      'twin/a.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: north, namespace: infra}\ndata: {a: b}\n',
    });
    const from = (folder: string, name: string): string =>
      injectionList([point('v1', 'ConfigMap', 'target')], {
        namespace: 'infra',
        injectors: [{ name }],
        sources: { ...sources(), path: `${cluster().folder}/${folder}` },
      });
    const { conditions } = await injectEverywhere(from('local', 'south'));
    assert.deepEqual(conditions, ['ConfigMap.target True injected resource "south" from cluster']);
    const { exitCode, stderr } = await injectEverywhere(from('twin', 'north'));
    assert.equal(exitCode, 1);
    assert.match(stderr, /duplicate cluster object/);
  });

  it('shows no value of a Secret in any message', async () => {
    const points = [
      point('v1', 'Secret', 'target', 'data:\n  password: b2xk\n'),
      point('v1', 'Secret', 'unmatched', '', 'optional'),
    ];
    const spec = { namespace: 'infra', injectors, sources: sources() };
    const { results, stderr } = await injectEverywhere(injectionList(points, spec));
    assert.doesNotMatch(`${results.join('\n')}${stderr}`, /hunter2|aHVudGVyMg|b2xk/);
  });
});

function values(items: string): unknown {
  return parse(items, { intAsBigInt: true });
}
