import assert from 'node:assert/strict';
import { Problems } from '../../src/function/index.ts';
import { readFieldOverriders, type OverrideEffect, type WrittenFieldOverrider } from '../../src/karmada/index.ts';
import { formatFieldPath, Resource, Results } from '../../src/krm/index.ts';
import { readDocument } from '../../src/yaml/index.ts';

const map = (data: string): string => `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\ndata:\n${data}`;
const remove = (fieldPath: string, subPath: string): WrittenFieldOverrider => ({
  fieldPath,
  yaml: [{ subPath, operator: 'remove' }],
});
const replace = (fieldPath: string, value: unknown): WrittenFieldOverrider => ({
  fieldPath,
  json: [{ subPath: '/x', operator: 'replace', value }],
});

interface Row {
  readonly name: string;
  readonly item: string;
  readonly written: readonly WrittenFieldOverrider[];
  readonly want?: string;
  readonly effect: OverrideEffect | undefined;
  readonly results?: readonly string[];
}

const rows: readonly Row[] = [
  {
    name: 'edits all texts, the later entries after the earlier ones',
    item: map('  a: \'{"x": 1}\'\n  b: "x: 1\\nz: 2\\n"\n'),
    written: [replace('/data/a', { x: 1 }), replace('/data/a', 3), remove('/data/b', '/z')],
    want: map('  a: \'{"x": 3}\'\n  b: "x: 1\\n"\n'),
    effect: { found: true, changed: 3, absent: ['/z in /data/b'], lacking: [] },
  },
  {
    name: 'returns the fields that a resource lacks, each once, and reports none',
    item: map('  a: \'{"x": 1}\'\n'),
    written: [replace('/data/b', 1), replace('/data/b', 2), replace('/data/a', 2), replace('/data/c/d', 2)],
    want: map('  a: \'{"x": 2}\'\n'),
    effect: { found: true, changed: 1, absent: [], lacking: ['/data/b', '/data/c/d'] },
  },
  {
    name: 'edits nothing if an entry does not apply',
    item: map('  a: \'{"x": 1}\'\n  b: \'{"y": 1}\'\n'),
    written: [replace('/data/a', 2), replace('/data/b', 2)],
    effect: undefined,
    results: ['error data.b: `json[0]` (replace "/x"): replace operation does not apply: doc is missing key: /x'],
  },
  {
    name: 'edits nothing if a test does not hold',
    item: map('  a: \'{"x": 1}\'\n'),
    written: [{ fieldPath: '/data/a', json: [{ subPath: '/x', operator: 'test', value: 2 }] }, replace('/data/a', 3)],
    effect: { found: true, changed: 0, absent: [] },
    results: ['info data.a: nothing to do, since a `test` does not hold'],
  },
];

describe('readFieldOverriders', () => {
  for (const { name, item, written, want = item, effect, results = [] } of rows) {
    it(name, () => {
      const first = apply(item, written);
      assert.equal(first.text, want);
      assert.deepEqual(first.effect, effect);
      assert.equal(first.results.length, results.length, first.results.join('\n'));
      for (const [index, result] of results.entries()) {
        assert.ok(first.results[index]?.startsWith(result), first.results[index]);
      }
      const again = apply(first.text, written);
      assert.deepEqual(again, { ...first, effect: effect && { ...effect, changed: 0 } }, 'a second run');
    });
  }

  it('returns no overrider for an empty list', () => {
    assert.deepEqual(readFieldOverriders([], ['f'], new Problems()), []);
  });

  it('adds the problems of all entries', () => {
    const problems = new Problems();
    readFieldOverriders([{ fieldPath: 'a', json: [] }, remove('/a', 'b')], ['f'], problems);
    assert.deepEqual(
      [...problems].map(({ field, message }) => `${formatFieldPath(field)}: ${message}`),
      [
        'f[0]: FieldOverrider must have either JSON or YAML set',
        'f[0].fieldPath: JSON pointer must be empty or start with a "/": "a", offset 0',
        'f[1].yaml[0].subPath: JSON pointer must be empty or start with a "/": "b", offset 0',
      ],
    );
  });
});

interface Applied {
  readonly text: string;
  readonly effect: OverrideEffect | undefined;
  readonly results: readonly string[];
}

function apply(text: string, written: readonly WrittenFieldOverrider[]): Applied {
  const problems = new Problems();
  const [overrider, ...others] = readFieldOverriders(written, ['f'], problems);
  assert.deepEqual([...problems], []);
  assert.ok(overrider !== undefined && others.length === 0);
  const results = new Results();
  const resource = new Resource(readDocument(text));
  const effect = overrider.apply(resource, { results, scope: 'all' });
  return {
    text: resource.document.text(),
    effect,
    results: [...results].map(({ severity, field, message }) => `${severity} ${field?.path}: ${message}`),
  };
}
