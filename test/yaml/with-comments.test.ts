import assert from 'node:assert/strict';
import fc from 'fast-check';
import { commentPlaces, readDocument, withComments, type CommentChange } from '../../src/yaml/index.ts';
import { plain } from './edit/random-edits.ts';
import { commentChanges, readableTexts } from './random-comments.ts';
import { propertyRuns } from '../support/property-runs.ts';

const RUNS = propertyRuns(1500);

type Changes = Readonly<Record<string, CommentChange>>;

const ROWS: readonly (readonly [name: string, text: string, changes: Changes, want: string])[] = [
  ['above and beside', 'a: 1\nb: 2\n', { '["b"]': { above: '# x\n# y', beside: '# z' } }, 'a: 1\n# x\n# y\nb: 2 # z\n'],
  ['in place of others', '# o\na: 1   # o\n', { '["a"]': { above: '# n', beside: '# n' } }, '# n\na: 1   # n\n'],
  ['as none', '# h\n\n# o\na: 1  # o\n', { '["a"]': { above: '', beside: '' } }, '# h\n\na: 1\n'],
  [
    'above at its column',
    'a:\n  - b: 1\n    c: 2\n',
    { '["a",0,"c"]': { above: '# x' } },
    'a:\n  - b: 1\n    # x\n    c: 2\n',
  ],
  ['above an element', 'a:\n- b: 1\n', { '["a",0]': { above: '# x' } }, 'a:\n# x\n- b: 1\n'],
  ['below a heading', '# h\n\na: 1\n', { '["a"]': { above: '# x' } }, '# h\n\n# x\na: 1\n'],
  [
    'below document markers',
    '%YAML 1.2\n---\na: 1\n...\n',
    { '["a"]': { above: '# x' } },
    '%YAML 1.2\n---\n# x\na: 1\n...\n',
  ],
  ['beside a key', 'a: &x\n  b: 1\n', { '["a"]': { beside: '# x' } }, 'a: &x # x\n  b: 1\n'],
  ['beside a dash', '-\n  b: 1\n', { '[0]': { beside: '# x' } }, '- # x\n  b: 1\n'],
  ['beside the first key of an element', '- b: 1\n', { '[0,"b"]': { beside: '# x' } }, '- b: 1 # x\n'],
  ['beside an empty value', 'a:  \nb:\n', { '["a"]': { beside: '# x' } }, 'a: # x\nb:\n'],
  [
    'beside the header of a block scalar',
    'a: |+\n  x\n\nb: >2-\n   y',
    { '["a"]': { beside: '# x' }, '["b"]': { above: '# z', beside: '# y' } },
    'a: |+ # x\n  x\n\n# z\nb: >2- # y\n   y',
  ],
  ['beside an empty block scalar', 'a: |', { '["a"]': { beside: '# x' } }, 'a: | # x'],
  [
    'after the end of long values',
    'a: x\n  y\nb: [\n  1 ]\nc: "\n  "\n',
    { '["a"]': { beside: '# x' }, '["b"]': { beside: '# y' }, '["c"]': { beside: '# z' } },
    'a: x\n  y # x\nb: [\n  1 ] # y\nc: "\n  " # z\n',
  ],
  [
    'in a nested list',
    '- - a\n  - b\n',
    { '[0,0]': { beside: '# x' }, '[0,1]': { above: '# y' } },
    '- - a # x\n  # y\n  - b\n',
  ],
  ['with CRLF', 'a: 1\r\nb: 2', { '["b"]': { above: '# x\n# y', beside: '# z' } }, 'a: 1\r\n# x\r\n# y\r\nb: 2 # z'],
  [
    'with mixed line breaks',
    'a: 1\nb: 2 \r\n',
    { '["a"]': { above: '# x' }, '["b"]': { above: '# y', beside: '# z' } },
    '# x\na: 1\n# y\r\nb: 2 # z\r\n',
  ],
  ['after a byte order mark', '\uFEFFa: 1', { '["a"]': { above: '# x' } }, '\uFEFF# x\na: 1'],
];

