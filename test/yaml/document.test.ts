import assert from 'node:assert/strict';
import { parse } from 'yaml';
import { newDocument, readDocument, YamlError, type Path, type SourceDocument } from '../../src/yaml/index.ts';

/** Returns a text of maps in each other, each with the key `a`. */
function nestedMaps(count: number): string {
  return Array.from({ length: count }, (_, depth) => `${' '.repeat(depth)}a:`).join('\n');
}

function path(length: number): Path {
  return Array.from({ length }, () => 'a');
}

/** Edits that are refused, with a pattern of the message. */
const REFUSED: readonly (readonly [
  name: string,
  text: string,
  edit: (document: SourceDocument) => void,
  message: RegExp,
])[] = [
  ['refuses a key below a scalar', 'a: 1\n', (d) => d.set(['a', 'b'], 1), /no map or sequence at `a`/],
  ['refuses a key below an element that is a scalar', 'a: [1]\n', (d) => d.set(['a', 0, 'b', 'c'], 1), /`a\.0/],
  ['refuses a key of a sequence', 'a: [1]\n', (d) => d.set(['a', 'b'], 1), /`a\.b`/],
  ['refuses an index of a map', 'a: {b: 1}\n', (d) => d.set(['a', 0], 1), /`a\.0`/],
  ['refuses an index after the end', 'a: [1]\n', (d) => d.set(['a', 1], 1), /`a\.1`/],
  ['refuses an insertion after the end', 'a: [1]\n', (d) => d.insert(['a'], 2, 1), /index 2 is out of range in `a`/],
  [
    'refuses an insertion before the start',
    'a: [1]\n',
    (d) => d.insert(['a'], -1, 1),
    /index -1 is out of range in `a`/,
  ],
  [
    'refuses an insertion at a fractional index',
    'a: [1]\n',
    (d) => d.insert(['a'], 0.5, 1),
    /index 0.5 is out of range in `a`/,
  ],
  ['refuses appending to a map', 'a: {}\n', (d) => d.append(['a'], 1), /no sequence at `a`/],
  ['refuses appending to a scalar', 'a: 1\n', (d) => d.append(['a'], 1), /no sequence at `a`/],
  ['refuses renaming to an existing key', 'a: 1\nb: 2\n', (d) => d.rename(['a'], 'b'), /key "b" already exists/],
  [
    'refuses renaming to a key that a merge supplies',
    'a: 1\n<<: {b: 2}\n',
    (d) => d.rename(['a'], 'b'),
    /key "b" already exists/,
  ],
  ['refuses renaming an absent key', 'a: 1\n', (d) => d.rename(['b'], 'c'), /no key at `b`/],
  ['refuses renaming an element', '- 1\n', (d) => d.rename([0], 'c'), /no key at `0`/],
  ['refuses removing the whole document', 'a: 1\n', (d) => d.remove([]), /document cannot be removed/],
  ['refuses a view of an absent value', 'a: 1\n', (d) => d.view(['b']), /no value at `b`/],
  ['refuses half a surrogate pair', 'a: 1\n', (d) => d.set(['a'], '\uD83D'), /surrogate/],
  ['refuses a key of more than 1,024 characters', 'a: 1\n', (d) => d.set(['k'.repeat(1025)], 1), /1024 characters/],
  ['refuses to nest a value too deep', nestedMaps(200), (d) => d.set(path(200), { a: 1 }), /at most 200 levels/],
  [
    'refuses to create too many maps around a value',
    'a: 1\n',
    (d) => d.set(['b', ...path(200)], 1),
    /at most 200 levels/,
  ],
  [
    'refuses to nest a copy too deep',
    nestedMaps(150),
    (d) => d.set(path(150), d.get(path(99)) ?? 0),
    /at most 200 levels/,
  ],
  [
    'refuses to append a list too deep',
    `${nestedMaps(199)} []\n`,
    (d) => d.append(path(199), [1]),
    /at most 200 levels/,
  ],
  ['refuses NaN in JSON', '{"a": 1}', (d) => d.set(['a'], NaN), /NaN cannot be written as JSON/],
  ['refuses a new JSON document that is NaN', '"a"\n', (d) => d.set([], NaN), /NaN cannot be written as JSON/],
  [
    'refuses a map of which one value cannot be written',
    'a: &a {b: 1}\nc: *a\n',
    (d) => d.set([], { c: { b: 2 }, a: { b: 3, d: '\uD83D' } }),
    /surrogate/,
  ],
  [
    'refuses a map with a duplicate key in one of its values',
    'a: {b: 1}\nc:\n  d: 1\n  d: 2\n',
    (d) => d.set([], { a: { b: 2 }, c: { d: 3 } }),
    /duplicate key "d" in lines 3 and 4/,
  ],
  ['refuses renaming a duplicate key', 'a: 1\na: 2\n', (d) => d.rename(['a'], 'b'), /duplicate key "a"/],
  ['refuses removing a duplicate key', 'a: 1\na: 2\n', (d) => d.remove(['a']), /duplicate key "a"/],
  ['refuses an index beyond the end', 'a: [1]\n', (d) => d.insert(['a'], 2, 1), /index 2 is out of range in `a`/],
  ['refuses a value of a key without a colon', '? a\n', (d) => d.set(['a', 'b'], 1), /line 1 must have a `:`/],
  [
    'refuses to remove the entry between another and a value without a key',
    '? a\nb: 1\n: c\n',
    (d) => d.remove(['b']),
    /the value in line 3 must have a key before the entry above it is removed/,
  ],
  [
    'refuses to edit a document with an alias in a key that is a map',
    'a: &a 1\n? {b: *a}\n: 2\n',
    (d) => d.remove(['a']),
    /the key in line 2 must be a scalar/,
  ],
  [
    'refuses to edit a document with an alias of a map as a key',
    'a: &a {b: 1}\n*a : 2\n',
    (d) => d.set(['a', 'b'], 2),
    /the key in line 2 must be a scalar/,
  ],
];

describe('refused edits', () => {
  for (const [name, text, edit, message] of REFUSED) {
    it(`${name}, and stays as it was`, () => {
      const document = readDocument(text);
      assert.throws(
        () => edit(document),
        (error: unknown) => error instanceof YamlError && error.code === 'edit' && message.test(error.message),
      );
      assert.equal(document.text(), text);
      assert.deepEqual(document.value([]), readDocument(text).value([]));
      assert.deepEqual([document.edits, document.notices], [[], []]);
      document.verify();
    });
  }

  it('refuses a node of an earlier version', () => {
    const document = readDocument('a: 1\nb: 2\n');
    const node = document.get(['a']);
    assert.ok(node);
    document.set(['b'], 3);
    assert.throws(() => document.set(['b'], node), /earlier version/);
  });
  it('accepts the removal of absent values', () => {
    const document = readDocument('a: [1]\nb: 1\n');
    assert.equal(document.remove(['c']), false);
    assert.equal(document.remove(['a', 1]), false);
    assert.equal(document.remove(['b', 'c']), false);
    assert.equal(document.text(), 'a: [1]\nb: 1\n');
  });
});

describe('reading', () => {
  const nested = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`;

  it('reads to a depth of 200', () => assert.equal(readDocument(nested(200)).text(), nested(200)));
  it('refuses deeper nesting', () => {
    for (const text of [nested(202), nested(100_000), `${'- '.repeat(202)}1\n`, '{a: '.repeat(100_000)]) {
      assert.throws(
        () => readDocument(text),
        (error: unknown) => error instanceof YamlError,
        text.slice(0, 20),
      );
    }
  });
  it('refuses to read aliases that expand to billions of values, and keeps their text', () => {
    const levels = Array.from(
      { length: 9 },
      (_, i) => `l${i + 1}: &l${i + 1} [${Array(9).fill(`*l${i}`).join(', ')}]\n`,
    );
    const text = `l0: &l0 [x]\n${levels.join('')}`;
    const document = readDocument(text);
    assert.throws(() => document.value([]), /must expand to at most 1000000 values at \d+:\d+$/);
    document.set(['new'], 1);
    assert.equal(document.text(), `${text}new: 1\n`);
  });
  it('refuses edits of a view that an alias or a merge key leads to', () => {
    const document = readDocument('a: &a\n  k: {l: v}\nb: *a\nc:\n  <<: *a\nd: [*a]\n');
    for (const step of ['b', 'c']) {
      const view = document.view([step, 'k']).view(['l']);
      assert.equal(view.value([]), 'v');
      assert.throws(() => view.set([], 'w'), /an alias leads here/);
    }
    document.view(['a', 'k']).set(['l'], 'w');
    document.view(['d', 0]).set(['k', 'l'], 'x');
    const want = 'a:\n  k: {l: w}\nb:\n  k: {l: v}\nc:\n  k: {l: v}\nd: [{k: {l: x}}]\n';
    assert.equal(JSON.stringify(document.value([])), JSON.stringify(readDocument(want).value([])), document.text());
  });

  it('refuses an alias in its own value', () => {
    assert.throws(() => readDocument('a: &x\n  b: *x\n'), /contains itself at 2:6/);
  });
  it('refuses an alias without an anchor', () => {
    assert.throws(() => readDocument('a: *x\n'), /an alias must follow the anchor that it names at 1:4/);
  });
  it('never quotes a secret in an error', () => {
    assert.throws(
      () => readDocument('password: hunter2: x\n'),
      (error: unknown) => error instanceof YamlError && !error.message.includes('hunter2') && error.line === 1,
    );
  });
  it('returns keys, lengths and kinds', () => {
    const document = readDocument('b: [1, 2]\n"a": {}\n2: x\n');
    assert.deepEqual(document.keys([]), ['b', 'a', '2']);
    assert.equal(document.keys(['b']), undefined);
    assert.equal(document.length(['b']), 2);
    assert.equal(document.length([]), undefined);
    assert.deepEqual(
      [document.get([])?.kind, document.get(['b'])?.flow, document.get(['c'])],
      ['map', true, undefined],
    );
  });
  it('finds a key by its current name after it was searched for, renamed and removed', () => {
    const document = readDocument('a: 1\n');
    const found = (): readonly unknown[] => ['b', 'c'].map((key) => document.value([key]));
    assert.deepEqual(found(), [undefined, undefined]);
    document.set(['b'], 2);
    assert.deepEqual(found(), [2, undefined]);
    document.rename(['b'], 'c');
    assert.equal(document.has(['b']), false);
    assert.deepEqual(found(), [undefined, 2]);
    document.remove(['c']);
    assert.deepEqual(found(), [undefined, undefined]);
  });
  it('treats keys named like properties of objects as ordinary keys', () => {
    const document = readDocument('__proto__: {a: 1}\nconstructor: 2\n');
    assert.equal(document.value(['toString']), undefined);
    assert.equal(document.value(['__proto__', 'a']), 1);
    assert.equal(Object.getPrototypeOf(document.value([])), null);
    assert.equal(({} as { a?: number }).a, undefined);
  });
});

