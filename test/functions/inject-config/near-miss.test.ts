import assert from 'node:assert/strict';
import injectConfig from '../../../functions/inject-config/index.ts';
import { runFunction, type Sources } from '../../../src/function/index.ts';
import { loaded } from '../../support/probe.ts';
import { resource, resourceList } from '../../support/resource-list.ts';
import { kptfile, pointOf, textOf, type Item } from './items.ts';

const fn = loaded(injectConfig);
const SITE = { apiVersion: 'infra.example.com/v1', kind: 'WorkloadCluster' };
const point: Item = { ...pointOf({ ...SITE, name: 'site', rest: 'spec: {}\n' }), path: 'site.yaml' };
const edge: Item = { ...SITE, name: 'edge01', path: 'sites/edge01.yaml', rest: 'spec: {region: eu}\n' };
const MISS = 'injectors[0] "edge01": matches no cluster object for any injection point';
const REMEDY =
  'annotate it with `krm-variants.dev/cluster-object: "true"`, or pass its folder with `krm-variants run --objects`';
const NEAR = `${MISS}; sites/edge01.yaml is a WorkloadCluster: ${REMEDY}`;

/** Injects `edge01` with these items beside a Kptfile. Returns the stdout, with results. */
async function inject(items: readonly Item[], sources: Sources = {}, more = ''): Promise<string> {
  const spec = `spec: {injectors: [{name: edge01${more}}]}\n`;
  const config = resource('krm-variants.dev/v1alpha1', 'ConfigInjection', 'i', spec);
  const list = resourceList([kptfile(), ...items.map(textOf)], config);
  const { stdout, exitCode } = await runFunction(fn, Buffer.from(list), sources);
  assert.equal(exitCode, 0, stdout);
  return stdout;
}

/** Returns the warning about the selector. */
function warningOf(stdout: string): string {
  const message = /- message: (.*injectors\[0\].*)\n/.exec(stdout)?.[1] ?? '';
  return message.startsWith("'") ? message.slice(1, -1).replaceAll("''", "'") : message;
}

describe('inject-config: items that are almost cluster objects', () => {
  it('names the file of an item of the wanted kind and name that is not annotated, and both remedies', async () => {
    assert.equal(warningOf(await inject([point, edge])), NEAR);
  });

  it("leaves Porch's words in the condition and in the warning about the point", async () => {
    const stdout = await inject([point, edge]);
    const words = `message: no in-cluster resources of type infra.example.com/v1.WorkloadCluster\n`;
    assert.equal(stdout.split(words).length, 3, stdout);
  });

  it('says so of an item without a path', async () => {
    const { path: _, ...unplaced } = edge;
    const want = NEAR.replace('sites/edge01.yaml', 'an item without a path');
    assert.equal(warningOf(await inject([point, unplaced])), want);
  });

  it('shows nothing of the values of a Secret', async () => {
    const secret = { apiVersion: 'v1', kind: 'Secret' };
    const items = [
      { ...point, ...secret, rest: 'stringData: {}\n' },
      { ...edge, ...secret, rest: 'stringData: {password: not-for-eyes}\n' },
    ];
    const warning = warningOf(await inject(items));
    assert.equal(warning, NEAR.replace('WorkloadCluster', 'Secret'));
  });

  const unlike: readonly (readonly [title: string, items: readonly Item[]])[] = [
    ['of another name', [{ ...edge, name: 'edge02' }]],
    ['of another version', [{ ...edge, apiVersion: 'infra.example.com/v2' }]],
    ['of another kind', [{ ...edge, kind: 'ClusterContext' }]],
    ['of another namespace', [{ ...edge, namespace: 'infra' }]],
    ['that is an injection point itself', [{ ...edge, mode: 'optional' }]],
  ];
  for (const [title, items] of unlike) {
    it(`does not name an item ${title}`, async () => {
      assert.equal(warningOf(await inject([point, ...items])), MISS);
    });
  }

  it('counts an annotated item of another namespace', async () => {
    const far = { ...edge, namespace: 'infra', isObject: true };
    const hint = '; 1 would match in namespace "infra": give the configuration that namespace instead of "default"';
    assert.equal(warningOf(await inject([point, far])), `${MISS}${hint}`);
  });

  it('does not name an item that the selector excludes by its version', async () => {
    assert.equal(warningOf(await inject([point, edge], {}, ', version: v2')), MISS);
  });

  it('does not name an item if the command line has other objects', async () => {
    assert.equal(warningOf(await inject([point, edge], { objects: [] })), MISS);
  });

  it('names nothing once the item is annotated', async () => {
    const stdout = await inject([point, { ...edge, isObject: true }]);
    assert.match(stdout, /injected into 1 resource/);
    assert.doesNotMatch(stdout, /annotate/);
  });

  it('reports the same in a second run', async () => {
    const first = await inject([point, edge]);
    const second = await runFunction(fn, Buffer.from(first.replace(/^results:\n[^]*/m, '')));
    assert.equal(second.stdout, first);
  });
});
