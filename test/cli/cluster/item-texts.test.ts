import assert from 'node:assert/strict';
import fc from 'fast-check';
import { itemTexts } from '../../../cli/cluster/item-texts.ts';
import { readPage } from '../../../cli/cluster/object-list.ts';

const kind = { apiVersion: 'v1', kind: 'ConfigMap' };

/** Objects with strings that look like the marks of JSON. */
const object = fc.dictionary(fc.string(), fc.oneof(fc.jsonValue(), fc.constantFrom('{', '"}', '\\', '\\"[')));

describe('itemTexts', () => {
  const rows: readonly (readonly [name: string, list: string, want: readonly string[]])[] = [
    ['no items', '{"items":[]}', []],
    ['null in place of a list', '{"items":null}', []],
    [
      'as they are written',
      '{ "items": [ {"n": 1.10, "a": [{}]} , {"n":12345678901234567890} ] }',
      ['{"n": 1.10, "a": [{}]}', '{"n":12345678901234567890}'],
    ],
    ['objects that are no items', '{"metadata":{"a":{"b":{}}},"items":[{"c":{}}],"extra":{"d":{}}}', ['{"c":{}}']],
    [
      'marks in strings',
      String.raw`{"a":"]}","items":[{"b":"\"}\\"},{"c":"\\\"["}]}`,
      [String.raw`{"b":"\"}\\"}`, String.raw`{"c":"\\\"["}`],
    ],
  ];
  for (const [name, list, want] of rows) it(name, () => assert.deepEqual(itemTexts(list), want));

  it('a string of a million characters', () => {
    const item = JSON.stringify({ long: '"\\'.repeat(5e5) });
    assert.deepEqual(itemTexts(`{"items":[${item}]}`), [item]);
  });

  it('finds what JSON.parse finds', () => {
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
  it('gives objects of built-in kinds what only the list says', () => {
    const { objects, next } = readPage('{"metadata":{"continue":"abc"},"items":[{"metadata":{"name":"a"}}]}', kind);
    assert.deepEqual(objects, [{ name: 'a', text: '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a"}}' }]);
    assert.equal(next, 'abc');
  });

  it('leaves objects alone that say it themselves', () => {
    const text = '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a"}}';
    assert.deepEqual(readPage(`{"items":[${text}]}`, kind), { objects: [{ name: 'a', text }], next: '' });
  });

  it('has none of an empty list', () => assert.deepEqual(readPage('{"items":null}', kind), { objects: [], next: '' }));
});
