import assert from 'node:assert/strict';
import stripTransform from '../../../functions/strip-transform/index.ts';
import { loaded } from '../../support/probe.ts';
import { resource, resourceList } from '../../support/resource-list.ts';
import { runList } from '../../support/run-list.ts';

const fn = loaded(stripTransform);

const KEY = 'control.kubestellar.io/preserve';
const DESIGN_KEY = 'kubestellar.io/annotations/preserve';

/** Returns an item with annotations in flow style. */
const annotated = (annotations: string, kind = 'Service'): string =>
  resource('v1', kind, 's', 'spec: {ports: [{nodePort: 1}]}\n', `  annotations: {${annotations}}\n`);

const NO_BUILT_IN_RULES = resource(
  'krm-variants.dev/v1alpha1',
  'StripTransform',
  't',
  'spec: {builtIn: false, transforms: [{apiGroup: "", resource: services, remove: ["$.spec.a"]}]}\n',
);

const rows: readonly (readonly [
  title: string,
  item: string,
  want: readonly (readonly [key: string, end: string])[],
])[] = [
  ['accepts every known name', annotated(`${KEY}: "nodeport, clusterip"`), []],
  ['accepts an empty list', annotated(`${KEY}: ""`), []],
  ['suggests the nearest name', annotated(`${KEY}: nodeports`), [[KEY, '"nodeports"; did you mean "nodeport"?']]],
  ['compares names with their case', annotated(`${KEY}: ClusterIP`), [[KEY, '"ClusterIP"; did you mean "clusterip"?']]],
  [
    'lists the known names if none is near',
    annotated(`${KEY}: other nodeport`),
    [[KEY, '"other"; known names: "nodeport", "clusterip"']],
  ],
  ['reads a value without quotes', annotated(`${KEY}: true`), [[KEY, '"true"; known names: "nodeport", "clusterip"']]],
  ['reports a repeated name once', annotated(`${KEY}: "x,x"`), [[KEY, '"x"; known names: "nodeport", "clusterip"']]],
  [
    'reads the annotation of the design, too',
    annotated(`${DESIGN_KEY}: node-port`),
    [[DESIGN_KEY, '"node-port"; did you mean "nodeport"?']],
  ],
  ['ignores other kinds', annotated(`${KEY}: nodeports`, 'Pod'), []],
  [
    'ignores a Service that no built-in rule changes',
    annotated(`${KEY}: nodeports, config.kubernetes.io/local-config: "true"`),
    [],
  ],
];

describe('strip-transform: unknown names in the annotation that keeps values', () => {
  for (const [title, item, want] of rows) {
    it(title, async () => {
      const ran = await runList(fn, resourceList([item]));
      const warnings = want.map(([key, end]) => `warning metadata.annotations["${key}"]: unknown name ${end}`);
      assert.deepEqual(
        ran.results.filter((line) => !line.startsWith('info ')),
        warnings,
      );
      const again = await runList(fn, ran.list);
      assert.deepEqual([again.list, again.report], [ran.list, ran.report], 'a second run changes nothing');
    });
  }

  it('suggests the nearest key', async () => {
    const { results } = await runList(fn, resourceList([annotated('control.kubestellar.io/preserv: nodeport')]));
    const [warning] = results.filter((line) => line.startsWith('warning '));
    const field = 'metadata.annotations["control.kubestellar.io/preserv"]';
    assert.equal(warning, `warning ${field}: unknown annotation: it is ignored; did you mean "${KEY}"?`);
  });

  it('reports nothing without built-in rules', async () => {
    const { results } = await runList(fn, resourceList([annotated(`${KEY}: nodeports`)], NO_BUILT_IN_RULES));
    assert.deepEqual(results, [
      'info -: transforms[0] (services): absent as configured: $.spec.a; in 1 resource: Service s',
    ]);
  });
});
