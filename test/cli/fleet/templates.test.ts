import assert from 'node:assert/strict';
import { counts, found } from '../../support/facts.ts';
import { inMemoryFleet, packageVariant, repository } from '../../support/fleet.ts';
import { needTools } from '../../support/kpt.ts';
import { kptfile } from '../run-support.ts';

const TEMPLATE = `apiVersion: v1
kind: ConfigMap
metadata:
  name: place
  annotations:
    control.kubestellar.io/expand-templates: "true"
data:
  place: '{{.name}} at {{index . "package-path"}} in {{.zone}}'
`;

describe('templates in the packages of a fleet', () => {
  before(function () {
    needTools(this, 'git');
  });

  it('read the package context of their variant', () =>
    inMemoryFleet(
      {
        'packages/shop/Kptfile': `${kptfile('shop')}pipeline:
  mutators: [{exec: expand-templates, configPath: package-context.yaml}]
`,
        'packages/shop/place.yaml': TEMPLATE,
        'fleet/variants.yaml': [
          repository('blueprints', 'packages'),
          repository('eu', 'clusters/eu'),
          packageVariant('a', 'blueprints/shop', 'eu/north/shop', '  packageContext: {data: {zone: a}}\n'),
          packageVariant('b', 'blueprints/shop', 'eu/store', '  packageContext: {data: {zone: b}}\n'),
        ].join('---\n'),
      },
      async ({ fleet, run }) => {
        const { stderr, exitCode } = await run('apply');
        assert.equal(exitCode, 0, stderr);
        assert.match(fleet.read('clusters/eu/north/shop/place.yaml'), /place: 'shop at north\/shop in a'/);
        assert.match(fleet.read('clusters/eu/store/place.yaml'), /place: 'store at store in b'/);
        assert.deepEqual(counts(await run('plan')), { unchanged: 2 });
      },
    ));

  it('that are in conflict are shown from where they differ', () => {
    const chart = (host: string, last: string): string => `apiVersion: v1
kind: ConfigMap
metadata:
  name: chart
data:
  hosts.tpl: |
    {{- range $index, $endpoint := .Values.service.endpoints }}
    - name: {{ $endpoint.name | quote }}
      url: "https://{{ $endpoint.host }}${host}/"
    {{- end ${last} }}
`;
    return inMemoryFleet(
      {
        'packages/shop/Kptfile': kptfile('shop'),
        'packages/shop/chart.yaml': chart('', 'one'),
        'variants.yaml': [
          repository('blueprints', 'packages'),
          repository('eu', 'clusters/eu'),
          packageVariant('shop', 'blueprints/shop', 'eu/shop'),
        ].join('---\n'),
      },
      async ({ fleet, run }) => {
        await run('apply');
        fleet.commit({
          'clusters/eu/shop/chart.yaml': chart(':8443', 'one'),
          'packages/shop/chart.yaml': chart('', 'two'),
        });
        const outcome = await run('plan');
        const { stdout, stderr, exitCode } = outcome;
        assert.equal(exitCode, 3);
        assert.deepEqual(found(outcome), ['error conflict-lines clusters/eu/shop/chart.yaml data["hosts.tpl"]']);
        assert.match(stdout, /^[\da-f]{10} .* …\S*\{\{- end one .* …\S*\{\{- end two /m);
        assert.match(
          stderr,
          /base " url: .*\}\}\/.*end one.*, new " url: .*\}\}\/.*end two.*, local " url: .*\}\}:8443/,
        );
      },
    );
  });
});
