import assert from 'node:assert/strict';
import { resource } from '../../support/resource-list.ts';
import { application, deployment, look } from './pod-presets.ts';

const rows: readonly (readonly [name: string, spec: string, errors: readonly string[]])[] = [
  ['every field', '{conflictUnit: preset, onConflict: override, prune: true, templates: []}', []],
  ['an empty spec', '{}', []],
  ['null fields', '{conflictUnit: null, onConflict: null, prune: null, templates: null}', []],
  [
    'unknown words',
    '{conflictUnit: pods, onConflict: ignore, prune: "yes"}',
    [
      'error spec.conflictUnit: must be "pod" or "preset"',
      'error spec.onConflict: must be "fail", "skip", "keep" or "override"',
      'error spec.prune: must be a boolean, not a string',
    ],
  ],
  ['an unknown field', '{conflict: fail}', ['error spec.conflict: unknown field; did you mean `onConflict`?']],
  [
    'templates with missing or empty fields',
    '{templates: [{kind: Rollout, path: spec.template}, {apiVersion: a/v1}, {apiVersion: "", kind: "", path: a}]}',
    [
      'error spec.templates[0].apiVersion: must be set',
      'error spec.templates[1].kind: must be set',
      'error spec.templates[1].path: must be set',
      'error spec.templates[2].apiVersion: must not be empty',
      'error spec.templates[2].kind: must not be empty',
    ],
  ],
  [
    'malformed paths',
    '{templates: [{apiVersion: v1, kind: A, path: ""}, {apiVersion: v1, kind: A, path: .spec}, {apiVersion: v1, kind: A, path: spec..a}]}',
    [0, 1, 2].map(
      (index) => `error spec.templates[${index}].path: must be names joined by dots, such as \`spec.template\``,
    ),
  ],
];

describe('apply-pod-preset: validation of a PodPresetApplication', () => {
  for (const [name, spec, want] of rows) {
    it(`${want.length === 0 ? 'accepts' : 'rejects'} ${name}`, async () => {
      const { results } = await look([deployment('d', '{}')], application(spec));
      assert.deepEqual(results, want);
    });
  }

  it('rejects one without a spec', async () => {
    const text = resource('krm-variants.dev/v1alpha1', 'PodPresetApplication', 'how');
    assert.deepEqual((await look([], text)).results, ['error spec: must be set']);
  });
});

describe('apply-pod-preset: reading a PodPresetApplication', () => {
  it('reads every option', async () => {
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

  it('uses the defaults for unset options', async () => {
    const { options } = await look([], application('{}'));
    assert.deepEqual(options, { templates: [], conflictUnit: 'pod', onConflict: 'fail', prune: false, record: true });
  });
});
