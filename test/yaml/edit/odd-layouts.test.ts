import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readDocument, YamlError, type SourceDocument, type Value } from '../../../src/yaml/index.ts';
import { oddKeys, oddValues } from '../generate-characters.ts';
import { isReadable } from '../generate-layouts.ts';
import { oddLayouts } from '../generate-odd-layouts.ts';
import { aims, apply, perform, plain, selecting, type Edit } from './random-edits.ts';
import { propertyRuns } from '../../support/property-runs.ts';

const RUNS = propertyRuns(1500);

describe('edits of documents with tabs, explicit keys and tags, by property', () => {
  it('has the effect of edits of the data, verifies it, and keeps comments', () => {
    fc.assert(
      fc.property(oddLayouts().filter(isReadable), aims(oddValues(), oddKeys()), (text, list) => {
        const document = readDocument(text);
        const select = selecting();
        let model = plain(document.value([]));
        for (const aim of list) {
          const edit = select(model, aim);
          if (edit === undefined) continue;
          const before: string = document.text();
          if (!isMade(document, edit)) return;
          model = apply(model, edit);
          const told: string = `${edit.kind} ${JSON.stringify(edit.path)} made\n${before}\ninto\n${document.text()}`;
          assert.deepEqual(dataOf(document), model, told);
          assert.deepEqual(dataOf(readDocument(document.text())), model, told);
          document.verify();
          if (edit.kind === 'insert' || (edit.kind === 'rename' && !String(edit.path.at(-1)).includes('#')))
            assert.deepEqual(without(comments(before), comments(document.text())), [], told);
        }
      }),
      { numRuns: RUNS },
    );
  });

  it('changes a whole document to any value', () => {
    fc.assert(
      fc.property(oddLayouts().filter(isReadable), oddValues(), (text, value) => {
        const document = readDocument(text);
        if (!isMade(document, { kind: 'set', path: [], value: value as Value })) return;
        assert.deepEqual(dataOf(readDocument(document.text())), plain(value), `${text}\n=>\n${document.text()}`);
      }),
      { numRuns: RUNS },
    );
  });
});

function dataOf(document: SourceDocument): Value {
  return plain(document.value([]));
}

/** Makes an edit. Returns false if it is refused. */
function isMade(document: SourceDocument, edit: Edit): boolean {
  try {
    perform(document, edit);
    return true;
  } catch (error) {
    if (!(error instanceof YamlError)) throw error;
    assert.match(error.message, /duplicate key|must be quoted|must have a `:`/);
    return false;
  }
}

function comments(text: string): string[] {
  return [...new Set(text.match(/(?<=^|\s)# \d+/gm))];
}

function without(some: readonly string[], others: readonly string[]): string[] {
  return some.filter((one) => !others.includes(one));
}
