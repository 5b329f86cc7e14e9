import assert from 'node:assert/strict';
import { parse } from 'yaml';
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

const MOUNT = '  volumes:\n    - name: v\n  volumeMounts:\n    - {name: v, mountPath: /cache}\n';

/** Lists of `main` and the rest of the pod, those of the preset, and the conflicts without their severity. */
const conflicts: readonly (readonly [
  name: string,
  lists: string,
  rest: string,
  preset: string,
  want: readonly string[],
])[] = [
  [
    'a mountPath, as in the design',
    '      volumeMounts:\n        - {name: o, mountPath: /cache}\n',
    '',
    MOUNT,
    [
      'spec.containers[0].volumeMounts[0]: Conflict on pod preset. Duplicate mountPath /cache. In `volumeMounts` of container "main": PodPreset "p" wants {"name":"v","mountPath":"/cache"}, container "main" has {"name":"o","mountPath":"/cache"}',
    ],
  ],
  [
    'a mountPath that differs in `readOnly`',
    '      volumeMounts:\n        - {name: v, mountPath: /cache, readOnly: true}\n',
    '',
    MOUNT,
    [
      'spec.containers[0].volumeMounts[0]: Conflict on pod preset. Duplicate mountPath /cache. In `volumeMounts` of container "main": PodPreset "p" wants {"name":"v","mountPath":"/cache"}, container "main" has {"name":"v","mountPath":"/cache","readOnly":true}',
    ],
  ],
  [
    'a volume',
    '',
    '  volumes:\n    - {name: v, secret: {secretName: s}}\n',
    MOUNT,
    [
      'spec.volumes[0]: Conflict on pod preset. Duplicate volume v. In `volumes` of the pod: PodPreset "p" wants {"name":"v"}, the pod has {"name":"v","secret":{"secretName":"s"}}',
    ],
  ],
  [
    'env, including that of an init container',
    ownEnv('A', '2'),
    `  initContainers:\n    - name: init\n${ownEnv('A', '3')}`,
    '  env:\n    - name: A\n      valueFrom: {fieldRef: {fieldPath: x}}\n',
    [
      'spec.containers[0].env[0]: Conflict on pod preset. Duplicate env A. In `env` of container "main": PodPreset "p" wants {"name":"A","valueFrom":{"fieldRef":{"fieldPath":"x"}}}, container "main" has {"name":"A","value":"2"}',
      'spec.initContainers[0].env[0]: Conflict on pod preset. Duplicate env A. In `env` of container "init": PodPreset "p" wants {"name":"A","valueFrom":{"fieldRef":{"fieldPath":"x"}}}, container "init" has {"name":"A","value":"3"}',
    ],
  ],
  [
    'the last of two variables with the same name',
    '      env:\n        - {name: A, value: "1"}\n        - {name: A, value: "2"}\n',
    '',
    env('A', '1'),
    [
      'spec.containers[0].env[1]: Conflict on pod preset. Duplicate env A. In `env` of container "main": PodPreset "p" wants {"name":"A","value":"1"}, container "main" has {"name":"A","value":"2"}',
    ],
  ],
  [
    'envFrom that differs in `optional` (a bug of the original, which loses the list)',
    '      envFrom:\n        - {prefix: P_, configMapRef: {name: c}}\n',
    '',
    '  envFrom:\n    - {prefix: P_, configMapRef: {name: c, optional: true}}\n',
    [
      'spec.containers[0].envFrom[0]: Conflict on pod preset. Duplicate envFrom P_configMapRef/c. In `envFrom` of container "main": PodPreset "p" wants {"prefix":"P_","configMapRef":{"name":"c","optional":true}}, container "main" has {"prefix":"P_","configMapRef":{"name":"c"}}',
    ],
  ],
];

