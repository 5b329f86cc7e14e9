import assert from 'node:assert/strict';
import { applyPresets, env, how, ownEnv, specOf, webPod, webPreset } from './pod-preset-runs.ts';

const PRUNE = how('{prune: true}');
const VOLUME = '  volumes:\n    - name: v\n  volumeMounts:\n    - name: v\n      mountPath: /v\n';
const two = (a: string, b: string): string => `${env('A', a)}    - name: B\n      value: "${b}"\n`;

const BY_HAND = 'by hand after PodPreset "p" injected it: left as is';

/**
 * An edit of a pod with A=1 and B=1 from the preset, which then changes to `next`; the result, its warnings and
 * notices.
 */
const edits: readonly (readonly [
  name: string,
  edit: readonly [string, string],
  next: string,
  want: string,
  reported: readonly string[],
])[] = [
  [
    'keeps an element changed by hand',
    ['"1"', '"9"'],
    two('2', '2'),
    'A=9 B=2',
    [`warning spec.containers[0].env[0]: env A of container "main" was changed ${BY_HAND}`],
  ],
  [
    'keeps an element changed by hand that the preset dropped',
    ['"1"', '"9"'],
    env('B', '2'),
    'A=9 B=2',
    [`notice spec.containers[0].env[0]: env A of container "main" was changed ${BY_HAND}`],
  ],
  [
    'does not restore an element removed by hand',
    ['        - name: A\n          value: "1"\n', ''],
    two('2', '2'),
    'B=2',
    [`warning spec.containers[0].env: env A of container "main" was removed ${BY_HAND}`],
  ],
  [
    'accepts the removal of an element that the preset dropped',
    ['        - name: A\n          value: "1"\n', ''],
    env('B', '2'),
    'B=2',
    [],
  ],
  ['accepts an element changed by hand to the new value of the preset', ['"1"', '"2"'], two('2', '2'), 'A=2 B=2', []],
  [
    'replaces an element moved by hand in its list',
    [
      '        - name: A\n          value: "1"\n        - name: B\n          value: "1"\n',
      '        - name: B\n          value: "1"\n        - name: A\n          value: "1"\n',
    ],
    two('2', '2'),
    'B=2 A=2',
    [],
  ],
  [
    'replaces an element respelled by hand',
    ['          value: "1"\n', "          value: '1' # one\n"],
    two('2', '2'),
    'A=2 B=2',
    [],
  ],
];

const values = (pod: string): string =>
  [...pod.matchAll(/name: ([AB])\n +value: ['"](.)/g)].map(([, name, value]) => `${name}=${value}`).join(' ');

describe('apply-pod-preset: elements edited by hand', () => {
  for (const [name, [from, to], next, want, reported] of edits) {
    it(name, async () => {
      const { pod: before } = await applyPresets([webPod(), webPreset('p', two('1', '1'))]);
      assert.notEqual(before.replace(from, to), before);
      const ran = await applyPresets([before.replace(from, to), webPreset('p', next)]);
      const { pod, results, notices, stderr } = ran;
      assert.equal(values(pod), want);
      const handEdits = [...results, ...notices.map((notice) => `notice ${notice}`)];
      assert.deepEqual(
        handEdits.filter((line) => line.includes('by hand')),
        reported,
      );
      assert.equal(stderr, '');
      const again = await applyPresets([pod, webPreset('p', next)]);
      assert.deepEqual([again.pod, again.report, again.notices], [pod, ran.report, []], 'a second run');
    });
  }

  it('recognizes the edit in later runs', async () => {
    const { pod: before } = await applyPresets([webPod(), webPreset('p', two('1', '1'))]);
    const { pod } = await applyPresets([before.replace('"1"', '"9"'), webPreset('p', two('2', '2'))]);
    const again = await applyPresets([pod, webPreset('p', two('3', '3'))]);
    assert.equal(values(again.pod), 'A=9 B=3');
    assert.match(again.results.join('\n'), /env A of container "main" was changed by hand/);
  });

  it('manages the element again when the edit is reverted', async () => {
    const { pod: before } = await applyPresets([webPod(), webPreset('p', two('1', '1'))]);
    const { pod } = await applyPresets([before.replace('"1"', '"9"'), webPreset('p', two('2', '2'))]);
    assert.equal(
      values((await applyPresets([pod.replace('"9"', '"1"'), webPreset('p', two('3', '3'))])).pod),
      'A=3 B=3',
    );
  });

  it('treats the elements of a renamed container as handwritten', async () => {
    const { pod: before } = await applyPresets([webPod(), webPreset('p', env('A', '1'))]);
    const renamed = before.replace('- name: main', '- name: other');
    assert.equal(specOf((await applyPresets([renamed, webPreset('p', env('A', '1'))])).pod), specOf(renamed));
    const { stderr } = await applyPresets([renamed, webPreset('p', env('A', '2'))]);
    assert.match(stderr, /container "other" has \{"name":"A","value":"1"\}/);
  });

  it('reports a notice when the preset is pruned, then treats the element as handwritten', async () => {
    const { pod: before } = await applyPresets([webPod(), webPreset('p', two('1', '1'))]);
    const { pod, results, notices } = await applyPresets([before.replace('"1"', '"9"')], PRUNE);
    assert.equal(pod, webPod(ownEnv('A', '9')));
    assert.match(
      notices.join('\n'),
      /^spec\.containers\[0\]\.env\[0\]: env A of container "main" was changed by hand/m,
    );
    assert.deepEqual((await applyPresets([pod], PRUNE)).results, results);
  });

  it('reports the location of the element after the edit', async () => {
    const presets = [webPreset('p', two('1', '1')), webPreset('q', '  env:\n    - name: C\n')];
    const { pod: before } = await applyPresets([webPod(), ...presets]);
    const edited = before.replace(/name: B\n +value: "1"/, 'name: B\n          value: "9"');
    const now = webPreset('p', '  env:\n    - name: B\n      value: "1"\n');
    const { pod, results } = await applyPresets([edited, now, presets[1] ?? '']);
    assert.match(results[0] ?? '', /^warning spec\.containers\[0\]\.env\[0\]: env B of .* was changed by hand/);
    assert.deepEqual((await applyPresets([pod, now, presets[1] ?? ''])).results, results);
  });

  it('keeps a volume that is still mounted, with a notice', async () => {
    const { pod: before } = await applyPresets([webPod(), webPreset('p', VOLUME)]);
    const edited = before.replace('mountPath: /v\n', '$&          readOnly: true\n');
    const { pod, notices } = await applyPresets([edited], PRUNE);
    assert.equal(specOf(pod), specOf(edited));
    assert.match(notices.join('\n'), /^spec\.volumes\[0\]: volume v is kept because a container mounts it/m);
    assert.equal((await applyPresets([pod], PRUNE)).pod, pod, 'a second run');
  });

  it('keeps a volume that a mount of the pod refers to', async () => {
    const own = '      volumeMounts:\n        - {name: v, mountPath: /own}\n';
    const { pod: before } = await applyPresets([webPod(own), webPreset('p', VOLUME)]);
    const { pod, notices } = await applyPresets([before], PRUNE);
    assert.equal(pod, webPod(own, '  volumes:\n    - name: v\n'));
    assert.match(notices.join('\n'), /^spec\.volumes\[0\]: volume v is kept/m);
  });
});
