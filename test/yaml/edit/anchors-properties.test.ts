import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readDocument } from '../../../src/yaml/index.ts';
import { anchoredDocuments } from '../generate-anchors.ts';
import { aims, apply, perform, plain, selecting } from './random-edits.ts';
import { propertyRuns } from '../../support/property-runs.ts';

const RUNS = propertyRuns(1000);

describe('edits of documents with anchors, by property', () => {
  it('has the effect of edits of the data with aliases and merge keys expanded', () => {
    fc.assert(
      fc.property(anchoredDocuments(), aims(), (text, list) => {
        const document = readDocument(text);
        let model = plain(document.value([]));
        const select = selecting();
        for (const next of list) {
          const edit = select(model, next);
          if (edit === undefined) continue;
          const before = document.text();
          model = apply(model, edit);
          perform(document, edit);
          const told = (): string =>
            `${edit.kind} ${JSON.stringify(edit.path)} made\n${before}\ninto\n${document.text()}`;
          assert.deepEqual(plain(document.value([])), model, told());
          assert.deepEqual(plain(readDocument(document.text()).value([])), model, told());
        }
      }),
      { numRuns: RUNS },
    );
  });
});
