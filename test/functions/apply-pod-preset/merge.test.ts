import assert from 'node:assert/strict';
import { resource } from '../../support/resource-list.ts';
import {
  annotationsOf,
  applyPresets,
  env,
  how,
  itemsOf,
  ownEnv,
  specOf,
  webPod,
  webPreset,
} from './pod-preset-runs.ts';

const DONE = 'info -: injected into 1 pod: Pod w';

/** Lists of `main` and the rest of the pod, lists of the preset, and lists and rest of the resulting pod. */
interface Row {
  readonly name: string;
  readonly lists?: string;
  readonly rest?: string;
  readonly preset: string;
  readonly want: string;
}

const rows: readonly Row[] = [
  {
    name: 'creates all four lists',
    preset:
      '  env:\n    - name: A # why\n      value: "1"\n  envFrom:\n    - configMapRef: {name: c}\n  volumeMounts:\n    - mountPath: /cache\n      name: v\n  volumes:\n    - name: v\n      emptyDir: {}\n',
    want: '      env:\n        - name: A # why\n          value: "1"\n      envFrom:\n        - configMapRef: {name: c}\n      volumeMounts:\n        - mountPath: /cache\n          name: v\n  volumes:\n    - name: v\n      emptyDir: {}\n',
  },
  {
    name: 'appends to existing elements, which keep position and text; in compact style if the list is',
    lists: '      env: # ours\n      - {name: Z, value: "0"} # z\n      - name: B\n',
    preset:
      '  env:\n    - name: C\n      value: |\n        one\n          two\n    - name: B # an equal one is not added\n      value: ""\n    - name: A\n',
    want: '      env: # ours\n      - {name: Z, value: "0"} # z\n      - name: B\n      - name: C\n        value: |\n          one\n            two\n      - name: A\n',
  },
  {
    name: 'appends in flow style to a list in flow style',
    lists: '      env: [{name: Z, value: "0"}]\n',
    preset: '  env:\n    - name: A # why\n      value: "1"\n',
    want: '      env: [{name: Z, value: "0"}, {name: A, value: "1"}]\n',
  },
  {
    name: 'writes a preset in flow style as lines, in the order of the types',
    preset: '  env: [{valueFrom: {fieldRef: {fieldPath: metadata.name}}, name: A}]\n',
    want: '      env:\n        - name: A\n          valueFrom:\n            fieldRef:\n              fieldPath: metadata.name\n',
  },
  { name: 'fills a null list', lists: '      env:\n', preset: env('A', '1'), want: ownEnv('A', '1') },
  { name: 'fills an empty list', lists: '      env: []\n', preset: env('A', '1'), want: ownEnv('A', '1') },
  {
    name: 'creates no list for an empty list of a preset',
    preset: `  envFrom: []\n  volumes: []\n  volumeMounts: []\n${env('A', '1')}`,
    want: ownEnv('A', '1'),
  },
  {
    name: 'expands aliases in a preset',
    preset:
      '  env:\n    - name: A\n      valueFrom: &v\n        fieldRef: {fieldPath: metadata.name}\n    - name: B\n      valueFrom: *v\n',
    want: '      env:\n        - name: A\n          valueFrom:\n            fieldRef: {fieldPath: metadata.name}\n        - name: B\n          valueFrom:\n            fieldRef: {fieldPath: metadata.name}\n',
  },
  {
    name: 'compares env names case-sensitively',
    lists: ownEnv('abc', '1'),
    preset: env('ABC', '2'),
    want: `${ownEnv('abc', '1')}        - name: ABC\n          value: "2"\n`,
  },
  {
    name: 'injects into all containers and initContainers, including sidecars',
    rest: '    - name: side\n  initContainers:\n    - name: init\n      restartPolicy: Always\n',
    preset: env('A', '1'),
    want: `${ownEnv('A', '1')}    - name: side\n${ownEnv('A', '1')}  initContainers:\n    - name: init\n      restartPolicy: Always\n${ownEnv('A', '1')}`,
  },
  {
    name: 'mounts one volume at two paths, and with two subPaths (a bug of the original)',
    lists: '      volumeMounts:\n        - {name: v, mountPath: /own}\n',
    rest: '  volumes: [{name: v}]\n',
    preset:
      '  volumes: [{name: v, emptyDir: {}}]\n  volumeMounts:\n    - {name: v, mountPath: /a, subPath: a}\n    - {name: v, mountPath: /b, subPath: b}\n',
    want: '      volumeMounts:\n        - {name: v, mountPath: /own}\n        - name: v\n          mountPath: /a\n          subPath: a\n        - name: v\n          mountPath: /b\n          subPath: b\n  volumes: [{name: v}]\n',
  },
  {
    name: 'compares paths as written',
    lists: '      volumeMounts:\n        - {name: o, mountPath: /opt/}\n',
    preset:
      '  volumes:\n    - name: v\n  volumeMounts:\n    - name: v\n      mountPath: /opt\n    - name: v\n      mountPath: /opt/app\n',
    want: '      volumeMounts:\n        - {name: o, mountPath: /opt/}\n        - name: v\n          mountPath: /opt\n        - name: v\n          mountPath: /opt/app\n  volumes:\n    - name: v\n',
  },
  {
    name: 'treats envFrom with another prefix or kind as another source',
    lists: '      envFrom:\n        - configMapRef: {name: c}\n',
    preset:
      '  envFrom:\n    - configMapRef: {name: c, optional: false}\n    - prefix: P_\n      configMapRef: {name: c}\n    - secretRef: {name: c}\n',
    want: '      envFrom:\n        - configMapRef: {name: c}\n        - prefix: P_\n          configMapRef: {name: c}\n        - secretRef: {name: c}\n',
  },
  {
    name: 'adds nothing that is equal after defaulting',
    lists: `${ownEnv('A', '1')}      volumeMounts:\n        - {mountPath: /s, name: s}\n`,
    rest: '  volumes:\n    - name: s\n      secret: {secretName: x}\n',
    preset: `${env('A', '1')}  volumes:\n    - name: s\n      secret: {defaultMode: 0644, secretName: x}\n  volumeMounts:\n    - {name: s, mountPath: /s, readOnly: false}\n`,
    want: `${ownEnv('A', '1')}      volumeMounts:\n        - {mountPath: /s, name: s}\n  volumes:\n    - name: s\n      secret: {secretName: x}\n`,
  },
];

