import assert from 'node:assert/strict';
import { commentPlaces, readDocument, readStream } from '../../src/yaml/index.ts';

/** Comments above and beside an entry, by its path, without entries that have none. */
type Found = Readonly<Record<string, readonly [above: string, beside: string]>>;

const ROWS: readonly (readonly [name: string, text: string, want: Found])[] = [
  ['above and beside a scalar', '# a1\n# a2\na: 1 # b\n', { '["a"]': ['# a1\n# a2', '# b'] }],
  ['above the first entry only without a blank line', '# head\n\n# a\na: 1\n', { '["a"]': ['# a', ''] }],
  ['none above a blank line', '# head\n\na: 1\n', {}],
  ['none at another column', 'a:\n  b: 1\n  # x\nc:\n# y\n  d: 1\n', {}],
  ['below a marker with a comment', '--- # m\n# a\na: 1\n...\n# end\n', { '["a"]': ['# a', ''] }],
  ['of a nested map', 'a: # b\n  # c1\n  c: 1 # c2\n', { '["a"]': ['', '# b'], '["a","c"]': ['# c1', '# c2'] }],
  [
    'of a compact list',
    'a: # b\n# c\n- x # d\n# e\n- y\n# f\nz: 1\n',
    { '["a"]': ['', '# b'], '["a",0]': ['# c', '# d'], '["a",1]': ['# e', ''], '["z"]': ['# f', ''] },
  ],
  ['of a wide list', 'a:\n  # c\n  - x # d\n', { '["a",0]': ['# c', '# d'] }],
  [
    'beside a map in an element',
    '# e\n- name: a # c\n  # v\n  b: 1\n',
    { '[0]': ['# e', ''], '[0,"name"]': ['', '# c'], '[0,"b"]': ['# v', ''] },
  ],
  ['beside the dash of an element', '- # c\n  name: a\n', { '[0]': ['', '# c'] }],
  ['above the first key below a dash', '- # c\n  # d\n  name: a\n', { '[0]': ['', '# c'], '[0,"name"]': ['# d', ''] }],
  ['of a list in a list', '- - a # c\n  # d\n  - b\n', { '[0,0]': ['', '# c'], '[0,1]': ['# d', ''] }],
  [
    'beside the header of a block scalar',
    'a: | # c\n  # text\n# d\nb: >2- # e\n   x\n',
    { '["a"]': ['', '# c'], '["b"]': ['# d', '# e'] },
  ],
  [
    'beside an anchor and a tag',
    'a: &x # c\n  b: 1\nd: &y !!str 1 # e\nf: !!map # g\n  h: 1\n',
    { '["a"]': ['', '# c'], '["d"]': ['', '# e'], '["f"]': ['', '# g'] },
  ],
  [
    'beside empty values',
    'a: # c\nb: &x # d\nc: !!null # e\nd: *x # f\n',
    { '["a"]': ['', '# c'], '["b"]': ['', '# d'], '["c"]': ['', '# e'], '["d"]': ['', '# f'] },
  ],
  ['beside an empty element', '- # c\n-\n- # d', { '[0]': ['', '# c'], '[2]': ['', '# d'] }],
  ['beside flow collections', 'a: [x, {b: 1}] # c\nd: {} # e\n', { '["a"]': ['', '# c'], '["d"]': ['', '# e'] }],
  ['not inside of flow collections', 'a: [ # c\n  x, # d\n  # e\n  y\n] # f\n', { '["a"]': ['', '# f'] }],
  ['of no flow document', '# c\n{a: 1} # d\n', {}],
  ['of no scalar document', '# c\nx # d\n', {}],
  [
    'after the last line of scalars',
    'a: x\n  y # c\nb: "x\n  y" # d\n',
    { '["a"]': ['', '# c'], '["b"]': ['', '# d'] },
  ],
  [
    'beside a key or the value below it, but none of two',
    'a: # c\n  x\nb:\n  x # d\ne: # f\n  x # g\n',
    { '["a"]': ['', '# c'], '["b"]': ['', '# d'] },
  ],
  ['not in values', 'a: "x # y"\nb: x#y\nc: \'#\' # c\n', { '["c"]': ['', '# c'] }],
  ['with a tab before it, and with blanks at its end', 'a: 1\t# c \n', { '["a"]': ['', '# c '] }],
  ['of an explicit key', '# c\n? a\n: b # d\n? e # f\n', { '["a"]': ['# c', '# d'] }],
  ['without a unique path', '# c\na: 1 # d\na: {}\n? [x]\n: 1 # e\nz: 2 # f\n', { '["z"]': ['', '# f'] }],
  ['of a merge key', 'a: &a {}\nb:\n  # c\n  <<: *a # d\n', { '["b","<<"]': ['# c', '# d'] }],
  ['with CRLF', '# c\r\n# d\r\na: 1 # e\r\n', { '["a"]': ['# c\n# d', '# e'] }],
  [
    'with mixed line breaks',
    '# c\r\n# d\na: 1 # e\r\nb: 2 # f\n',
    { '["a"]': ['# c\n# d', '# e'], '["b"]': ['', '# f'] },
  ],
  ['after a byte order mark', '\uFEFF# c\na: 1\n', { '["a"]': ['# c', ''] }],
];

describe('commentPlaces', () => {
  for (const [name, text, want] of ROWS) {
    it(`finds comments ${name}`, () => {
      const found = [...commentPlaces(readDocument(text))].filter(([, { above, beside }]) => above + beside !== '');
      assert.deepEqual(Object.fromEntries(found.map(([key, { above, beside }]) => [key, [above, beside]])), want);
    });
  }

  it('offers each entry outside of flow collections and aliases', () => {
    const document = readDocument('a: &a\n  b: [1]\nc:\n- d: *a\n');
    assert.deepEqual([...commentPlaces(document).keys()], ['["a"]', '["a","b"]', '["c"]', '["c",0]', '["c",0,"d"]']);
  });

  it('returns the lines of comments in a text of several documents', () => {
    const [, second] = readStream('x: 1\r\n---\r\n# c\r\n# d\r\na: [\r\n  1] # e\r\nb: 2\r\n').documents;
    assert.ok(second);
    const places = commentPlaces(second);
    assert.deepEqual(
      [places.get('["a"]')?.lines, places.get('["b"]')?.lines],
      [
        [3, 6],
        [7, 7],
      ],
    );
  });

  it('starts paths at the value of a view', () => {
    const view = readDocument('items:\n# c\n- a: 1 # d\n').view(['items', 0]);
    assert.deepEqual(
      [...commentPlaces(view)].map(([key, { beside }]) => [key, beside]),
      [['["a"]', '# d']],
    );
  });

  it('refuses an edited document', () => {
    const document = readDocument('a: 1 # c\n');
    document.set(['a'], 2);
    assert.throws(() => commentPlaces(document), /an edited document cannot be located: read its text again/);
  });
});
