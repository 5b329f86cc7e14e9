import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readPage, itemTexts } from '../../../cli/cluster/read-cluster.ts';

const kind = { apiVersion: 'v1', kind: 'ConfigMap' };

/** Objects with strings that look like JSON punctuation. */
const object = fc.dictionary(fc.string(), fc.oneof(fc.jsonValue(), fc.constantFrom('{', '"}', '\\', '\\"[')));

describe('itemTexts', () => {
  const rows: readonly (readonly [name: string, list: string, want: readonly string[]])[] = [
    ['no items', '{"items":[]}', []],
    ['null instead of a list', '{"items":null}', []],
    [
      'texts as written',
      '{ "items": [ {"n": 1.10, "a": [{}]} , {"n":12345678901234567890} ] }',
      ['{"n": 1.10, "a": [{}]}', '{"n":12345678901234567890}'],
    ],
    ['only objects in items', '{"metadata":{"a":{"b":{}}},"items":[{"c":{}}],"extra":{"d":{}}}', ['{"c":{}}']],
    [
      'punctuation in strings',
      String.raw`{"a":"]}","items":[{"b":"\"}\\"},{"c":"\\\"["}]}`,
      [String.raw`{"b":"\"}\\"}`, String.raw`{"c":"\\\"["}`],
    ],
  ];
  for (const [name, list, want] of rows) it(`finds ${name}`, () => assert.deepEqual(itemTexts(list), want));

  it('finds an item with a string of a million characters', () => {
    const item = JSON.stringify({ long: '"\\'.repeat(5e5) });
    assert.deepEqual(itemTexts(`{"items":[${item}]}`), [item]);
  });

  it('finds the same items as JSON.parse', () => {
    fc.assert(
      fc.property(fc.array(object), object, fc.constantFrom(0, 2), (items, metadata, indent) => {
        const list = JSON.stringify({ metadata, items }, null, indent);
        const found = itemTexts(list).map((text) => JSON.stringify(JSON.parse(text)));
        assert.deepEqual(
          found,
          items.map((item) => JSON.stringify(item)),
        );
      }),
    );
  });
});

describe('readPage', () => {
  it('adds the kind of the list to objects of built-in kinds', () => {
    const { objects, next } = readPage('{"metadata":{"continue":"abc"},"items":[{"metadata":{"name":"a"}}]}', kind);
    assert.deepEqual(objects, [{ name: 'a', text: '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a"}}' }]);
    assert.equal(next, 'abc');
  });

  it('keeps objects that have their own kind', () => {
    const text = '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a"}}';
    assert.deepEqual(readPage(`{"items":[${text}]}`, kind), { objects: [{ name: 'a', text }], next: '' });
  });

  it('returns no objects for an empty list', () =>
    assert.deepEqual(readPage('{"items":null}', kind), { objects: [], next: '' }));
});
