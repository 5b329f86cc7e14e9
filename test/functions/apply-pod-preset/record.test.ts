import assert from 'node:assert/strict';
import { resource, resourceList } from '../../support/resource-list.ts';
import {
  annotationsOf,
  applyPresets,
  env,
  how,
  ownEnv,
  recordOf,
  specOf,
  webPod,
  webPreset,
} from './pod-preset-runs.ts';

const PREFIX = 'podpreset.admission.kubernetes.io/podpreset-';
const RECORD = 'krm-variants.dev/pod-presets';
const VOLUME = '  volumes:\n    - name: v\n  volumeMounts:\n    - name: v\n      mountPath: /v\n';

/** Returns the value of the annotation of a preset. */
async function versionOf(preset: string): Promise<string | undefined> {
  return annotationsOf((await applyPresets([webPod(), preset])).pod)[`${PREFIX}p`];
}

describe('apply-pod-preset: the annotation of a preset', () => {
  it('contains the resourceVersion as a string', async () => {
    assert.equal(await versionOf(webPreset('p', env('A', '1'), '  resourceVersion: "12"\n')), '12');
  });

  it('contains a hash without a resourceVersion, independent of key order, style and metadata', async () => {
    const version = await versionOf(webPreset('p', `${env('A', '1')}${VOLUME}`));
    assert.match(version ?? '', /^[0-9a-f]{8}$/);
    const others = [
      webPreset('p', `${VOLUME}${env('A', '1')}`),
      webPreset('p', `  env: [{value: '1', name: A}] # why\n${VOLUME}`, '  labels: {a: b}\n  resourceVersion: ""\n'),
    ];
    for (const other of others) assert.equal(await versionOf(other), version);
    assert.notEqual(await versionOf(webPreset('p', `${env('A', '2')}${VOLUME}`)), version);
  });

  for (const [length, isCut] of [
    [53, false],
    [54, true],
    [253, true],
  ] as const) {
    it(`${isCut ? 'truncates, with a hash (a bug of the original),' : 'keeps'} a name of ${length} characters`, async () => {
      const names = ['a', 'b'].map((last) => `${'x.'.repeat(length).slice(0, length - 1)}${last}`);
      const presets = names.map((name, index) => webPreset(name, env(`A${index}`, '1')));
      const { pod } = await applyPresets([webPod(), ...presets]);
      const keys = Object.keys(annotationsOf(pod)).filter((key) => key.startsWith(PREFIX));
      assert.equal(keys.length, 2);
      for (const [index, key] of keys.entries()) {
        const [, name = ''] = key.split('/');
        assert.equal(name.length, Math.min(63, length + 10));
        if (isCut) assert.match(name, /^podpreset-x\.[x.]*-[0-9a-f]{8}$/);
        else assert.equal(name, `podpreset-${names[index]}`);
      }
      const { pod: after } = await applyPresets([pod], how('{prune: true}'));
      assert.equal(after, webPod());
    });
  }

  it('does not exclude pods for a preset named "exclude"', async () => {
    const presets = [webPreset('exclude', env('A', '1')), webPreset('q', env('B', '1'))];
    const { pod } = await applyPresets([webPod(), ...presets]);
    assert.equal((await applyPresets([pod, ...presets])).pod, pod);
    assert.match(pod, /name: B\n/);
  });

  it('is added to existing annotations, including null ones', async () => {
    for (const annotations of ['  annotations:\n', '  annotations: {}\n', '  annotations: {a: b} # ours\n']) {
      const { pod } = await applyPresets([webPod('', '', annotations), webPreset('p', env('A', '1'))]);
      assert.ok(`${PREFIX}p` in annotationsOf(pod), pod);
      assert.equal(pod.includes('# ours'), annotations.includes('# ours'));
    }
  });
});

