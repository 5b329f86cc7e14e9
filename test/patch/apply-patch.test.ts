import assert from 'node:assert/strict';
import {
  applyPatch,
  PatchError,
  type Operation,
  type PatchOutcome,
  type PatchErrorCode,
} from '../../src/patch/index.ts';
import { readDocument, type Value } from '../../src/yaml/index.ts';

const row = (
  name: string,
  text: string,
  operation: Operation,
  want: string,
  outcome: PatchOutcome = 'changed',
): readonly [string, string, Operation, string, PatchOutcome] => [name, text, operation, want, outcome];

const texts = [
  row('adds a key', 'a: 1 # one\n', { op: 'add', path: '/b', value: 2 }, 'a: 1 # one\nb: 2\n'),
  row('replaces an existing key', 'a: 1 # one\n', { op: 'add', path: '/a', value: 2 }, 'a: 2 # one\n'),
  row(
    'changes nothing if the value is already there',
    'a: 1.0\n',
    { op: 'add', path: '/a', value: 1 },
    'a: 1.0\n',
    'unchanged',
  ),
  row('takes a missing value for null', 'a: 1\n', { op: 'replace', path: '/a' }, 'a: null\n'),
  row('adds an element before another', 'a: [1, 2]\n', { op: 'add', path: '/a/1', value: 9 }, 'a: [1, 9, 2]\n'),
  row('adds an element equal to an existing one', 'a: [1]\n', { op: 'add', path: '/a/0', value: 1 }, 'a: [1, 1]\n'),
  row('adds an element at the length', 'a: [1, 2]\n', { op: 'add', path: '/a/2', value: 9 }, 'a: [1, 2, 9]\n'),
  row('adds an element at the end', '- 1\n', { op: 'add', path: '/-', value: 9 }, '- 1\n- 9\n'),
  row('adds an element at -1, the end', 'a: [1, 2]\n', { op: 'add', path: '/a/-1', value: 9 }, 'a: [1, 2, 9]\n'),
  row(
    'adds an element at -2, before the last',
    'a: [1, 2]\n',
    { op: 'add', path: '/a/-2', value: 9 },
    'a: [1, 9, 2]\n',
  ),
  row('adds an element at -3, the front', 'a: [1, 2]\n', { op: 'add', path: '/a/-3', value: 9 }, 'a: [9, 1, 2]\n'),
  row('adds the key -', 'a: 1\n', { op: 'add', path: '/-', value: 2 }, "a: 1\n'-': 2\n"),
  row('adds the key 01', 'a: 1\n', { op: 'add', path: '/01', value: 2 }, 'a: 1\n"01": 2\n'),
  row('adds __proto__', '{}\n', { op: 'add', path: '/__proto__', value: 1 }, '{"__proto__": 1}\n'),
  row('adds to __proto__', '__proto__: {}\n', { op: 'add', path: '/__proto__/a', value: 1 }, '__proto__:\n  a: 1\n'),
  row('replaces an own toString', 'toString: 1\n', { op: 'replace', path: '/toString', value: 2 }, 'toString: 2\n'),
  row('replaces a whole document', 'a: 1\n', { op: 'replace', path: '', value: { b: [1] } }, 'b:\n- 1\n'),
  row('replaces the last element', 'a: [1, 2]\n', { op: 'replace', path: '/a/-1', value: 9 }, 'a: [1, 9]\n'),
  row('removes a key within the last element', 'a: [1, {b: 2}]\n', { op: 'remove', path: '/a/-1/b' }, 'a: [1, {}]\n'),
  row('removes an element with its comment', '- 1 # one\n- 2 # two\n', { op: 'remove', path: '/-2' }, '- 2 # two\n'),
  row(
    'moves a key to another name',
    '# c\na: 0x1F # d\nz: 1\n',
    { op: 'move', from: '/a', path: '/b' },
    '# c\nb: 0x1F # d\nz: 1\n',
  ),
  row('moves a key over another', 'a: 1.50\nb: 2\n', { op: 'move', from: '/a', path: '/b' }, 'b: 1.50\n'),
  row(
    'changes nothing if a key is moved to itself',
    'a: 1\n',
    { op: 'move', from: '/a', path: '/a' },
    'a: 1\n',
    'unchanged',
  ),
  row(
    'changes nothing if an element is moved to itself',
    '- 1\n- 2\n',
    { op: 'move', from: '/1', path: '/-' },
    '- 1\n- 2\n',
    'unchanged',
  ),
  row('moves an element down', '[1, 2, 3]', { op: 'move', from: '/0', path: '/2' }, '[2, 3, 1]'),
  row('moves an element up', '[1, 2, 3]', { op: 'move', from: '/2', path: '/0' }, '[3, 1, 2]'),
  row('moves an element into a later one', '[1, [2], [3]]', { op: 'move', from: '/0', path: '/1/0' }, '[[2], [1, 3]]'),
  row('moves a value over its parent', 'a: {b: {c: 1.0}}\n', { op: 'move', from: '/a/b', path: '/a' }, 'a: {c: 1.0}\n'),
  row('moves a value over the whole document', 'a: {b: 1.0}\n', { op: 'move', from: '/a', path: '' }, '{b: 1.0}\n'),
  row(
    'copies a map with its comments',
    'a:\n  # why\n  x: 1.0 # one\nb: {}\nc:\n  y: 2\n',
    { op: 'copy', from: '/a', path: '/c/a' },
    'a:\n  # why\n  x: 1.0 # one\nb: {}\nc:\n  y: 2\n  a:\n    # why\n    x: 1.0 # one\n',
  ),
  row(
    'moves a map to another place with its comments',
    'a:\n  # why\n  x: 1.0 # one\nc:\n  y: 2\n',
    { op: 'move', from: '/a', path: '/c/a' },
    'c:\n  y: 2\n  a:\n    # why\n    x: 1.0 # one\n',
  ),
  row(
    'moves an anchored value',
    'a: &x {k: 1.0}\nb: *x\n',
    { op: 'move', from: '/a', path: '/c' },
    'c: &x {k: 1.0}\nb: *x\n',
  ),
  row(
    'copies the whole document into itself',
    'a: 1.0\n',
    { op: 'copy', from: '', path: '/b' },
    'a: 1.0\nb:\n  a: 1.0\n',
  ),
  row(
    'changes nothing if the copy is already there',
    'a: 1\nb: 1.0\n',
    { op: 'copy', from: '/a', path: '/b' },
    'a: 1\nb: 1.0\n',
    'unchanged',
  ),
  row('compares numbers by value', 'a: 1.0\n', { op: 'test', path: '/a', value: 1 }, 'a: 1.0\n', 'tested'),
  row(
    'compares large numbers',
    'a: 18446744073709551616\n',
    { op: 'test', path: '/a', value: 2 ** 64 },
    'a: 18446744073709551616\n',
    'tested',
  ),
  row(
    'compares maps in any order',
    'a: {x: [1], z: .nan}\n',
    { op: 'test', path: '', value: { a: { z: Number.NaN, x: [1n] } } },
    'a: {x: [1], z: .nan}\n',
    'tested',
  ),
  row('takes a missing value for null in a test', 'a:\n', { op: 'test', path: '/a' }, 'a:\n', 'tested'),
];