describe('apply-pod-preset: injection into a pod', () => {
  for (const { name, lists = '', rest = '', preset, want } of rows) {
    it(name, async () => {
      const ran = await applyPresets([webPod(lists, rest), webPreset('p', preset)]);
      assert.equal(specOf(ran.pod), specOf(webPod(want)));
      assert.deepEqual(ran.results, [DONE]);
      assert.equal((await applyPresets([ran.pod, webPreset('p', preset)])).pod, ran.pod, 'a second run');
    });
  }

  it('injects presets in their order, elements in theirs, and annotates all presets', async () => {
    const items = [webPreset('z', env('Z', '1')), webPod(ownEnv('M', '1')), webPreset('a', env('A', '1'))];
    const { list } = await applyPresets(items);
    const text = list.slice(list.indexOf('kind: Pod\n'));
    assert.match(text, /name: M[^]*name: Z[^]*name: A\n/);
    assert.deepEqual(
      Object.keys(
        annotationsOf((await applyPresets([webPod(), ...items.filter((item) => item.includes('PodPreset'))])).pod),
      ),
      [
        'podpreset.admission.kubernetes.io/podpreset-z',
        'podpreset.admission.kubernetes.io/podpreset-a',
        'krm-variants.dev/pod-presets',
      ],
    );
  });

  it('injects equal elements of two presets once, including envFrom (a bug of the original), and annotates both presets', async () => {
    const lists = `${env('A', '1')}  envFrom:\n    - secretRef: {name: s}\n  volumes:\n    - name: v\n`;
    const same = `${env('A', '1')}  envFrom:\n    - secretRef: {name: s, optional: false}\n  volumes:\n    - {name: v, emptyDir: {}}\n`;
    const { pod } = await applyPresets([webPod(), webPreset('p', lists), webPreset('q', same)]);
    const once = `${ownEnv('A', '1')}      envFrom:\n        - secretRef: {name: s}\n  volumes:\n    - name: v\n`;
    assert.equal(specOf(pod), specOf(webPod(once)));
    assert.deepEqual(Object.keys(annotationsOf(pod)).length, 3);
  });

  it('injects JSON into a JSON pod, and into YAML', async () => {
    const preset =
      '{"apiVersion": "settings.k8s.io/v1alpha1", "kind": "PodPreset", "metadata": {"name": "p"}, "spec": {"selector": {"matchLabels": {"role": "web"}}, "env": [{"value": "1", "name": "A"}]}}\n';
    const json =
      '{"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "w", "labels": {"role": "web"}}, "spec": {"containers": [{"name": "main", "env": []}]}}\n';
    const { list } = await applyPresets([json, preset]);
    assert.match(list, /"env": \[\{"name": "A", "value": "1"\}\]\}\]\}\}\n/);
    assert.equal(specOf((await applyPresets([webPod(), preset])).pod), specOf(webPod(ownEnv('A', '1'))));
  });

  it('annotates the template, writes the record to the workload, and leaves the rest untouched', async () => {
    const template = (notes: string, lists: string): string =>
      `spec:\n  selector: {matchLabels: {role: web}} # as below\n  template:\n    metadata:\n      labels: {role: web}\n${notes}    spec:\n      containers:\n        - name: main\n${lists}`;
    const deployment = resource('apps/v1', 'Deployment', 'd', template('', ''), '  labels: {role: other}\n');
    const { pod, results } = await applyPresets([
      deployment,
      webPreset('p', env('A', '1'), '  resourceVersion: "123"\n'),
    ]);
    const record = `'{"p":{"env main/A":"`;
    assert.match(pod, new RegExp(`\\n {2}annotations:\\n {4}krm-variants.dev/pod-presets: ${record}`));
    const notes = '      annotations:\n        podpreset.admission.kubernetes.io/podpreset-p: "123"\n';
    assert.equal(specOf(pod), template(notes, ownEnv('A', '1').replaceAll(/^/gm, '    ').trimEnd() + '\n'));
    assert.deepEqual(results, ['info -: injected into 1 pod: Deployment d']);
  });

  it('injects once into each of two containers that share a list by an anchor', async () => {
    const rest = '    - name: side\n      env: *e\n';
    const { list, results } = await applyPresets([
      webPod('      env: &e\n        - name: M\n', rest),
      webPreset('p', env('A', '1')),
    ]);
    const { spec } = itemsOf(list)[0] as unknown as {
      readonly spec: { readonly containers: readonly { readonly env: unknown }[] };
    };
    const want = [{ name: 'M' }, { name: 'A', value: '1' }];
    assert.deepEqual(
      spec.containers.map((container) => container.env),
      [want, want],
    );
    assert.deepEqual(results.slice(0, 1), [DONE]);
  });

  it('returns excluded and unmatched resources unchanged', async () => {
    const excluded = webPod('', '', '  annotations: {podpreset.admission.kubernetes.io/exclude: "true"}\n');
    assert.equal((await applyPresets([excluded, webPreset('p', env('A', '1'))])).pod, excluded);
    const other = webPod().replace('role: web', 'role: db');
    assert.equal((await applyPresets([other, webPreset('p', env('A', '1'))])).pod, other);
  });
});

