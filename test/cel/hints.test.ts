import assert from 'node:assert/strict';
import { CelError, compile } from '../../src/cel/index.ts';
import { bindings } from './bindings.ts';

const rows: readonly (readonly [expression: string, message: string, hint: string])[] = [
  ['targt.name', "undeclared reference to 'targt'", 'target'],
  ['.targt.name', "undeclared reference to '.targt'", 'target'],
  ["[1].map(item, itm) == [1] ? 'a' : 'b'", "undeclared reference to 'itm'", 'item'],
  ['target.nam', 'no such key: nam', 'name'],
  ["target['nam']", 'no such key: nam', 'name'],
  ["string({'one': 1}.on)", 'no such key: on', 'one'],
  ["'a'.startWith('a') ? 'a' : 'b'", "undeclared reference to 'startWith'", 'startsWith'],
  ['constructor', "undeclared reference to 'constructor'", ''],
  ["string({1: 'a'}[2])", 'no such key: 2', ''],
];

describe('hints of CEL errors', () => {
  for (const [expression, message, name] of rows) {
    it(`names ${name === '' ? 'nothing' : `"${name}"`} for ${expression}, and leaves the message as it is`, () => {
      const hint = name === '' ? '' : `; did you mean "${name}"?`;
      assert.throws(
        () => compile(expression).evaluate(bindings),
        (error) => {
          assert.ok(error instanceof CelError);
          assert.deepEqual([error.message, error.hint], [message, hint]);
          return true;
        },
      );
    });
  }
});