describe('apply-pod-preset: the record', () => {
  it('contains presets, lists, containers and keys, sorted', async () => {
    const presets = [webPreset('q', env('Z', '1')), webPreset('p', `${VOLUME}${env('B', '1')}    - name: A\n`)];
    const { pod } = await applyPresets([webPod(), ...presets]);
    assert.match(
      recordOf(pod) ?? '',
      /^\{"p":\{"env main\/A":"\w{8}","env main\/B":"\w{8}","volumeMounts main\/\/v":"\w{8}","volumes \/v":"\w{8}"\},"q":\{"env main\/Z":"\w{8}"\}\}$/,
    );
  });

  it('contains a preset that injected nothing', async () => {
    const { pod } = await applyPresets([webPod(ownEnv('A', '1')), webPreset('p', env('A', '1'))]);
    assert.equal(recordOf(pod), '{"p":{}}');
    assert.equal((await applyPresets([pod], how('{prune: true}'))).pod, webPod(ownEnv('A', '1')));
  });

  it('makes all elements count as handwritten when it is removed', async () => {
    const { pod } = await applyPresets([webPod(), webPreset('p', env('A', '1'))]);
    const bare = pod.replace(/.*pod-presets:.*\n/, '');
    const same = await applyPresets([bare, webPreset('p', env('A', '1'))]);
    assert.equal(specOf(same.pod), specOf(pod));
    assert.equal(recordOf(same.pod), '{"p":{}}');
    assert.match((await applyPresets([bare, webPreset('p', env('A', '2'))])).stderr, /Duplicate env A/);
  });

  for (const damaged of ["'{'", "''", "'[]'", "'{}'", '\'{"p":1}\'', '\'{"p":{"env main/A":1}}\'', "'null'", '5']) {
    it(`is rejected if damaged: ${damaged}`, async () => {
      const { pod } = await applyPresets([webPod(), webPreset('p', env('A', '1'))]);
      const items = [pod.replace(/(pod-presets:).*/, `$1 ${damaged}`), webPreset('p', env('A', '1'))];
      const { list, results } = await applyPresets(items);
      assert.equal(list, resourceList(items));
      assert.equal(results.length, 1);
      assert.match(
        results[0] ?? '',
        /^error metadata\.annotations\["krm-variants\.dev\/pod-presets"\]: must be the unedited record/,
      );
    });
  }

  it('is stored on the workload, where a change does not restart pods', async () => {
    const job = resource(
      'batch/v1',
      'CronJob',
      'j',
      'spec:\n  jobTemplate:\n    spec:\n      template:\n        metadata:\n          labels: {role: web}\n        spec:\n          containers:\n            - name: main\n',
    );
    const { pod } = await applyPresets([job, webPreset('p', env('A', '1'))]);
    assert.deepEqual(Object.keys(annotationsOf(pod)), [RECORD]);
    const template = specOf(pod);
    assert.match(template, new RegExp(`\\n {10}annotations:\\n {12}${PREFIX}p: `));
    assert.ok(!template.includes(RECORD));
    assert.equal((await applyPresets([pod], how('{prune: true}'))).pod, job);
  });
});

