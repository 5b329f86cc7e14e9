import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readDocument } from '../../src/yaml/index.ts';
import { anchoredDocuments } from './generate-anchors.ts';
import { isReadable, layouts } from './generate-layouts.ts';
import { documents } from './generate.ts';
import { aims, perform, plain, selecting } from './edit/random-edits.ts';
import { propertyRuns } from '../support/property-runs.ts';

const TEXT = `list:
# above
- # head
  # more
  a: 1 # one

  b: |
    x
      y
  # below
# lastly
  # not its own
- {c: d, # flow
   e: f}
- text # beside
- - g
  - h
map:
  # first
  i: j
`;

const ROWS: readonly (readonly [path: readonly (string | number)[], own: string, above?: string])[] = [
  [['list', 0], '# head\n# more\na: 1 # one\n\nb: |\n  x\n    y\n', '# above\n'],
  [['list', 1], '{c: d, # flow\n   e: f}\n'],
  [['list', 2], 'text\n'],
  [['list', 3], '- g\n- h\n'],
  [['list', 3, 0], 'g\n'],
  [['map'], '# first\ni: j\n'],
];

describe('the text of a part of a document as one of its own', () => {
  for (const [path, own, above = ''] of ROWS)
    it(`is at the first column, with its comments: ${path.join('.')}`, () => {
      const view = readDocument(TEXT).view(path);
      assert.deepEqual([view.ownText(), view.ownText(true)], [own, `${above}${own}`]);
      assert.deepEqual(view.whole.path, path);
    });

  it('is all of a whole document', () => {
    const document = readDocument(TEXT);
    assert.deepEqual([document.ownText(), document.whole.path], [TEXT, []]);
  });

  it('has the edits of the part, and CRLF', () => {
    const document = readDocument(TEXT.replaceAll('\n', '\r\n'));
    const view = document.view(['list', 0]);
    view.set(['a'], 2);
    assert.equal(
      view.ownText(true),
      '# above\n# head\n# more\na: 2 # one\n\nb: |\n  x\n    y\n'.replaceAll('\n', '\r\n'),
    );
  });

  it('expands an alias of an anchor elsewhere', () => {
    const view = readDocument('- &a {x: 1}\n- b: *a\n').view([1]);
    assert.equal(view.ownText(), 'b: {x: 1}\n');
  });

  it('has the data of the part, in any layout and after edits', () =>
    fc.assert(
      fc.property(fc.oneof(layouts(), documents(), anchoredDocuments()), aims(), (drawn, list) => {
        const text = `items:\n- ${drawn
          .replace(/^---[^\n]*\n/, '')
          .replaceAll(/(?<=^|\n)(?=[^\r\n])/g, '  ')
          .slice(2)}`;
        if (!isReadable(text) || drawn.startsWith('\uFEFF')) return;
        const view = readDocument(text).view(['items', 0]);
        const before = view.value([]);
        try {
          const select = selecting();
          for (const aim of list) {
            const edit = select(plain(view.value([])), aim);
            if (edit !== undefined) perform(view, edit);
          }
        } catch {
          return;
        }
        assert.ok(before !== undefined);
        const own = view.ownText();
        // A block scalar at the end of a text without a line break gets one.
        if (text.endsWith('\n')) assert.deepEqual(plain(readDocument(own).value([])), plain(view.value([])), own);
      }),
      { numRuns: propertyRuns(1000) },
    ));
});
