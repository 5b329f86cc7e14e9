import type { SourceDocument } from './document.ts';
import { verifyDocuments } from './edit/difference.ts';

/** The part of a document before edits that is compared with the one after them. */
export type UneditedDocument = Pick<SourceDocument, 'scan' | 'value'>;

/** Texts before and after edits, and the documents that were edited. */
interface EditedText<Written> {
  /** Reads the text after the edits again. */
  readonly written: () => Written;
  readonly edited: readonly SourceDocument[];
  /** The documents before the edits. */
  readonly original: readonly UneditedDocument[];
}

/**
 * Compares the data of a text that was written with those that its edits intended, and returns what was read. `name`:
 * what the text is in a message. @throws Error if they differ; YamlError if the text had no data before, such as a key
 * that does not fit its tag.
 */
export function verifyText<Written extends { readonly documents: readonly SourceDocument[] }>(
  name: string,
  { written, edited, original }: EditedText<Written>,
): Written {
  try {
    const read = written();
    verifyDocuments(read.documents, edited, original);
    return read;
  } catch (error) {
    for (const document of original) document.value([]);
    throw new Error(`the ${name} does not read back as edited`, { cause: error });
  }
}