describe('views and positions', () => {
  const text = 'items:\n- a: 1\n  b:\n    c: 2 # c\n- d: 3\n';

  for (const source of ['{"a": 1,\n "b": [\n  2]}', '{a: 1,\n  # in\n  b: 2}', '"a\n  b"', 'a:\n- b\n']) {
    it(`copies a document of several lines: ${JSON.stringify(source)}`, () => {
      const copy = newDocument(readDocument(source).get([]) ?? null);
      assert.deepEqual(parse(copy.text()), parse(source));
      assert.deepEqual(copy.value([]), readDocument(source).value([]));
    });
  }

  for (const [value, want] of [
    [{ b: 1, a: 2, aa: 3 }, 'b: 1\na: 2\naa: 3\n'],
    [{ b: [{ c: [1] }] }, 'b:\n- c:\n  - 1\n'],
    [[{ c: [1] }], '- c:\n  - 1\n'],
  ] as const)
    it(`keeps the order of keys, and has compact lists, in a new document: ${JSON.stringify(value)}`, () =>
      assert.equal(newDocument(value).text(), want));

  it('shares edits between a view and its document', () => {
    const document = readDocument(text);
    const view = document.view(['items', 0]);
    view.set(['b', 'c'], 5);
    document.set(['items', 0, 'e'], 6);
    view.remove(['a']);
    assert.equal(document.text(), 'items:\n- b:\n    c: 5 # c\n  e: 6\n- d: 3\n');
    assert.deepEqual(view.keys([]), ['b', 'e']);
  });
  it('keeps a view at its element when others are added and removed', () => {
    const document = readDocument(text);
    const view = document.view(['items', 1]);
    document.remove(['items', 0]);
    document.insert(['items'], 0, 'x');
    view.set(['d'], 4);
    assert.equal(document.text(), 'items:\n- x\n- d: 4\n');
  });
  it('returns positions in the text that was read', () => {
    const document = readDocument(text);
    document.remove(['items', 0, 'a']);
    assert.deepEqual(document.position(['items', 0, 'b', 'c']), { line: 4, column: 8 });
    assert.deepEqual(document.position(['items', 1, 'd']), { line: 5, column: 6 });
    document.set(['items', 1, 'd'], 4);
    assert.equal(document.position(['items', 1, 'd']), undefined);
  });
  it('counts positions in a view from its first line', () => {
    const view = readDocument(text).view(['items', 0]);
    assert.deepEqual(view.position(['b', 'c']), { line: 3, column: 8 });
  });
});