type Fault = readonly [text: string, operation: Operation, code: PatchErrorCode, message: string];

const fault = (text: string, operation: Operation, code: PatchErrorCode, message: string): Fault => [
  text,
  operation,
  code,
  message,
];

const faults: readonly Fault[] = [
  fault(
    '{}',
    { op: 'add', path: '/a/b' },
    'missing',
    'add operation does not apply: doc is missing path: "/a/b": missing value; the map at the top has no key "a"',
  ),
  fault(
    'a: s',
    { op: 'add', path: '/a/b' },
    'missing',
    'add operation does not apply: doc is missing path: "/a/b": missing value; the value at "/a" is not a map or a sequence',
  ),
  fault('s', { op: 'add', path: '/k' }, 'missing', "error in add for path: '/k': invalid value, expected object; "),
  fault('null', { op: 'add', path: '/k' }, 'missing', "error in add for path: '/k': invalid value, expected object; "),
  fault(
    'a: [1]',
    { op: 'add', path: '/a/2' },
    'missing',
    'error in add for path: \'/a/2\': Unable to access invalid index: 2: invalid index referenced; the sequence at "/a" has 1 element',
  ),
  fault(
    'a: [1]',
    { op: 'add', path: '/a/-3' },
    'missing',
    "error in add for path: '/a/-3': Unable to access invalid index: -3: ",
  ),
  fault(
    'a: [1]',
    { op: 'add', path: '/a/x' },
    'index',
    "error in add for path: '/a/x': value was not a proper array index: 'x'; ",
  ),
  fault(
    'a: [1]',
    { op: 'add', path: '/a/01' },
    'index',
    "error in add for path: '/a/01': value was not a proper array index: '01'; ",
  ),
  fault('a: [1]', { op: 'add', path: '/a/1e0' }, 'index', 'error in add'),
  fault('a: [1]', { op: 'add', path: '/a/-0' }, 'index', 'error in add'),
  fault('a: [1]', { op: 'add', path: '/a/+1' }, 'index', 'error in add'),
  fault('a: [1]', { op: 'add', path: '/a/' }, 'index', 'error in add'),
  fault('a: [1]', { op: 'add', path: '/a/length' }, 'index', 'error in add'),
  fault(
    'a: [[]]',
    { op: 'add', path: '/a/-/0' },
    'index',
    'add operation does not apply: doc is missing path: "/a/-/0": ',
  ),
  fault('a: [1]', { op: 'add', path: `/a/${'9'.repeat(400)}` }, 'missing', 'error in add'),
  fault(
    'a: 1',
    { op: 'remove', path: '/x' },
    'missing',
    "error in remove for path: '/x': unable to remove nonexistent key: x: missing value; ",
  ),
  fault(
    'a: 1',
    { op: 'remove', path: '/x/y' },
    'missing',
    'remove operation does not apply: doc is missing path: "/x/y": missing value; ',
  ),
  fault(
    'a: [1]',
    { op: 'remove', path: '/a/1' },
    'missing',
    "error in remove for path: '/a/1': Unable to access invalid index: 1: ",
  ),
  fault('a: [1]', { op: 'remove', path: '/a/-' }, 'index', 'error in remove'),
  fault('a: 1', { op: 'remove', path: '' }, 'operation', 'a whole document cannot be removed'),
  fault('a: 1', { op: 'remove', path: '/toString' }, 'missing', 'error in remove'),
  fault('a: 1', { op: 'remove', path: '/__proto__' }, 'missing', 'error in remove'),
  fault('a: 1', { op: 'add', path: '/constructor/x' }, 'missing', 'add operation does not apply'),
  fault(
    'a: 1',
    { op: 'replace', path: '/x', value: 1 },
    'missing',
    'replace operation does not apply: doc is missing key: /x: missing value; ',
  ),
  fault(
    'a: 1',
    { op: 'replace', path: '/x/y' },
    'missing',
    'replace operation does not apply: doc is missing path: /x/y: missing value; ',
  ),
  fault(
    'a: [1]',
    { op: 'replace', path: '/a/-2' },
    'missing',
    'replace operation does not apply: doc is missing key: /a/-2: missing value; ',
  ),
  fault(
    'a: 1',
    { op: 'move', from: '/x', path: '/y' },
    'missing',
    "error in move for path: '/x': unable to get nonexistent key: x: missing value; ",
  ),
  fault(
    'a: 1',
    { op: 'move', from: '/x/y', path: '/y' },
    'missing',
    'move operation does not apply: doc is missing from path: /x/y: missing value; ',
  ),
  fault(
    'a: 1',
    { op: 'move', from: '/a', path: '/x/y' },
    'missing',
    'move operation does not apply: doc is missing destination path: /x/y: missing value; ',
  ),
  fault(
    '[1, 2]',
    { op: 'move', from: '/0', path: '/2' },
    'missing',
    "error in move for path: '/2': Unable to access invalid index: 2: ",
  ),
  fault('[1, [2]]', { op: 'move', from: '/-2', path: '/1/0' }, 'missing', 'move operation does not apply'),
  fault(
    'a: {b: 1}',
    { op: 'move', from: '/a', path: '/a/b' },
    'move',
    'a value cannot be moved into itself, from "/a" to "/a/b"',
  ),
  fault('[1, [2]]', { op: 'move', from: '/0', path: '/0/0' }, 'move', 'a value cannot be moved into itself'),
  fault('a: 1', { op: 'move', from: '', path: '/b' }, 'move', 'unable to move entire document to another path'),
  fault('a: 1', { op: 'move', path: '/b' }, 'operation', 'operation "move" must have a string in `from`'),
  fault(
    'a: 1',
    { op: 'copy', from: '/x', path: '/y' },
    'missing',
    "error in copy for from: '/x': unable to get nonexistent key: x: missing value; ",
  ),
  fault(
    'a: 1',
    { op: 'copy', from: '/x/y', path: '/y' },
    'missing',
    'copy operation does not apply: doc is missing from path: "/x/y": missing value; ',
  ),
  fault(
    'a: 1',
    { op: 'copy', from: '/a', path: '/x/y' },
    'missing',
    'copy operation does not apply: doc is missing destination path: /x/y: missing value; ',
  ),
  fault(
    'a: []',
    { op: 'copy', from: '/a', path: '/a/7' },
    'missing',
    'error while adding value during copy: Unable to access invalid index: 7: ',
  ),
  fault('a: 1', { op: 'copy', from: '/toString', path: '/b' }, 'missing', 'error in copy'),
  fault('a: 1', { op: 'test', path: '/a', value: '1' }, 'test', 'testing value /a failed: test failed'),
  fault('a: {b: 1}', { op: 'test', path: '/a', value: { c: 1 } }, 'test', 'testing value /a failed: test failed'),
  fault('a: [1]', { op: 'test', path: '/a', value: [1, 2] }, 'test', 'testing value /a failed: test failed'),
  fault(
    'a: 1',
    { op: 'test', path: '/b', value: null },
    'missing',
    "error in test for path: '/b': unable to get nonexistent key: b: ",
  ),
  fault(
    'a: 1',
    { op: 'test', path: '/b/c' },
    'missing',
    'test operation does not apply: is missing path: /b/c: missing value; ',
  ),
  fault('a: [1]', { op: 'test', path: '/a/00', value: 1 }, 'index', 'error in test'),
  fault('a: 1', { op: 'add', path: 'b' }, 'pointer', 'JSON pointer must be empty or start with a "/": "b", offset 0'),
  fault(
    'a: 1',
    { op: 'add', path: '/a~2' },
    'pointer',
    'in a JSON pointer "~" must be followed by 0 or 1: "/a~2", offset 2',
  ),
];

