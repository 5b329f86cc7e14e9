import assert from 'node:assert/strict';
import { resource, resourceList } from '../../support/resource-list.ts';
import {
  annotationsOf,
  applyAgain,
  applyPresets,
  env,
  how,
  ownEnv,
  recordOf,
  specOf,
  webPod,
  webPreset,
} from './pod-preset-runs.ts';

const PRUNE = how('{prune: true}');
const VOLUME = '  volumes:\n    - name: v\n  volumeMounts:\n    - name: v\n      mountPath: /v\n';
const two = (a: string, b: string): string => `${env('A', a)}    - name: B\n      value: "${b}"\n`;
const narrowed = (preset: string): string => preset.replace('role: web', 'role: db');

/** Lists of the pod, of the first version of a preset, and of the next version. */
interface Row {
  readonly name: string;
  readonly own?: string;
  readonly first: string;
  readonly next: string;
  readonly want: string;
}

const rows: readonly Row[] = [
  {
    name: 'replaces a changed value',
    first: two('1', '1'),
    next: two('1', '2'),
    want: `${ownEnv('A', '1')}        - name: B\n          value: "2"\n`,
  },
  {
    name: 'removes an element that the preset dropped',
    first: two('1', '1'),
    next: env('A', '1'),
    want: ownEnv('A', '1'),
  },
  {
    name: 'appends an element that the preset added',
    first: env('A', '1'),
    next: two('1', '1'),
    want: `${ownEnv('A', '1')}        - name: B\n          value: "1"\n`,
  },
  { name: 'replaces an element whose key changed', first: env('A', '1'), next: env('B', '1'), want: ownEnv('B', '1') },
  {
    name: 'replaces an element whose key changed, in a list with another list below it',
    first: `${env('A', '1')}  envFrom:\n    - secretRef: {name: s}\n`,
    next: `${env('B', '1')}  envFrom:\n    - secretRef: {name: s}\n`,
    want: `${ownEnv('B', '1')}      envFrom:\n        - secretRef: {name: s}\n`,
  },
  {
    name: 'keeps the positions of elements when their order in the preset changes',
    first: two('1', '1'),
    next: '  env:\n    - name: B\n      value: "1"\n    - name: A\n      value: "1"\n',
    want: `${ownEnv('A', '1')}        - name: B\n          value: "1"\n`,
  },
  {
    name: 'adds a new list and removes a dropped one',
    first: env('A', '1'),
    next: VOLUME,
    want: '      volumeMounts:\n        - name: v\n          mountPath: /v\n  volumes:\n    - name: v\n',
  },
  {
    name: 'removes everything but the elements of the pod',
    own: ownEnv('M', '1'),
    first: VOLUME,
    next: env('M', '1'),
    want: ownEnv('M', '1'),
  },
  {
    name: 'keeps an equal element of the pod when the preset drops it',
    own: ownEnv('A', '1'),
    first: two('1', '1'),
    next: '  env:\n    - name: C\n',
    want: `${ownEnv('A', '1')}        - name: C\n`,
  },
  {
    name: 'changes nothing if only the spelling changed',
    first: '  volumes:\n    - name: v\n',
    next: '  volumes:\n    - {emptyDir: {}, name: v}\n',
    want: '  volumes:\n    - name: v\n',
  },
];

describe('apply-pod-preset: a preset that has changed', () => {
  for (const { name, own = '', first, next, want } of rows) {
    it(name, async () => {
      const { pod, results } = await applyAgain([webPod(own), webPreset('p', first)], [webPreset('p', next)]);
      assert.equal(specOf(pod), specOf(webPod(want)));
      assert.equal(results.filter((result) => result.includes('by hand')).length, 0);
      assert.equal((await applyPresets([pod, webPreset('p', next)])).pod, pod, 'a second run');
    });
  }

  it('returns the same results without a notice if the preset has not changed', async () => {
    const preset = webPreset('p', env('A', '1'));
    const [first, again] = [await applyPresets([webPod(), preset]), await applyAgain([webPod(), preset], [preset])];
    assert.deepEqual(
      [first.results, again.results],
      [['info -: injected into 1 pod: Pod w'], ['info -: injected into 1 pod: Pod w']],
    );
    assert.deepEqual([first.notices, again.notices], [['-: changed 1 pod'], []]);
  });

  it('reports an error and changes nothing if the changed preset conflicts', async () => {
    const { pod } = await applyPresets([webPod(ownEnv('B', '1')), webPreset('p', env('A', '1'))]);
    const items = [pod, webPreset('p', two('2', '2'))];
    const ran = await applyPresets(items);
    assert.equal(ran.list, resourceList(items));
    assert.match(ran.stderr, /Duplicate env B/);
  });

  it('hands an element over to another preset that injects it, too', async () => {
    const first = [webPreset('p', env('A', '1')), webPreset('q', env('A', '1'))];
    const { pod } = await applyAgain(
      [webPod(), ...first],
      [webPreset('p', env('B', '1')), webPreset('q', env('A', '1'))],
    );
    assert.equal(specOf(pod), specOf(webPod(`${ownEnv('A', '1')}        - name: B\n          value: "1"\n`)));
    const { pod: after } = await applyPresets([pod, webPreset('p', env('B', '1')), webPreset('q', env('C', '1'))]);
    assert.match(after, /name: B[^]*name: C/);
    assert.doesNotMatch(after, /name: A\n/);
  });
});

