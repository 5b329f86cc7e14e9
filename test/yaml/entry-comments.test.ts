import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readDocument, type SourceDocument, type Value } from '../../src/yaml/index.ts';
import { aims, perform, places, plain, selecting } from './edit/random-edits.ts';
import { documents } from './generate.ts';
import { propertyRuns } from '../support/property-runs.ts';

const RUNS = propertyRuns(1500);

/** Text after `list:`, and the comments of its elements. */
const lists: readonly (readonly [name: string, text: string, want: readonly string[]])[] = [
  ['no list', ' a # c\n', []],
  ['an empty list', ' [] # c\n', []],
  ['no comments', '\n- a\n- b\n', ['', '']],
  ['beside the list', ' # list\n- a\n- b\n', ['', '']],
  [
    'above, beside and within',
    '\n# a1\n# a2\n- a: 1 # a3\n  # a4\n  b: 2\n# b1\n- c # b2\n',
    ['# a1\n# a2\n# a3\n# a4', '# b1\n# b2'],
  ],
  ['beside the dash', '\n- # one\n  a: 1\n- # two\n  a: 2\n', ['# one', '# two']],
  ['below the last element', '\n- a\n- b\n# foot\nnext: 1\n', ['', '']],
  ['deeper below the last element', '\n- a\n- b: 1\n  # foot\n', ['', '']],
  [
    'number signs inside of values',
    '\n- "a # b"\n- a#b\n- |\n  # text\n  more\n- \'x # y\' # z\n',
    ['', '', '', '# z'],
  ],
  ['flow style', ' [a, b] # c\n', ['', '']],
  ['flow style on several lines', ' [\n  a, # one\n  b # two\n]\n', ['# one', '# two']],
  ['an alias of an anchor elsewhere', '\n- *x # c\n', ['# c']],
  ['a key that is an alias, and one with a number sign', '\n- *x : 1 # c\n- "a # b": 2\n', ['# c', '']],
  ['at the end of a text without a line break', '\n- a\n- b # c', ['', '# c']],
  ['beside a nested sequence', '\n- # a\n  - b # c\n', ['# a\n# c']],
];

const documentOf = (text: string): SourceDocument => readDocument(`x: &x 1\nlist:${text}`);

describe('comments of the elements of a sequence', () => {
  for (const [name, text, want] of lists) {
    it(`reads the comments of each element: ${name}`, () =>
      assert.deepEqual(documentOf(text).comments(['list']), want));
  }

  it('finds in an edited sequence each comment that its text, read again, has there', () => {
    fc.assert(
      fc.property(documents(), aims(), (text, list) => {
        const document = readDocument(text);
        const select = selecting();
        for (const aim of list) {
          const edit = select(plain(document.value([])), aim);
          if (edit !== undefined) perform(document, edit);
        }
        const written = document.text();
        const again = readDocument(written);
        for (const { path, value } of places(document.value([]) as Value)) {
          if (!Array.isArray(value)) continue;
          // A comment that an edit left at the end of an element may be above the next one, or outside, once it is
          // read.
          const [found, read] = [document, again].map((each) => each.comments(path).filter(Boolean).join('\n'));
          assert.ok(found?.includes(read as string), `${path.join('.')} of\n${written}`);
        }
        assert.equal(document.text(), written);
      }),
      { numRuns: RUNS },
    );
  });
});
