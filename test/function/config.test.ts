import assert from 'node:assert/strict';
import { applyFunction } from '../../src/function/index.ts';
import { formatResult, KrmError, Resource, Resources, type Result } from '../../src/krm/index.ts';
import { readDocument } from '../../src/yaml/index.ts';
import { probe, PROBE } from '../support/probe.ts';
import { resource } from '../support/resource-list.ts';

async function problems(
  functionConfig: string | undefined,
  items: readonly string[] = ['kind: A'],
): Promise<readonly string[]> {
  const resources = new Resources(items.map((text) => new Resource(readDocument(text))));
  const config = functionConfig === undefined ? undefined : new Resource(readDocument(functionConfig));
  let results: readonly Result[] = [];
  await assert.rejects(applyFunction(probe(), resources, config), (error) => {
    assert.ok(error instanceof KrmError);
    results = error.results;
    return true;
  });
  return results.map((result) => formatResult(result).replace('krm-variants.dev/v1alpha1/Probe/p ', ''));
}

const spec = (text: string): string => `${resource('krm-variants.dev/v1alpha1', 'Probe', 'p')}spec: ${text}\n`;

const NOT_GIVEN =
  '[error]: no function config was given: the function config must be Probe (krm-variants.dev/v1alpha1)';
const WRONG = 'the function config must be Probe (krm-variants.dev/v1alpha1)';

