import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readDocument, type SourceDocument, type Value } from '../../../src/yaml/index.ts';
import { isReadable, layouts } from '../generate-layouts.ts';
import { aims, apply, perform, plain, selecting, type Edit } from './random-edits.ts';
import { WAYS } from './ways-of-reading.ts';
import { propertyRuns } from '../../support/property-runs.ts';

const RUNS = propertyRuns(1500);

describe('edits of documents in odd layouts, by property', () => {
  for (const [way, read] of Object.entries(WAYS)) {
    it(`has the effect of edits of the data and keeps comments, read ${way}`, () => {
      fc.assert(
        fc.property(layouts().filter(isReadable), aims(), (text, list) => {
          const document = read(text);
          assert.ok(document);
          let model = plain(document.value([]));
          const select = selecting();
          for (const aim of list) {
            const edit = select(model, aim);
            if (edit === undefined) continue;
            const before: string = document.text();
            model = apply(model, edit);
            if (!isMade(document, edit)) return;
            const told: string = `${edit.kind} ${edit.path.join('.')} made\n${before}\ninto\n${document.text()}`;
            assert.deepEqual(plain(document.value([])), model, told);
            assert.deepEqual(dataOf(document.text()), model, told);
            if (keepsComments(readDocument(before), edit))
              assert.deepEqual(without(comments(before), comments(document.text())), [], told);
          }
        }),
        { numRuns: RUNS },
      );
    });
  }

  it('gives the same text for every way of reading the document', () => {
    fc.assert(
      fc.property(layouts().filter(isReadable), aims(), (text, list) => {
        const texts = Object.values(WAYS).map((read) => {
          const document = read(text);
          assert.ok(document);
          const select = selecting();
          for (const aim of list) {
            const edit = select(plain(document.value([])), aim);
            if (edit !== undefined && !isMade(document, edit)) return undefined;
          }
          return document.text();
        });
        for (const other of texts) assert.equal(other, texts[0]);
      }),
      { numRuns: RUNS },
    );
  });
});

/** Returns the plain data of a text, or the reason that there are none. */
function dataOf(text: string): Value {
  try {
    return plain(readDocument(text).value([]));
  } catch (error) {
    return String(error);
  }
}

/** Makes an edit. Returns false if it is refused, as for a duplicate key. */
function isMade(document: SourceDocument, edit: Edit): boolean {
  try {
    perform(document, edit);
    return true;
  } catch (error) {
    assert.match(String(error), REFUSED);
    return false;
  }
}

const REFUSED = /duplicate key|must be quoted|must have a `:`/;

/**
 * Reports whether every comment must stay: nothing is removed, and no collection that could hold comments is replaced.
 */
function keepsComments(before: SourceDocument, edit: Edit): boolean {
  if (edit.kind === 'insert' || edit.kind === 'rename') return true;
  const kind = edit.kind === 'set' ? before.get(edit.path)?.kind : 'map';
  // A `#` inside a scalar is not a comment.
  return kind === undefined || (kind === 'scalar' && !before.view(edit.path).text().includes('#'));
}

function comments(text: string): string[] {
  return [...new Set(text.match(/(?<=^|\s)# \d+/gm))];
}

function without(some: readonly string[], others: readonly string[]): string[] {
  return some.filter((one) => !others.includes(one));
}
