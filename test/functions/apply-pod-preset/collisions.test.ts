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
  /** Variable of `main` and the ConfigMap; undefined for no warning. */
  readonly want?: readonly [variable: string, configMap: string];
}

const C = '{configMapRef: {name: c}}';

const rows: readonly Row[] = [
  { name: 'both in a preset, as in the design', preset: `${env('A', '1')}${from(C)}`, want: ['A', 'c'] },
  { name: 'env in the preset, envFrom in the pod', own: ownFrom(C), preset: env('A', '1'), want: ['A', 'c'] },
  { name: 'envFrom in the preset, env in the pod', own: ownEnv('A', '1'), preset: from(C), want: ['A', 'c'] },
  {
    name: 'a key with a prefix',
    own: ownEnv('P_A', '1'),
    preset: from('{prefix: P_, configMapRef: {name: c}}'),
    want: ['P_A', 'c'],
  },
  {
    name: 'a prefix that makes the names differ',
    own: ownEnv('A', '1'),
    preset: from('{prefix: P_, configMapRef: {name: c}}'),
  },
  { name: 'both in the pod', own: `${ownEnv('A', '1')}${ownFrom(C)}`, preset: env('B', '1') },
  { name: 'other keys', preset: `${env('B', '1')}${from(C)}` },
  { name: 'names that differ in case', preset: `${env('a', '1')}${from(C)}` },
  { name: 'a Secret of that name', preset: `${env('A', '1')}${from('{secretRef: {name: c}}')}` },
  { name: 'a ConfigMap outside the package', preset: `${env('A', '1')}${from('{configMapRef: {name: d}}')}` },
  {
    name: 'a ConfigMap in another namespace',
    preset: `${env('A', '1')}${from('{configMapRef: {name: far}}')}`,
    others: [configMap('far', '{A: x}', '  namespace: far\n')],
  },
  {
    name: 'a ConfigMap in an explicit default namespace',
    preset: `${env('A', '1')}${from('{configMapRef: {name: near}}')}`,
    others: [configMap('near', '{A: x}', '  namespace: default\n')],
    want: ['A', 'near'],
  },
  {
    name: 'a ConfigMap of another group',
    preset: `${env('A', '1')}${from('{configMapRef: {name: o}}')}`,
    others: [resource('x.io/v1', 'ConfigMap', 'o', 'data: {A: x}\n')],
  },
];

describe('apply-pod-preset: variables in env and as keys of a ConfigMap', () => {
  for (const { name, own = '', preset, others = [], want } of rows) {
    it(`${want === undefined ? 'accepts' : 'warns about'} ${name}`, async () => {
      const items = [webPod(own), webPreset('p', preset), configMap('c', '{A: x, Z: x}'), ...others];
      const { results, stderr, list, pod } = await applyPresets(items);
      assert.equal(stderr, '');
      assert.notEqual(pod, items[0]);
      const warning =
        want &&
        `warning spec.containers[0].env: env ${want[0]} of container "main" is a key of ConfigMap "${want[1]}" in \`envFrom\`, too: the value in \`env\` takes precedence`;
      assert.deepEqual(
        results,
        [...(warning === undefined ? [] : [warning]), 'info -: injected into 1 pod: Pod w'],
        list,
      );
    });
  }

  it('accepts a ConfigMap without data', async () => {
    const items = [webPod(), webPreset('p', `${env('A', '1')}${from(C)}`), resource('v1', 'ConfigMap', 'c')];
    assert.equal((await applyPresets(items)).results.length, 1);
  });

  it('warns about each container with the collision', async () => {
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