describe('apply-pod-preset: selection of presets', () => {
  it('applies only the preset given as function config', async () => {
    const ran = await applyPresets([webPod(), webPreset('q', env('B', '1'))], webPreset('p', env('A', '1')));
    assert.equal(specOf(ran.pod), specOf(webPod(ownEnv('A', '1'))));
  });

  it('warns if there is no preset', async () => {
    const { pod, results } = await applyPresets([webPod()], how('{}'));
    assert.equal(pod, webPod());
    assert.match(results.join('\n'), /^warning -: no PodPreset in the function config or among the items$/);
  });

  it('rejects two presets with the same name, except in two namespaces', async () => {
    const twin = webPreset('p', env('B', '1'), '  namespace: default\n');
    const { pod, results } = await applyPresets([webPod(), webPreset('p', env('A', '1')), twin]);
    assert.equal(pod, webPod());
    assert.deepEqual(results, ['error -: duplicate PodPreset: namespace and name must be unique']);
    const far = webPreset('p', env('B', '1'), '  namespace: far\n');
    const farPod = webPod('', '', '  namespace: far\n');
    const { stderr, list } = await applyPresets([webPod(), farPod, webPreset('p', env('A', '1')), far]);
    assert.equal(stderr, '');
    assert.match(list, /name: A\n[^]*namespace: far[^]*name: B\n[^]*kind: PodPreset/);
  });
});