/** Changes that are skipped, all or nothing. */
const SKIPPED: readonly (readonly [name: string, text: string, key: string, change: CommentChange])[] = [
  ['of an unknown entry', 'a: 1\n', '["b"]', { above: '# x' }],
  ['inside of a flow collection', 'a: [1]\n', '["a",0]', { beside: '# x' }],
  ['above an entry in the middle of a line', '- a: 1\n', '[0,"a"]', { above: '# x' }],
  ['beside an element whose line is that of its first key', '- a: 1\n', '[0]', { beside: '# x' }],
  ['beside a value below its key with two comments', 'a: # x\n  1 # y\n', '["a"]', { beside: '# z' }],
  ['without a number sign', 'a: 1\n', '["a"]', { above: 'b: 2', beside: 'x' }],
  ['of several lines beside', 'a: 1\n', '["a"]', { beside: '# x\nb: 2' }],
  ['with a blank line above', 'a: 1\n', '["a"]', { above: '# x\n\n# y' }],
  [
    'with a character that breaks a line in YAML 1.1',
    'a: 1\n',
    '["a"]',
    { above: '# x\u2028b: 2', beside: '#\u0085b' },
  ],
];

describe('withComments', () => {
  for (const [name, text, changes, want] of ROWS) {
    it(`sets comments ${name}`, () => {
      const { text: is, skipped } = withComments(text, new Map(Object.entries(changes)));
      assert.equal(is, want);
      assert.equal(skipped.size, 0);
    });
  }

  for (const [name, text, key, change] of SKIPPED) {
    it(`skips a comment ${name}`, () =>
      assert.deepEqual(withComments(text, new Map([[key, change]])), { text, skipped: new Map([[key, change]]) }));
  }

  it('changes nothing for comments that are there, and for those that are absent and removed', () => {
    const text = 'a: 1   \nb: 2\t# c  \n';
    const changes = { '["a"]': { above: '', beside: '' }, '["b"]': { beside: '# c  ' }, '["x"]': { above: '' } };
    assert.deepEqual(withComments(text, new Map(Object.entries(changes))), { text, skipped: new Map() });
  });

  it('refuses a text of several documents', () => {
    assert.throws(() => withComments('a: 1\n---\nb: 1\n', new Map()), /expected one document, found 2/);
  });

  it('sets the comments of any text, and keeps its data and all else', () => {
    fc.assert(
      fc.property(readableTexts(), commentChanges(), (text, changeAt) => {
        const old = commentsOf(text);
        const changes = new Map(Array.from(old.keys(), (key, index) => [key, changeAt(index)]));
        const { text: written, skipped } = withComments(text, changes);
        assert.deepEqual(plain(readDocument(written).value([])), plain(readDocument(text).value([])), written);
        assert.deepEqual(commentsOf(written), changed(changed(old, changes), kept(old, skipped)), written);
        assert.equal(stripped(written), stripped(text), written);
      }),
      { numRuns: RUNS },
    );
  });
});

type Comments = ReadonlyMap<string, CommentChange>;

function commentsOf(text: string): Comments {
  return new Map(Array.from(commentPlaces(readDocument(text)), ([key, { above, beside }]) => [key, { above, beside }]));
}

function changed(comments: Comments, changes: Comments): Comments {
  return new Map(Array.from(comments, ([key, each]) => [key, { ...each, ...changes.get(key) }]));
}

/** Returns the old comments of the places that changes skipped. */
function kept(old: Comments, skipped: Comments): Comments {
  return new Map(
    Array.from(skipped, ([key, change]) => {
      const { above = '', beside = '' } = old.get(key) ?? {};
      return [key, { ...('above' in change && { above }), ...('beside' in change && { beside }) }];
    }),
  );
}

/** Returns a text without the comments of entries, and without blanks at the ends of lines, which they replace. */
function stripped(text: string): string {
  const none = Array.from(commentsOf(text).keys(), (key) => [key, { above: '', beside: '' }] as const);
  const { text: rest, skipped } = withComments(text, new Map(none));
  assert.equal(skipped.size, 0);
  return rest.replaceAll(/[ \t]+(?=\r?\n|$)/g, '');
}
