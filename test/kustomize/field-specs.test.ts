import assert from 'node:assert/strict';
import { Resource, Results } from '../../src/krm/index.ts';
import { ANNOTATION_FIELDS, LABEL_FIELDS, setEntries, type FieldSpec } from '../../src/kustomize/index.ts';
import { newDocument, type Value } from '../../src/yaml/index.ts';

/** Sets `k: v` by a field spec, and returns the data, the maps, and the messages. */
function setBy(spec: FieldSpec, value: Value, apiVersion = 'example.com/v1', kind = 'Gadget') {
  const resource = new Resource(newDocument({ apiVersion, kind, spec: value }));
  const results = new Results();
  const maps = setEntries(resource, [spec], new Map([['k', 'v']]), results);
  const data = JSON.parse(JSON.stringify(resource.document.value(['spec']) ?? null)) as Value;
  return { data, maps, messages: [...results].map(({ message, field }) => `${field?.path ?? ''}: ${message}`) };
}

describe('setEntries', () => {
  const rows: readonly (readonly [title: string, path: string, create: boolean, before: Value, after: Value])[] = [
    ['leaves a missing field', 'spec/a', false, {}, {}],
    ['creates a missing field', 'spec/a/b', true, {}, { a: { b: { k: 'v' } } }],
    ['sets in an existing field', 'spec/a', false, { a: { b: 'c' } }, { a: { b: 'c', k: 'v' } }],
    ['replaces another value', 'spec/a', false, { a: { k: 5 } }, { a: { k: 'v' } }],
    ['leaves a null field', 'spec/a', false, { a: null }, { a: null }],
    ['replaces null by a created map', 'spec/a/b', true, { a: null }, { a: { b: { k: 'v' } } }],
    ['passes through a list', 'spec/a/b', false, { a: [{ b: {} }, {}] }, { a: [{ b: { k: 'v' } }, {}] }],
    ['creates in each element', 'spec/a/b', true, { a: [{}, null] }, { a: [{ b: { k: 'v' } }, null] }],
    ['creates no list', 'spec/a[]/b', true, {}, {}],
    ['creates what is above a list', 'spec/a/b/c[]/d', true, {}, { a: { b: {} } }],
    ['makes an empty list of null', 'spec/a[]/b', false, { a: null }, { a: [] }],
    ['reads an escaped slash', String.raw`spec/a\/b`, true, {}, { 'a/b': { k: 'v' } }],
    ['passes through a list at the top', 'spec/a', true, [{ a: {} }], [{ a: { k: 'v' } }]],
  ];
  for (const [title, path, create, before, after] of rows) {
    it(title, () => {
      const { data, messages } = setBy({ path, create }, before);
      assert.deepEqual([data, messages], [after, []]);
      assert.deepEqual(setBy({ path, create }, data).data, after, 'a second run changes nothing');
    });
  }

  const errors: readonly (readonly [title: string, before: Value, want: string])[] = [
    ['a text on the way', { a: 'text' }, 'spec.a: must be a map or a list'],
    ['a text in a list', { a: ['text'] }, 'spec.a[0]: must be a map or a list'],
    ['a list at the end', { a: { b: [] } }, 'spec.a.b: must be a map of strings'],
    ['a text at the end', { a: { b: '' } }, 'spec.a.b: must be a map of strings'],
  ];
  for (const [title, before, want] of errors) {
    it(`refuses ${title}`, () => {
      assert.deepEqual(setBy({ path: 'spec/a/b', create: true }, before).messages, [want]);
    });
  }

  it('refuses an annotation of kpt', () => {
    const resource = new Resource(newDocument({ apiVersion: 'v1', kind: 'A', metadata: {} }));
    const results = new Results();
    const key = 'internal.config.kubernetes.io/path';
    setEntries(resource, [{ path: 'metadata/annotations', create: true }], new Map([[key, 'v']]), results);
    assert.deepEqual(
      [...results].map(({ message }) => message),
      ['an annotation of kpt cannot be set'],
    );
    assert.equal(resource.document.has(['metadata', 'annotations']), false);
  });

  const selected: readonly (readonly [
    spec: Omit<FieldSpec, 'path'>,
    apiVersion: string,
    kind: string,
    want: boolean,
  ])[] = [
    [{}, 'v1', 'A', true],
    [{ kind: 'A' }, 'v1', 'A', true],
    [{ kind: 'A' }, 'v1', 'B', false],
    [{ group: 'g' }, 'g/v1', 'A', true],
    [{ group: 'g' }, 'v1', 'A', false],
    [{ version: 'v1' }, 'v1', 'A', true],
    [{ version: 'v1' }, 'g/v1', 'A', true],
    [{ version: 'v1' }, 'g/v2', 'A', false],
    [{ group: '', version: '', kind: '' }, 'g/v2', 'A', true],
  ];
  for (const [spec, apiVersion, kind, want] of selected) {
    it(`${want ? 'selects' : 'does not select'} ${kind} of ${apiVersion} by ${JSON.stringify(spec)}`, () => {
      assert.equal(setBy({ ...spec, path: 'spec', create: true }, {}, apiVersion, kind).maps.length, want ? 1 : 0);
    });
  }

  it('returns each map once, and lets specs that create fields come first', () => {
    const resource = new Resource(newDocument({ apiVersion: 'v1', kind: 'A' }));
    const specs = [{ path: 'spec/a' }, { path: 'spec/a', create: true }, { path: 'spec' }];
    const maps = setEntries(resource, specs, new Map([['k', 'v']]), new Results());
    assert.deepEqual(maps, [['spec', 'a'], ['spec']]);
  });
});

describe('setEntries by two specs for one field', () => {
  it('repeats itself if one creates what the other takes for a list', () => {
    const resource = new Resource(newDocument({ apiVersion: 'v1', kind: 'A' }));
    const specs = ['spec/a[]/b', 'spec/a/c[]/b'].map((path) => ({ path, create: true }));
    const set = () => setEntries(resource, specs, new Map([['k', 'v']]), new Results());
    const first = set();
    const text = resource.document.text();
    assert.deepEqual([set(), resource.document.text()], [first, text]);
  });
});

describe('field specs of kustomize', () => {
  for (const [name, specs, count] of [
    ['annotations', ANNOTATION_FIELDS, 9],
    ['labels', LABEL_FIELDS, 32],
  ] as const) {
    it(`has all rows for ${name}, each once`, () => {
      assert.equal(new Set(specs.map((spec) => JSON.stringify(spec))).size, count);
      assert.equal(specs.length, count);
    });
  }
});