describe('applyPatch', () => {
  for (const [name, text, operation, want, outcome] of texts) {
    it(`${operation.op}: ${name}`, () => {
      const document = readDocument(text);
      assert.deepEqual(applyPatch(document, [operation]), { outcomes: [outcome] });
      assert.equal(document.text(), want);
    });
  }

  for (const [text, operation, code, message] of faults) {
    it(`refuses ${JSON.stringify(operation).slice(0, 80)} in ${JSON.stringify(text)}`, () => {
      const document = readDocument(text);
      const error = failure(() =>
        applyPatch(document, [{ op: 'test', path: '', value: document.value([]) ?? null }, operation]),
      );
      assert.equal(error.code, code);
      assert.ok(error.message.startsWith(message), error.message);
      assert.equal(error.place.operation, 1);
      assert.equal(document.text(), text);
    });
  }

  const repeated: readonly (readonly [string, Operation, PatchOutcome, string?])[] = [
    ['a: 1', { op: 'remove', path: '/b' }, 'absent'],
    ['a: 1', { op: 'remove', path: '/a/b' }, 'absent'],
    ['a: [1]', { op: 'remove', path: '/a/1' }, 'absent'],
    ['a: 1', { op: 'remove', path: '/a' }, 'changed', '{}'],
    ['b: 1', { op: 'move', from: '/a', path: '/b' }, 'unchanged'],
    ['[1, 2]', { op: 'add', path: '/-', value: 1 }, 'unchanged'],
    ['[1, 2]', { op: 'add', path: '/0', value: 2 }, 'unchanged'],
    ['[1, 2]', { op: 'add', path: '/-', value: 3 }, 'changed', '[1, 2, 3]'],
    ['a: 1\nl: [1]', { op: 'copy', from: '/a', path: '/l/-' }, 'unchanged'],
    ['l: {"-": 1}', { op: 'add', path: '/l/-', value: 2 }, 'changed', 'l: {"-": 2}'],
    ['a: [1]', { op: 'test', path: '/a/0', value: 1 }, 'tested'],
  ];
  for (const [text, operation, outcome, want = text] of repeated) {
    it(`repeatable: ${JSON.stringify(operation)} in ${JSON.stringify(text)}`, () => {
      const document = readDocument(text);
      assert.deepEqual(applyPatch(document, [operation], { repeatable: true }), { outcomes: [outcome] });
      assert.equal(document.text(), want);
    });
  }

  for (const operation of [
    { op: 'remove', path: '/a/x' },
    { op: 'remove', path: '' },
    { op: 'replace', path: '/b', value: 1 },
    { op: 'move', from: '/b', path: '/c' },
    { op: 'copy', from: '/b', path: '/a/-' },
    { op: 'add', path: '/a/2', value: 1 },
  ] as const) {
    it(`repeatable: refuses ${JSON.stringify(operation)}`, () => {
      failure(() => applyPatch(readDocument('a: [1]'), [operation], { repeatable: true }));
    });
  }

  it('changes nothing if one operation does not apply', () => {
    const document = readDocument('a: 1 # one\n');
    const patch: Operation[] = [
      { op: 'add', path: '/b', value: 2 },
      { op: 'remove', path: '/a' },
      { op: 'test', path: '/b', value: 3 },
    ];
    assert.deepEqual(failure(() => applyPatch(document, patch)).place, { pointer: '/b', operation: 2 });
    assert.equal(document.text(), 'a: 1 # one\n');
  });

  it('patches the value of a view', () => {
    const document = readDocument('a:\n  b: [1]\nc: 2\n');
    applyPatch(document.view(['a']), [{ op: 'add', path: '/b/-', value: 2 }]);
    assert.equal(document.text(), 'a:\n  b: [1, 2]\nc: 2\n');
  });

  it('leaves the values of a patch unchanged by later operations', () => {
    const value = { list: [1] };
    const document = readDocument('{}');
    applyPatch(document, [
      { op: 'add', path: '/a', value },
      { op: 'copy', from: '/a', path: '/b' },
      { op: 'add', path: '/b/list/0', value: 0 },
    ]);
    assert.deepEqual(value, { list: [1] });
    assert.equal(document.text(), '{"a": {"list": [1]}, "b": {"list": [0, 1]}}');
  });

  it('refuses an operation without a path', () => {
    const patch: readonly unknown[] = [
      { op: 'add', value: 1 },
      { op: 'add', path: null, value: 1 },
    ];
    for (const operation of patch) {
      const error = failure(() => applyPatch(readDocument('a: 1'), [operation as Operation]));
      assert.equal(error.message, 'operation "add" must have a string in `path`');
    }
  });

  it('keeps copies independent', () => {
    const document = readDocument('a: {b: [1]}\n');
    applyPatch(document, [
      { op: 'copy', from: '/a', path: '/c' },
      { op: 'replace', path: '/c/b/0', value: 2 },
      { op: 'add', path: '/a/b/0', value: 0 },
    ]);
    assert.equal(document.text(), 'a: {b: [0, 1]}\nc: {b: [2]}\n');
  });

  it('refuses an unknown operation', () => {
    const patch: readonly unknown[] = [{ op: 'toString', path: '' }];
    const error = failure(() => applyPatch(readDocument('a: 1'), patch as Operation[]));
    assert.equal(
      error.message,
      'unsupported operation "toString": it must be one of add, remove, replace, move, copy, test',
    );
  });
});

