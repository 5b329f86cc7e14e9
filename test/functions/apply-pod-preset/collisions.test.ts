import assert from 'node:assert/strict';
import { resource } from '../../support/resource-list.ts';
import { applyPresets, env, ownEnv, webPod, webPreset } from './pod-preset-runs.ts';

const configMap = (name: string, data: string, metadata = ''): string =>
  resource('v1', 'ConfigMap', name, `data: ${data}\n`, metadata);
const from = (source: string): string => `  envFrom:\n    - ${source}\n`;
const ownFrom = (source: string): string => `      envFrom:\n        - ${source}\n`;

interface Row {
  readonly name: string;
  readonly own?: string;
  readonly preset: string;
  readonly others?: readonly string[];
  /** The variable of `main` and the ConfigMap. */
  readonly want?: readonly [variable: string, configMap: string];
}

const C = '{configMapRef: {name: c}}';

const rows: readonly Row[] = [
  { name: 'both of a preset, as in the design', preset: `${env('A', '1')}${from(C)}`, want: ['A', 'c'] },
  { name: 'env of the preset, envFrom of the pod', own: ownFrom(C), preset: env('A', '1'), want: ['A', 'c'] },
  { name: 'envFrom of the preset, env of the pod', own: ownEnv('A', '1'), preset: from(C), want: ['A', 'c'] },
  {
    name: 'with a prefix',
    own: ownEnv('P_A', '1'),
    preset: from('{prefix: P_, configMapRef: {name: c}}'),
    want: ['P_A', 'c'],
  },
  {
    name: 'a prefix that sets them apart',
    own: ownEnv('A', '1'),
    preset: from('{prefix: P_, configMapRef: {name: c}}'),
  },
  { name: 'both of the pod: none of our business', own: `${ownEnv('A', '1')}${ownFrom(C)}`, preset: env('B', '1') },
  { name: 'other keys', preset: `${env('B', '1')}${from(C)}` },
  { name: 'another case', preset: `${env('a', '1')}${from(C)}` },
  { name: 'a Secret of that name', preset: `${env('A', '1')}${from('{secretRef: {name: c}}')}` },
  { name: 'a ConfigMap that is not there', preset: `${env('A', '1')}${from('{configMapRef: {name: d}}')}` },
  {
    name: 'one of another namespace',
    preset: `${env('A', '1')}${from('{configMapRef: {name: far}}')}`,
    others: [configMap('far', '{A: x}', '  namespace: far\n')],
  },
  {
    name: 'one of the default namespace, written out',
    preset: `${env('A', '1')}${from('{configMapRef: {name: near}}')}`,
    others: [configMap('near', '{A: x}', '  namespace: default\n')],
    want: ['A', 'near'],
  },
  {
    name: 'a kind of that name of another group',
    preset: `${env('A', '1')}${from('{configMapRef: {name: o}}')}`,
    others: [resource('x.io/v1', 'ConfigMap', 'o', 'data: {A: x}\n')],
  },
];

describe('apply-pod-preset: variables in env and as keys of a ConfigMap', () => {
  for (const { name, own = '', preset, others = [], want } of rows) {
    it(name, async () => {
      const items = [webPod(own), webPreset('p', preset), configMap('c', '{A: x, Z: x}'), ...others];
      const { results, stderr, list, pod } = await applyPresets(items);
      assert.equal(stderr, '');
      assert.notEqual(pod, items[0]);
      const warning =
        want &&
        `warning spec.containers[0].env: env ${want[0]} of container "main" is a key of ConfigMap "${want[1]}" in \`envFrom\`, too: the one in \`env\` counts`;
      assert.deepEqual(results, [...(warning === undefined ? [] : [warning]), 'info -: is in 1 pod'], list);
    });
  }

  it('one without data', async () => {
    const items = [webPod(), webPreset('p', `${env('A', '1')}${from(C)}`), resource('v1', 'ConfigMap', 'c')];
    assert.equal((await applyPresets(items)).results.length, 1);
  });

  it('each container that has it is told', async () => {
    const items = [
      webPod(ownEnv('A', '1'), `    - name: side\n${ownEnv('A', '2')}`),
      webPreset('p', from(C)),
      configMap('c', '{A: x}'),
    ];
    const { results } = await applyPresets(items);
    assert.deepEqual(
      results.map((result) => /container "(\w+)"/.exec(result)?.[1]),
      ['main', 'side', undefined],
    );
  });
});
