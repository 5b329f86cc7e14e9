import assert from 'node:assert/strict';
import { resource } from '../../support/resource-list.ts';
import { application, deployment, look } from './pod-presets.ts';

const rows: readonly (readonly [name: string, spec: string, errors: readonly string[]])[] = [
  ['all that it has', '{conflictUnit: preset, onConflict: override, prune: true, templates: []}', []],
  ['nothing', '{}', []],
  ['null', '{conflictUnit: null, onConflict: null, prune: null, templates: null}', []],
  [
    'words that are none',
    '{conflictUnit: pods, onConflict: ignore, prune: "yes"}',
    [
      'error spec.conflictUnit: must be "pod" or "preset"',
      'error spec.onConflict: must be "fail", "skip", "keep" or "override"',
      'error spec.prune: must be a boolean, not a string',
    ],
  ],
  [
    'a field that it does not have',
    '{conflict: fail}',
    ['error spec.conflict: unknown field; did you mean `onConflict`?'],
  ],
  [
    'templates that lack something',
    '{templates: [{kind: Rollout, path: spec.template}, {apiVersion: a/v1}, {apiVersion: "", kind: "", path: a}]}',
    [
      'error spec.templates[0].apiVersion: must be set',
      'error spec.templates[1].kind: must be set',
      'error spec.templates[1].path: must be set',
      'error spec.templates[2].apiVersion: must NOT have fewer than 1 characters',
      'error spec.templates[2].kind: must NOT have fewer than 1 characters',
    ],
  ],
  [
    'paths that are none',
    '{templates: [{apiVersion: v1, kind: A, path: ""}, {apiVersion: v1, kind: A, path: .spec}, {apiVersion: v1, kind: A, path: spec..a}]}',
    [0, 1, 2].map((index) => `error spec.templates[${index}].path: must be names joined by dots, as \`spec.template\``),
  ],
];

describe('apply-pod-preset: validation of a PodPresetApplication', () => {
  for (const [name, spec, want] of rows) {
    it(name, async () => {
      const { results } = await look([deployment('d', '{}')], application(spec));
      assert.deepEqual(results, want);
    });
  }

  it('one without a spec', async () => {
    const text = resource('krm-variants.dev/v1alpha1', 'PodPresetApplication', 'how');
    assert.deepEqual((await look([], text)).results, ['error spec: must be set']);
  });
});

describe('apply-pod-preset: what is read of a PodPresetApplication', () => {
  it('what it says', async () => {
    const spec =
      '{conflictUnit: preset, onConflict: keep, prune: true, record: false, templates: [{apiVersion: a/v1, kind: A, path: spec.b.template}]}';
    const { options } = await look([], application(spec));
    const { templates, ...others } = options;
    assert.deepEqual(others, { conflictUnit: 'preset', onConflict: 'keep', prune: true, record: false });
    assert.deepEqual(
      templates.map(({ apiVersion, kind, path, field }) => [apiVersion, kind, path, field]),
      [['a/v1', 'A', ['spec', 'b', 'template'], ['spec', 'templates', 0]]],
    );
  });

  it('and else what counts where nothing is said', async () => {
    const { options } = await look([], application('{}'));
    assert.deepEqual(options, { templates: [], conflictUnit: 'pod', onConflict: 'fail', prune: false, record: true });
  });
});