describe('limits of patches', () => {
  const nested = (depth: number): Value => (depth === 0 ? 1 : [nested(depth - 1)]);

  it('adds a value as deep as the reader allows, which can be read again', () => {
    const document = readDocument('{}');
    applyPatch(document, [{ op: 'add', path: '/a', value: nested(199) }]);
    assert.deepEqual(readDocument(document.text()).value(['a']), nested(199));
  });

  it('refuses a deeper value', () => {
    for (const depth of [200, 5000]) {
      const error = failure(() => applyPatch(readDocument('{}'), [{ op: 'add', path: '/a', value: nested(depth) }]));
      assert.equal(error.message, 'a document must not nest more than 200 deep');
    }
  });

  it('accepts a long pointer', () => {
    const error = failure(() => applyPatch(readDocument('a: 1'), [{ op: 'remove', path: '/a'.repeat(200_000) }]));
    assert.equal(error.code, 'missing');
  });

  it('limits the values of a document that is copied into itself repeatedly', () => {
    const patch = Array.from({ length: 60 }, (_, index): Operation => ({ op: 'copy', from: '', path: `/k${index}` }));
    const error = failure(() => applyPatch(readDocument('a: 1'), patch));
    assert.equal(error.message, 'a patch must not copy or move more than 1000000 values');
  });
});

function failure(run: () => unknown): PatchError {
  try {
    run();
  } catch (error) {
    if (error instanceof PatchError) return error;
    throw error;
  }
  throw new assert.AssertionError({ message: 'it was to fail' });
}
