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

/** What the pod has, what is in it of a first version of a preset, and of the next. */
interface Row {
  readonly name: string;
  readonly own?: string;
  readonly first: string;
  readonly next: string;
  readonly want: string;
}

const rows: readonly Row[] = [
  {
    name: 'a value',
    first: two('1', '1'),
    next: two('1', '2'),
    want: `${ownEnv('A', '1')}        - name: B\n          value: "2"\n`,
  },
  { name: 'an element less', first: two('1', '1'), next: env('A', '1'), want: ownEnv('A', '1') },
  {
    name: 'an element more',
    first: env('A', '1'),
    next: two('1', '1'),
    want: `${ownEnv('A', '1')}        - name: B\n          value: "1"\n`,
  },
  { name: 'a key', first: env('A', '1'), next: env('B', '1'), want: ownEnv('B', '1') },
  {
    name: 'a key, in a list that has another below it',
    first: `${env('A', '1')}  envFrom:\n    - secretRef: {name: s}\n`,
    next: `${env('B', '1')}  envFrom:\n    - secretRef: {name: s}\n`,
    want: `${ownEnv('B', '1')}      envFrom:\n        - secretRef: {name: s}\n`,
  },
  {
    name: 'the order: what is there stays where it is',
    first: two('1', '1'),
    next: '  env:\n    - name: B\n      value: "1"\n    - name: A\n      value: "1"\n',
    want: `${ownEnv('A', '1')}        - name: B\n          value: "1"\n`,
  },
  {
    name: 'a list more, another gone',
    first: env('A', '1'),
    next: VOLUME,
    want: '      volumeMounts:\n        - name: v\n          mountPath: /v\n  volumes:\n    - name: v\n',
  },
  {
    name: 'all but what the pod has',
    own: ownEnv('M', '1'),
    first: VOLUME,
    next: env('M', '1'),
    want: ownEnv('M', '1'),
  },
  {
    name: 'where the pod had an equal one, that stays',
    own: ownEnv('A', '1'),
    first: two('1', '1'),
    next: '  env:\n    - name: C\n',
    want: `${ownEnv('A', '1')}        - name: C\n`,
  },
  {
    name: 'only how it is written: nothing changes',
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

  it('or not: results are the same, and there is no notice', async () => {
    const preset = webPreset('p', env('A', '1'));
    const [first, again] = [await applyPresets([webPod(), preset]), await applyAgain([webPod(), preset], [preset])];
    assert.deepEqual([first.results, again.results], [['info -: is in 1 pod'], ['info -: is in 1 pod']]);
    assert.deepEqual([first.notices, again.notices], [['-: changed 1 pod'], []]);
  });

  it('that does not fit any more is an error, and changes nothing', async () => {
    const { pod } = await applyPresets([webPod(ownEnv('B', '1')), webPreset('p', env('A', '1'))]);
    const items = [pod, webPreset('p', two('2', '2'))];
    const ran = await applyPresets(items);
    assert.equal(ran.list, resourceList(items));
    assert.match(ran.stderr, /Duplicate env B/);
  });

  it('hands an element over to a preset that brings it, too', async () => {
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

describe('apply-pod-preset: a preset that is not for a pod any more', () => {
  const first = [webPod(ownEnv('M', '1')), webPreset('p', `${env('A', '1')}${VOLUME}`)];

  it('matches it no more: it is withdrawn, with its annotation and the record', async () => {
    const { pod } = await applyAgain(first, [narrowed(webPreset('p', env('A', '1')))]);
    assert.equal(pod, webPod(ownEnv('M', '1')));
  });

  it('is gone: what it put there stays', async () => {
    const { pod: before } = await applyPresets(first);
    const { pod, results } = await applyPresets([before], how('{}'));
    assert.equal(pod, before);
    assert.match(results.join('\n'), /nothing to go by/);
    const other = await applyPresets([before, webPreset('q', env('B', '1'))]);
    assert.equal(
      recordOf(other.pod)
        ?.match(/"[pq]":/g)
        ?.join(),
      '"p":,"q":',
    );
    assert.match(other.pod, /name: A[^]*name: B/);
  });

  it('is gone, with prune: it is withdrawn, others are not', async () => {
    const { pod: before } = await applyPresets([...first, webPreset('q', env('B', '1'))]);
    const { pod, results } = await applyPresets([before, webPreset('q', env('B', '1'))], PRUNE);
    assert.deepEqual(specOf(pod), specOf(webPod(`${ownEnv('M', '1')}        - name: B\n          value: "1"\n`)));
    assert.equal(Object.keys(annotationsOf(pod)).filter((key) => key.includes('podpreset-')).length, 1);
    assert.deepEqual(results, ['info -: is in 1 pod']);
    assert.equal((await applyPresets([pod], PRUNE)).pod, first[0]);
  });

  it('is gone, and another wants what it put there: a conflict that says so', async () => {
    const ran = await applyAgain(first, [webPreset('q', env('A', '2'))]);
    assert.match(
      ran.stderr,
      /PodPreset "q" wants \{"name":"A","value":"2"\}, PodPreset "p" of an earlier run has \{"name":"A","value":"1"\}/,
    );
    const pruned = await applyAgain(first, [webPreset('q', env('A', '2'))], PRUNE);
    assert.equal(specOf(pruned.pod), specOf(webPod(`${ownEnv('M', '1')}        - name: A\n          value: "2"\n`)));
  });

  it('is in another namespace: as if it were gone', async () => {
    const far = webPreset('p', env('A', '2'), '  namespace: far\n');
    const { pod: before } = await applyPresets(first);
    assert.equal((await applyPresets([before, far])).pod, before);
    assert.equal((await applyPresets([before, far], PRUNE)).pod, first[0]);
  });

  it('the pod is excluded since: nothing of it is touched', async () => {
    const { pod } = await applyPresets(first);
    const excluded = pod.replace('  annotations:\n', '$&    podpreset.admission.kubernetes.io/exclude: "true"\n');
    for (const preset of [
      webPreset('p', env('A', '2')),
      narrowed(webPreset('p', env('A', '1'))),
      webPreset('q', env('A', '2')),
    ])
      assert.equal((await applyPresets([excluded, preset], PRUNE)).pod, excluded);
  });

  it('the metadata that a template got goes with it', async () => {
    const deployment = resource(
      'apps/v1',
      'Deployment',
      'd',
      'spec:\n  template:\n    spec:\n      containers:\n        - name: main\n',
    );
    const all = webPreset('p', env('A', '1')).replace('{role: web}', '{}');
    assert.equal((await applyAgain([deployment, all], [], PRUNE)).pod, deployment);
  });

  it('takes no other annotation with it where its own was removed by hand', async () => {
    const template =
      'spec:\n  template:\n    metadata:\n      labels: {role: web}\n      annotations:\n        a: b\n    spec:\n      containers:\n        - name: main\n';
    const deployment = resource('apps/v1', 'Deployment', 'd', template);
    const { pod } = await applyPresets([deployment, webPreset('p', env('A', '1'))]);
    assert.equal((await applyPresets([pod.replace(/ +podpreset\..*\n/, '')], PRUNE)).pod, deployment);
  });
});
