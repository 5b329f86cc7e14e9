import assert from 'node:assert/strict';
import { Problems } from '../../src/function/index.ts';
import { readFieldOverrider, type WrittenFieldOverrider } from '../../src/karmada/index.ts';
import { formatFieldPath } from '../../src/krm/index.ts';

const problems: readonly (readonly [name: string, written: WrittenFieldOverrider, want: readonly string[]])[] = [
  ['neither format', { fieldPath: '/a' }, ['f: FieldOverrider must have either JSON or YAML set']],
  ['empty lists', { fieldPath: '/a', json: [], yaml: [] }, ['f: FieldOverrider must have either JSON or YAML set']],
  [
    'both formats',
    {
      fieldPath: '/a',
      json: [{ subPath: '/b', operator: 'remove' }],
      yaml: [{ subPath: '/b', operator: 'remove' }],
    },
    ['f: FieldOverrider has both YAML and JSON set. Only one is allowed'],
  ],
  [
    'an operation without its value',
    { fieldPath: '/a', yaml: [{ subPath: '/b', operator: 'replace' }] },
    ['f.yaml[0].value: value is required for add or replace operation'],
  ],
  [
    'a value that the operation does not take',
    { fieldPath: '/a', json: [{ subPath: '/b', operator: 'remove', value: 1 }] },
    ['f.json[0].value: value is not allowed for remove operation'],
  ],
  [
    'texts that are not JSON pointers',
    { fieldPath: 'a', yaml: [{ subPath: 'b', operator: 'copy', from: 'c' }] },
    [
      'f.fieldPath: JSON pointer must be empty or start with a "/": "a", offset 0',
      'f.yaml[0].subPath: JSON pointer must be empty or start with a "/": "b", offset 0',
      'f.yaml[0].from: JSON pointer must be empty or start with a "/": "c", offset 0',
    ],
  ],
  [
    'a raw text that is not a map',
    { fieldPath: '/a', yaml: [], mergeRawValue: '[1]' },
    ['f.mergeRawValue: must be one map'],
  ],
];

describe('readFieldOverrider', () => {
  for (const [name, written, want] of problems) {
    it(`refuses ${name}`, () => {
      const found = new Problems();
      readFieldOverrider(written, ['f'], found);
      assert.deepEqual(
        [...found].map(({ field, message }) => `${formatFieldPath(field)}: ${message}`),
        want,
      );
    });
  }

  it('reads operations, with maps in byte order, and the first document by default', () => {
    const found = new Problems();
    const written: WrittenFieldOverrider = {
      fieldPath: '/data/a.yaml',
      yaml: [{ subPath: '/b', operator: 'add', value: { z: 1, c: 2 } }],
    };
    const overrider = readFieldOverrider(written, ['f'], found);
    assert.deepEqual([...found], []);
    assert.deepEqual(overrider, {
      field: ['f'],
      fieldPath: '/data/a.yaml',
      tokens: ['data', 'a.yaml'],
      format: 'yaml',
      document: 0,
      operations: [{ op: 'add', path: '/b', value: { c: 2, z: 1 } }],
      merges: [],
      ifMissing: undefined,
      ensurePath: false,
      elementsByField: false,
    });
    assert.equal(JSON.stringify(overrider.operations[0]?.value), '{"c":2,"z":1}');
  });

  it('reads the maps to merge in the order in which they are merged', () => {
    const found = new Problems();
    const overrider = readFieldOverrider(
      { fieldPath: '/a', json: [], mergeValue: { b: 1 }, mergeRawValue: '{"b": 2}', document: 1 },
      ['f'],
      found,
    );
    assert.deepEqual([...found], []);
    assert.equal(overrider?.format, 'json');
    assert.equal(overrider.document, 1);
    assert.equal(JSON.stringify(overrider.merges.map(({ value }) => value)), '[{"b":1},{"b":2}]');
  });
});
