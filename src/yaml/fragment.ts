import { readComplete } from './complete-reader.ts';
import { isCollection, type Entry, type EntryParts } from './tree.ts';

/** Reads, when asked, a text that holds one entry of a block collection, or one in the brackets of a flow collection. */
export function fragmentReader(text: string): () => EntryParts {
  return () => {
    const collection = readDocumentEntry(text).value;
    const entry = isCollection(collection) ? collection.entries[0] : undefined;
    if (entry === undefined) throw new Error(`an edit made a text that is no entry: ${JSON.stringify(text)}`);
    return entry.parts;
  };
}

/** Reads, when asked, the text of a whole document. */
export function documentReader(text: string): () => EntryParts {
  return () => readDocumentEntry(text).parts;
}

function readDocumentEntry(text: string): Entry {
  const [document] = readComplete(text);
  if (document === undefined) throw new Error(`an edit made a text that is no document: ${JSON.stringify(text)}`);
  return document.top;
}