describe('apply-pod-preset: an object with several templates', () => {
  const template = (name: string, lists: string, role = 'web'): string =>
    `  ${name}:\n    metadata:\n      labels: {role: ${role}}\n    spec:\n      containers:\n        - name: main\n${lists.replaceAll(/^(?=.)/gm, '    ')}`;
  const item = (...templates: readonly string[]): string =>
    resource('x.io/v1', 'Two', 't', `spec:\n${templates.join('')}`);
  const paths = '[{apiVersion: x.io/v1, kind: Two, path: spec.a}, {apiVersion: x.io/v1, kind: Two, path: spec.b}]';
  const options = (more: string): string => how(`{templates: ${paths}, ${more}}`);
  const values = (pod: string): string =>
    [...pod.matchAll(/name: ([A-Z])\n +value: "(.)/g)].map(([, name, value]) => `${name}=${value}`).join(' ');

  it('injects into each template by its own elements, and withdraws from all', async () => {
    const before = item(template('a', ownEnv('A', '1')), template('b', ''));
    const { pod } = await applyPresets([before, webPreset('p', env('A', '1'))], options(''));
    assert.equal(values(pod), 'A=1 A=1');
    assert.match(recordOf(pod) ?? '', /^\{"p":\{"spec\.b env main\/A":"\w{8}"\}\}$/);
    const changed = await applyPresets([pod], options('prune: true'));
    assert.equal(changed.pod, before);
  });

  it('excludes presets from all templates on a conflict in one, or only from that one with conflictUnit preset', async () => {
    const before = item(template('a', ''), template('b', ownEnv('A', '0')));
    const skipped = await applyPresets([before, webPreset('p', env('A', '1'))], options('onConflict: skip'));
    assert.equal(skipped.pod, before);
    const { pod } = await applyPresets(
      [before, webPreset('p', env('A', '1'))],
      options('onConflict: skip, conflictUnit: preset'),
    );
    assert.equal(values(pod), 'A=1 A=0');
  });

  for (const [clash, want] of [
    ['a', 'A=1 A=3'],
    ['b', 'A=3 A=1'],
  ] as const) {
    it(`keeps the record of one template on a conflict in the other: ${clash}`, async () => {
      const skip = options('onConflict: skip, conflictUnit: preset');
      const { pod: first } = await applyPresets(
        [item(template('a', ''), template('b', '')), webPreset('p', env('A', '1'))],
        skip,
      );
      const clashing = first.replace(
        new RegExp(`(\\n {2}${clash}:[^]*?- name: main\\n)`),
        `$1          envFrom: [{secretRef: {name: s}}]\n`,
      );
      const next = (value: string): string =>
        webPreset('p', `${env('A', value)}  envFrom: [{secretRef: {name: s, optional: true}}]\n`);
      const { pod: second } = await applyPresets([clashing, next('2')], skip);
      const { pod, results } = await applyPresets([second, next('3')], skip);
      assert.equal(values(pod), want);
      assert.ok(!results.join('\n').includes('by hand'), results.join('\n'));
    });
  }

  it('leaves the other template unchanged when one is added', async () => {
    const { pod } = await applyPresets([item(template('a', '')), webPreset('p', env('A', '1'))], options(''));
    const { pod: after, stderr } = await applyPresets(
      [`${pod}${template('b', '')}`, webPreset('p', env('A', '2'))],
      options(''),
    );
    assert.equal(stderr, '');
    assert.equal(values(after), 'A=2 A=2');
  });

  it('withdraws from a template that no longer matches, and keeps the elements of an excluded one', async () => {
    const { pod } = await applyPresets(
      [item(template('a', ''), template('b', '')), webPreset('p', env('A', '1'))],
      options(''),
    );
    const moved = pod.replace('role: web', 'role: db');
    assert.equal(values((await applyPresets([moved, webPreset('p', env('A', '2'))], options(''))).pod), 'A=2');
    const excluded = pod.replace(
      '      annotations:\n',
      '$&        podpreset.admission.kubernetes.io/exclude: "true"\n',
    );
    const ran = await applyPresets([excluded, webPreset('p', env('A', '2'))], options(''));
    assert.equal(values(ran.pod), 'A=1 A=2');
    const back = ran.pod.replace(/.*\/exclude:.*\n/, '');
    assert.equal(values((await applyPresets([back, webPreset('p', env('A', '3'))], options(''))).pod), 'A=3 A=3');
  });
});

describe('apply-pod-preset: comments that kpt would move', () => {
  const IDS = "  annotations:\n    internal.config.kubernetes.io/id: '1'\n    config.k8s.io/id: '1'\n";

  it('drops the annotations by which kpt restores comments if an element moves to the index of a commented one, with a notice', async () => {
    const first = [webPod(), webPreset('p', '  env:\n    - name: A # theirs\n    - name: B\n')];
    const { pod } = await applyPresets(first);
    const withIds = pod.replace('  annotations:\n', IDS);
    const { pod: after, notices } = await applyPresets([withIds, webPreset('p', '  env:\n    - name: B\n')]);
    assert.ok(!after.includes('/id:'));
    assert.match(notices.join('\n'), /^spec\.containers\[0\]\.env: a comment moved with its list element/m);
  });

  it('keeps these annotations if elements are added below', async () => {
    const { pod, results } = await applyPresets([
      webPod('      env:\n        - name: M # ours\n', '', IDS),
      webPreset('p', env('A', '1')),
    ]);
    assert.match(pod, /internal\.config\.kubernetes\.io\/id: '1'\n {4}config\.k8s\.io\/id: '1'\n/);
    assert.deepEqual(results, ['info -: injected into 1 pod: Pod w']);
  });

  it('keeps the comment of an element whose value changes', async () => {
    const { pod } = await applyPresets([webPod(), webPreset('p', env('A', '1'))]);
    const commented = pod.replace('          value: "1"', '          # why\n$& # ours');
    const { pod: after } = await applyPresets([commented, webPreset('p', env('A', '2'))]);
    assert.equal(specOf(after), specOf(commented).replace('"1"', '"2"'));
  });
});

describe('apply-pod-preset: without a record', () => {
  const config = how('{record: false}');
  const preset = webPreset('p', `${VOLUME}${env('A', '1')}`);

  it('injects the same elements, idempotently', async () => {
    const { pod: recorded } = await applyPresets([webPod(), preset]);
    const { pod, results } = await applyPresets([webPod(), preset], config);
    assert.deepEqual(specOf(pod), specOf(recorded));
    assert.deepEqual(Object.keys(annotationsOf(pod)), [`${PREFIX}p`]);
    assert.deepEqual(results, ['info -: injected into 1 pod: Pod w']);
    assert.equal((await applyPresets([pod, preset], config)).pod, pod);
  });

  it('removes the record of an earlier run, and nothing else', async () => {
    const { pod: recorded } = await applyPresets([webPod(), preset]);
    const { pod } = await applyPresets([recorded, preset], config);
    assert.equal(recordOf(pod), undefined);
    assert.deepEqual(specOf(pod), specOf(recorded));
  });

  it('treats earlier elements of a preset as handwritten, so that a change is a conflict', async () => {
    const { pod } = await applyPresets([webPod(), preset], config);
    const changed = webPreset('p', env('A', '2'));
    assert.match((await applyPresets([pod, changed], config)).results.join(), /^error .*env A/);
  });
});