describe('apply-pod-preset: conflicts', () => {
  for (const [name, lists, rest, preset, want] of conflicts) {
    it(`${name}: reports an error and changes nothing`, async () => {
      const items = [webPod(lists, rest), webPreset('p', preset)];
      const ran = await applyPresets(items);
      assert.equal(ran.list, resourceList(items));
      const errors = ran.results.filter((result) => result.startsWith('error'));
      assert.deepEqual(
        errors,
        want.map((row) => `error ${row}`),
      );
      assert.match(ran.stderr, /^\[error\] v1\/Pod\/w spec\./);
    });

    it(`${name}: reports a warning and changes nothing with skip`, async () => {
      const items = [webPod(lists, rest), webPreset('p', preset)];
      const ran = await applyPresets(items, how('{onConflict: skip}'));
      assert.equal(ran.pod, items[0]);
      assert.deepEqual(
        ran.results.filter((result) => result.includes('Conflict')),
        want.map((row) => `warning ${row}`),
      );
      assert.equal(ran.stderr, '');
    });
  }

  it('reports both values and the location', async () => {
    const { report } = await applyPresets([webPod(ownEnv('A', '2')), webPreset('p', env('A', '1'))]);
    const [result] = parse(report) as readonly Readonly<Record<string, unknown>>[];
    assert.deepEqual(result?.['resourceRef'], { apiVersion: 'v1', kind: 'Pod', name: 'w' });
    assert.deepEqual(result['field'], {
      path: 'spec.containers[0].env[0]',
      currentValue: { name: 'A', value: '2' },
      proposedValue: { name: 'A', value: '1' },
    });
  });

  it('prints all digits of large integers', async () => {
    const volume = (limit: string): string => `  volumes:\n    - {name: v, emptyDir: {sizeLimit: ${limit}}}\n`;
    const items = [webPod('', volume('12345678901234567890')), webPreset('p', volume('12345678901234567891'))];
    assert.match((await applyPresets(items)).stderr, /12345678901234567891.*12345678901234567890/);
  });

  it('names both of two presets that conflict', async () => {
    const { results } = await applyPresets([webPod(), webPreset('p', env('A', '1')), webPreset('q', env('A', '2'))]);
    assert.deepEqual(results, [
      'error spec.containers[0].env: Conflict on pod preset. Duplicate env A. In `env` of container "main": PodPreset "q" wants {"name":"A","value":"2"}, PodPreset "p" has {"name":"A","value":"1"}',
    ]);
  });

  it('changes no pod if one pod has an error', async () => {
    const items = [webPod(), webPod(ownEnv('A', '2')), webPreset('p', env('A', '1'))];
    assert.equal((await applyPresets(items)).list, resourceList(items));
  });
});

interface Combination {
  readonly options: string;
  /**
   * Values of A, B and C in the container; '' for none. The pod has A=0, preset p has A=1 and B=1, preset q has B=2 and
   * C=2.
   */
  readonly want: readonly [a: string, b: string, c: string];
  readonly presets: string;
  /** Severity of each reported conflict. */
  readonly conflicts: string;
}

const combinations: readonly Combination[] = [
  { options: '{conflictUnit: pod, onConflict: skip}', want: ['0', '', ''], presets: '', conflicts: 'warning warning' },
  { options: '{conflictUnit: preset, onConflict: skip}', want: ['0', '2', '2'], presets: 'q', conflicts: 'warning' },
  { options: '{conflictUnit: pod, onConflict: keep}', want: ['0', '1', '2'], presets: 'p q', conflicts: 'info info' },
  {
    options: '{conflictUnit: preset, onConflict: keep}',
    want: ['0', '1', '2'],
    presets: 'p q',
    conflicts: 'info info',
  },
  {
    options: '{conflictUnit: pod, onConflict: override}',
    want: ['1', '2', '2'],
    presets: 'p q',
    conflicts: 'info notice',
  },
  {
    options: '{conflictUnit: preset, onConflict: override}',
    want: ['1', '2', '2'],
    presets: 'p q',
    conflicts: 'info notice',
  },
];

