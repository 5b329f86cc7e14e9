import type { SourceDocument } from './document.ts';
import { verifyDocuments } from './edit/difference.ts';

/** Texts before and after edits, and the documents that were edited. */
interface EditedText {
  /** Reads the text after the edits again. */
  readonly written: () => readonly SourceDocument[];
  readonly edited: readonly SourceDocument[];
  /** The documents before the edits, read again. */
  readonly original: readonly SourceDocument[];
}

/**
 * Compares the data of a text that was written with those that its edits intended. `name`: what the text is in a message. @throws
 * Error if they differ; YamlError if the text had no data before, such as a key that does not fit its tag.
 */
export function verifyText(name: string, { written, edited, original }: EditedText): void {
  try {
    verifyDocuments(written(), edited, original);
  } catch (error) {
    for (const document of original) document.value([]);
    throw new Error(`the ${name} does not read back as edited`, { cause: error });
  }
}