const rows: readonly (readonly [name: string, config: string | undefined, want: readonly string[]])[] = [
  ['none', undefined, [NOT_GIVEN]],
  ['a ConfigMap without data', resource('v1', 'ConfigMap', 'function-input'), [NOT_GIVEN]],
  ['a ConfigMap with empty data', resource('v1', 'ConfigMap', 'function-input', 'data: {}\n'), [NOT_GIVEN]],
  ['a ConfigMap with null data', resource('v1', 'ConfigMap', 'function-input', 'data:\n'), [NOT_GIVEN]],
  [
    'a ConfigMap with misspelled data',
    resource('v1', 'ConfigMap', 'c', 'dta: {a: b}\n'),
    [`[error] v1/ConfigMap/c kind: ${WRONG}`],
  ],
  [
    'a ConfigMap with data',
    resource('v1', 'ConfigMap', 'c', 'data: {a: b}\n'),
    [`[error] v1/ConfigMap/c kind: ${WRONG}`],
  ],
  ['another kind', resource('v1', 'Secret', 's', 'data: {a: eA==}\n'), [`[error] v1/Secret/s kind: ${WRONG}`]],
  [
    'a kind in another case',
    PROBE.replace('kind: Probe', 'kind: probe'),
    [`[error] krm-variants.dev/v1alpha1/probe/p kind: ${WRONG}; did you mean kind "Probe"?`],
  ],
  ['a scalar', '3\n', [`[error] kind: ${WRONG}`]],
  [
    'a known kind in a wrong group',
    PROBE.replace('krm-variants.dev', 'example.com'),
    ['[error] example.com/v1alpha1/Probe/p apiVersion: must be "krm-variants.dev/v1alpha1" for kind Probe'],
  ],
  ['no spec', resource('krm-variants.dev/v1alpha1', 'Probe', 'p'), ['[error] spec: must be set']],
  ['null spec', spec('null'), ['[error] spec: must be set']],
  ['null in a list', spec('{names: [null]}'), ['[error] spec.names[0]: must be a string, not null']],
  ['a list as spec', spec('[]'), ['[error] spec: must be a map, not a list']],
  ['a missing field', spec('{}'), ['[error] spec.names: must be set']],
  ['a typo', spec('{names: [], mdoe: fast}'), ['[error] spec.mdoe: unknown field; did you mean `mode`?']],
  [
    'a map in place of a list',
    spec('{names: {a: b}}'),
    ['[error] spec.names: must be a list, not a map: put "- " before `a`'],
  ],
  [
    'an unknown field',
    spec('{names: [], other: 1}'),
    ['[error] spec.other: unknown field; known fields: `names`, `mode`, `revision`, `steps`'],
  ],
  ['an unknown field at the top', `${PROBE}sepc: {}\n`, ['[error] sepc: unknown field; did you mean `spec`?']],
  [
    'an unknown field in a list',
    spec('{names: [], steps: [{}, {imgae: x}]}'),
    ['[error] spec.steps[1].imgae: unknown field; did you mean `image`?'],
  ],
  [
    'a duplicate key',
    spec('{names: [a], names: [b]}'),
    ['[error] spec.names: duplicate key "names" in lines 5 and 5: a key must be unique'],
  ],
  [
    'a key that Kubernetes reads as another one, beside other problems',
    `${PROBE}no: {}\n`,
    [
      '[error] false: the key "no" in line 8 must be quoted: Kubernetes reads it as "false"',
      '[error] false: unknown field; known fields: `apiVersion`, `kind`, `metadata`, `spec`',
    ],
  ],
  [
    'a ConfigMap whose last data are empty',
    resource('v1', 'ConfigMap', 'c', 'data: {a: b}\ndata: {}\n'),
    [`[error] v1/ConfigMap/c kind: ${WRONG}`],
  ],
  ['a number for a string', spec('{names: [a, 12]}'), ['[error] spec.names[1]: must be a string, not a number']],
  [
    'a big number for a string',
    spec('{names: [12345678901234567890]}'),
    ['[error] spec.names[0]: must be a string, not a number'],
  ],
  ['a boolean for a string', spec('{names: [yes]}'), ['[error] spec.names[0]: must be a string, not a boolean']],
  ['a wrong choice', spec('{names: [], mode: slow}'), ['[error] spec.mode: must be "fast" or "safe"']],
  [
    'a fraction',
    spec('{names: [], revision: 1.5}'),
    ['[error] spec.revision: must be an integer or a string, not a number'],
  ],
  ['another rule', spec("{names: ['']}"), ['[error] spec.names[0]: must not be empty']],
  [
    'a key named like a method',
    spec('{names: [], toString: 1}'),
    ['[error] spec.toString: unknown field; known fields: `names`, `mode`, `revision`, `steps`'],
  ],
  [
    'all problems at once, including those of the function',
    spec('{names: [a, bad], mode: 3, mdoe: fast, steps: [{image: a, imgae: b}]}'),
    [
      '[error] spec.mdoe: unknown field; did you mean `mode`?',
      '[error] spec.mode: must be a string, not a number',
      '[error] spec.names[1]: must not be "bad"',
      '[error] spec.steps[0].imgae: unknown field; did you mean `image`?',
    ],
  ],
];

const NOTHING = { results: [], notices: [] };

describe('function config', () => {
  for (const [name, config, want] of rows) {
    it(`reports ${name}`, async () => assert.deepEqual((await problems(config)).toSorted(), want));
  }

  it('reports the current value', async () => {
    const config = new Resource(readDocument(spec('{names: [], mode: slow}')));
    await assert.rejects(applyFunction(probe(), new Resources([]), config), (error) => {
      assert.ok(error instanceof KrmError);
      assert.deepEqual(error.results[0]?.field, { path: 'spec.mode', currentValue: 'slow' });
      return true;
    });
  });

  it('is not required without items', async () => {
    assert.deepEqual(await applyFunction(probe(), new Resources([]), undefined), NOTHING);
  });

  it('accepts fields that are null', async () => {
    const config = new Resource(readDocument(spec('{names: [], mode: null, steps: [{image: null}, {}]}')));
    assert.deepEqual(await applyFunction(probe(), new Resources([]), config), NOTHING);
  });

  it('passes the result of its form to the function', async () => {
    let names: readonly string[] = [];
    const fn = probe(({ config }) => void (names = config.names));
    await applyFunction(fn, new Resources([]), new Resource(readDocument(PROBE)));
    assert.deepEqual(names, ['one']);
  });
});