describe('apply-pod-preset: handling of conflicts', () => {
  const presets = [
    webPreset('p', `${env('A', '1')}    - name: B\n      value: "1"\n`),
    webPreset('q', `${env('B', '2')}    - name: C\n      value: "2"\n`),
  ];
  for (const { options, want, presets: names, conflicts: severities } of combinations) {
    it(`applies the options ${options}`, async () => {
      const ran = await applyPresets([webPod(ownEnv('A', '0')), ...presets], how(options));
      const values = ['A', 'B', 'C'].map(
        (name) => new RegExp(`name: ${name}\n +value: "(.)"`).exec(ran.pod)?.[1] ?? '',
      );
      assert.deepEqual(values, want);
      const noted = Object.keys(annotationsOf(ran.pod)).flatMap((key) => /podpreset-(.)$/.exec(key)?.[1] ?? []);
      assert.equal(noted.join(' '), names);
      const reported = [...ran.results, ...ran.notices.map((notice) => `notice ${notice}`)];
      const found = reported.filter((result) => result.includes('Conflict'));
      assert.equal(found.map((result) => result.split(' ')[0]).join(' '), severities);
      const again = await applyPresets([ran.pod, ...presets], how(options));
      assert.deepEqual([again.pod, again.report, again.notices], [ran.pod, ran.report, []], 'a second run');
    });
  }

  for (const unit of ['pod', 'preset']) {
    it(`reports an error with fail and conflictUnit ${unit}`, async () => {
      const ran = await applyPresets([webPod(ownEnv('A', '0')), ...presets], how(`{conflictUnit: ${unit}}`));
      assert.equal(ran.pod, webPod(ownEnv('A', '0')));
      assert.match(ran.stderr, /Duplicate env A/);
    });
  }

  it('keeps the elements of earlier runs with skip: those of the pod, or of the preset', async () => {
    const one = await applyPresets([
      webPod(ownEnv('A', '0')),
      webPreset('p', env('B', '1')),
      webPreset('q', env('C', '1')),
    ]);
    const now = [webPreset('p', `${env('B', '2')}    - name: A\n      value: "1"\n`), webPreset('q', env('C', '2'))];
    assert.equal((await applyPresets([one.pod, ...now], how('{onConflict: skip}'))).pod, one.pod);
    const { pod } = await applyPresets([one.pod, ...now], how('{onConflict: skip, conflictUnit: preset}'));
    assert.equal(
      specOf(pod),
      specOf(one.pod).replace('name: C\n          value: "1"', 'name: C\n          value: "2"'),
    );
    assert.match(recordOf(pod) ?? '', /"p":\{"env main\/B":/);
  });

  it('reports the outcome with keep and override', async () => {
    const rows = [
      ['keep', 'kept the existing element'],
      ['override', 'replaced by the element of the preset'],
    ];
    for (const [onConflict, want] of rows) {
      const { results, notices } = await applyPresets(
        [webPod(ownEnv('A', '0')), ...presets],
        how(`{onConflict: ${onConflict}}`),
      );
      assert.match(
        [...results, ...notices].join('\n'),
        new RegExp(`container "main" has \\{"name":"A","value":"0"\\}: ${want}$`, 'm'),
      );
      assert.match(results.join('\n'), new RegExp(`PodPreset "p" has \\{"name":"B","value":"1"\\}: ${want}$`, 'm'));
    }
  });

  it('replaces the last element with the same name in place with override', async () => {
    const own =
      '      env:\n        - {name: A, value: "0"} # ours\n        - name: A\n          value: "2"\n        - {name: Z}\n';
    const { pod } = await applyPresets([webPod(own), webPreset('p', env('A', '1'))], how('{onConflict: override}'));
    assert.equal(specOf(pod), specOf(webPod(own.replace('value: "2"', 'value: "1"'))));
  });

  it('keeps an overridden element when its preset is removed', async () => {
    const options = how('{onConflict: override, prune: true}');
    const { pod } = await applyPresets([webPod(ownEnv('A', '0')), webPreset('p', env('A', '1'))], options);
    const changed = await applyPresets([pod, webPreset('p', env('A', '2'))], options);
    assert.equal(specOf(changed.pod), specOf(webPod(ownEnv('A', '2'))));
    const { pod: after } = await applyPresets([changed.pod], options);
    assert.equal(after, webPod(ownEnv('A', '2')));
  });

  it('overrides an element added by hand below an injected one', async () => {
    const presets1 = [webPreset('p', env('A', '1'))];
    const { pod } = await applyPresets([webPod(), ...presets1]);
    const twice = pod.replace('          value: "1"\n', '$&        - name: A\n          value: "2"\n');
    const { pod: after } = await applyPresets([twice, ...presets1], how('{onConflict: override}'));
    assert.equal(specOf(after), specOf(webPod(ownEnv('A', '1'))));
  });
});

describe('apply-pod-preset: volumes of claims', () => {
  const statefulSet = (volumes: string): string =>
    resource(
      'apps/v1',
      'StatefulSet',
      's',
      `spec:\n  template:\n    metadata:\n      labels: {role: web}\n    spec:\n      containers:\n        - name: main\n${volumes}  volumeClaimTemplates:\n    - metadata: {name: v}\n`,
    );
  const WANT =
    'spec.template.spec.volumes: Conflict on pod preset. Duplicate volume v. In `volumes` of the pod: PodPreset "p" wants {"name":"v"}, volumeClaimTemplate "v" provides a volume of the same name';

  for (const onConflict of ['fail', 'override']) {
    it(`reports an error with ${onConflict} (a bug of the original)`, async () => {
      const ran = await applyPresets([statefulSet(''), webPreset('p', MOUNT)], how(`{onConflict: ${onConflict}}`));
      assert.equal(ran.pod, statefulSet(''));
      assert.deepEqual(ran.results, [`error ${WANT}`]);
    });
  }

  it('reports a warning with skip', async () => {
    const ran = await applyPresets([statefulSet(''), webPreset('p', MOUNT)], how('{onConflict: skip}'));
    assert.equal(ran.pod, statefulSet(''));
    assert.deepEqual(ran.results, [`warning ${WANT}`]);
  });

  it('mounts the volume of the claim with keep', async () => {
    const { pod } = await applyPresets([statefulSet(''), webPreset('p', MOUNT)], how('{onConflict: keep}'));
    assert.match(
      pod,
      /- name: main\n {10}volumeMounts:\n {12}- name: v\n {14}mountPath: \/cache\n {2}volumeClaimTemplates/,
    );
  });

  it('reports a claim added after the volume was injected', async () => {
    const { pod } = await applyPresets([statefulSet('').replace('name: v', 'name: u'), webPreset('p', MOUNT)]);
    const { results } = await applyPresets([pod.replace('name: u', 'name: v'), webPreset('p', MOUNT)]);
    assert.match(results.join('\n'), /^error .*volumeClaimTemplate "v" provides a volume of the same name/);
  });
});
