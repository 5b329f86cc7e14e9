import assert from 'node:assert/strict';
import { inSchemaOrder } from '../../src/function/index.ts';

const schema = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    steps: {
      type: 'array',
      items: { type: 'object', properties: { run: { type: 'string' }, id: { type: 'string' } } },
    },
    labels: { type: 'object', additionalProperties: { type: 'string' } },
  },
} as const;

describe('inSchemaOrder', () => {
  it('sorts maps in the order of their schema, then other keys alphabetically', () => {
    const value = {
      z: 1,
      labels: { b: '', a: '' },
      steps: [{ id: 'i', run: 'r', c: { e: 1, d: 2 } }],
      b: null,
      name: 'n',
    };
    const want =
      '{"name":"n","steps":[{"run":"r","id":"i","c":{"d":2,"e":1}}],"labels":{"a":"","b":""},"b":null,"z":1}';
    assert.equal(JSON.stringify(inSchemaOrder(value, schema)), want);
  });

  it('sorts all maps alphabetically without a schema', () => {
    const value: unknown = JSON.parse('{"b":[{"d":1,"__proto__":2}],"a":3}');
    assert.equal(JSON.stringify(inSchemaOrder(value)), '{"a":3,"b":[{"__proto__":2,"d":1}]}');
  });
});