describe('apply-pod-preset: a preset that no longer applies to a pod', () => {
  const first = [webPod(ownEnv('M', '1')), webPreset('p', `${env('A', '1')}${VOLUME}`)];

  it('withdraws a preset that no longer matches, with its annotation and the record', async () => {
    const { pod } = await applyAgain(first, [narrowed(webPreset('p', env('A', '1')))]);
    assert.equal(pod, webPod(ownEnv('M', '1')));
  });

  it('keeps the elements of a removed preset', async () => {
    const { pod: before } = await applyPresets(first);
    const { pod, results } = await applyPresets([before], how('{}'));
    assert.equal(pod, before);
    assert.match(results.join('\n'), /no PodPreset in the function config/);
    const other = await applyPresets([before, webPreset('q', env('B', '1'))]);
    assert.equal(
      recordOf(other.pod)
        ?.match(/"[pq]":/g)
        ?.join(),
      '"p":,"q":',
    );
    assert.match(other.pod, /name: A[^]*name: B/);
  });

  it('withdraws a removed preset with prune, and no other', async () => {
    const { pod: before } = await applyPresets([...first, webPreset('q', env('B', '1'))]);
    const { pod, results } = await applyPresets([before, webPreset('q', env('B', '1'))], PRUNE);
    assert.deepEqual(specOf(pod), specOf(webPod(`${ownEnv('M', '1')}        - name: B\n          value: "1"\n`)));
    assert.equal(Object.keys(annotationsOf(pod)).filter((key) => key.includes('podpreset-')).length, 1);
    assert.deepEqual(results, ['info -: injected into 1 pod: Pod w']);
    assert.equal((await applyPresets([pod], PRUNE)).pod, first[0]);
  });

  it('reports a conflict between another preset and an element of a removed preset', async () => {
    const ran = await applyAgain(first, [webPreset('q', env('A', '2'))]);
    assert.match(
      ran.stderr,
      /PodPreset "q" wants \{"name":"A","value":"2"\}, PodPreset "p" of an earlier run has \{"name":"A","value":"1"\}/,
    );
    const pruned = await applyAgain(first, [webPreset('q', env('A', '2'))], PRUNE);
    assert.equal(specOf(pruned.pod), specOf(webPod(`${ownEnv('M', '1')}        - name: A\n          value: "2"\n`)));
  });

  it('treats a preset moved to another namespace as removed', async () => {
    const far = webPreset('p', env('A', '2'), '  namespace: far\n');
    const { pod: before } = await applyPresets(first);
    assert.equal((await applyPresets([before, far])).pod, before);
    assert.equal((await applyPresets([before, far], PRUNE)).pod, first[0]);
  });

  it('leaves a pod untouched that has been excluded since', async () => {
    const { pod } = await applyPresets(first);
    const excluded = pod.replace('  annotations:\n', '$&    podpreset.admission.kubernetes.io/exclude: "true"\n');
    for (const preset of [
      webPreset('p', env('A', '2')),
      narrowed(webPreset('p', env('A', '1'))),
      webPreset('q', env('A', '2')),
    ])
      assert.equal((await applyPresets([excluded, preset], PRUNE)).pod, excluded);
  });

  it('removes the metadata that a template got with the preset', async () => {
    const deployment = resource(
      'apps/v1',
      'Deployment',
      'd',
      'spec:\n  template:\n    spec:\n      containers:\n        - name: main\n',
    );
    const all = webPreset('p', env('A', '1')).replace('{role: web}', '{}');
    assert.equal((await applyAgain([deployment, all], [], PRUNE)).pod, deployment);
  });

  it('keeps other annotations if that of the preset was removed by hand', async () => {
    const template =
      'spec:\n  template:\n    metadata:\n      labels: {role: web}\n      annotations:\n        a: b\n    spec:\n      containers:\n        - name: main\n';
    const deployment = resource('apps/v1', 'Deployment', 'd', template);
    const { pod } = await applyPresets([deployment, webPreset('p', env('A', '1'))]);
    assert.equal((await applyPresets([pod.replace(/ +podpreset\..*\n/, '')], PRUNE)).pod, deployment);
  });
});
