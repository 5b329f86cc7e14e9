import assert from 'node:assert/strict';
import { readDocument, type SourceDocument } from '../../../src/yaml/index.ts';

/** A text, an edit of it, and the whole text that is wanted then. */
export interface EditRow {
  readonly name: string;
  readonly text: string;
  readonly edit: (document: SourceDocument) => void;
  readonly want: string;
  /** None, if not told otherwise. */
  readonly notices?: readonly string[];
}

/** Makes each row a test, which also looks that the document reads as its new text does. */
export function testEdits(rows: readonly EditRow[]): void {
  for (const { name, text, edit, want, notices = [] } of rows) {
    it(name, () => {
      const document = readDocument(text);
      edit(document);
      assert.equal(document.text(), want);
      assert.deepEqual(document.value([]), readDocument(want).value([]));
      assert.deepEqual(document.notices, notices);
    });
  }
}
