import assert from 'node:assert/strict';
import fc from 'fast-check';
import { applyPatch, formatPointer, parsePointer, PatchError } from '../../src/patch/index.ts';
import { readDocument } from '../../src/yaml/index.ts';

const pointers: readonly (readonly [pointer: string, tokens: readonly string[]])[] = [
  ['', []],
  ['/', ['']],
  ['/foo/0', ['foo', '0']],
  ['/a~1b', ['a/b']],
  ['/m~0n', ['m~n']],
  ['/~01', ['~1']],
  ['/~10', ['/0']],
  ['//', ['', '']],
  ['/c%d/ /"', ['c%d', ' ', '"']],
  ['/__proto__/é', ['__proto__', 'é']],
];

const faults: readonly (readonly [pointer: string, offset: number])[] = [
  ['a', 0],
  [' /a', 0],
  ['#/a', 0],
  ['/a~2', 2],
  ['/a~', 2],
  ['/~0/~~1', 4],
];

describe('a patch of many documents', () => {
  const replace = (pointer: string): string => {
    const document = readDocument('a:\n  b: 1\n');
    applyPatch(document, [{ op: 'replace', path: pointer, value: 2 }]);
    const path = document.edits[0]?.path as string[];
    assert.throws(() => path.push('c'), TypeError);
    return document.text();
  };

  it('has the same pointers for each, whatever is done with the paths of edits', () => {
    for (let time = 0; time < 3; time++) assert.equal(replace('/a/b'), 'a:\n  b: 2\n');
  });

  it('may have more pointers than are remembered', () => {
    const keys = Array.from({ length: 600 }, (_, index) => `k${index}`);
    for (const pass of [1, 2]) {
      const document = readDocument(keys.map((key) => `${key}: 0\n`).join(''));
      const operations = keys.map((key) => ({ op: 'replace', path: `/${key}`, value: pass }) as const);
      applyPatch(document, operations);
      assert.equal(document.text(), keys.map((key) => `${key}: ${pass}\n`).join(''));
    }
  });
});

describe('JSON pointers', () => {
  for (const [pointer, tokens] of pointers) {
    it(`reads and writes ${JSON.stringify(pointer)}`, () => {
      assert.deepEqual(parsePointer(pointer), tokens);
      assert.equal(formatPointer(tokens), pointer);
    });
  }

  for (const [pointer, offset] of faults) {
    it(`refuses ${JSON.stringify(pointer)}`, () => {
      assert.throws(
        () => parsePointer(pointer),
        (error) => {
          assert.ok(error instanceof PatchError);
          assert.equal(error.code, 'pointer');
          assert.deepEqual(error.place, { pointer, offset });
          return true;
        },
      );
    });
  }

  it('reads back any tokens it writes', () => {
    const token = fc.string({ unit: fc.constantFrom('~', '/', '0', '1', 'a') });
    fc.assert(fc.property(fc.array(token), (tokens) => assert.deepEqual(parsePointer(formatPointer(tokens)), tokens)));
  });
});
