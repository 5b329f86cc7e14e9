import assert from 'node:assert/strict';
import { readDocument, type SourceDocument } from '../../../src/yaml/index.ts';

/** A text, an edit of it, and the whole expected text. */
export interface EditRow {
  readonly name: string;
  readonly text: string;
  readonly edit: (document: SourceDocument) => void;
  readonly want: string;
  /** Default: none. */
  readonly notices?: readonly string[];
}

/** Makes each row a test, which also checks that the document reads the same as its new text. */
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
