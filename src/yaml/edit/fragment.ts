import { isCollection, type Entry, type EntrySource, type TreeNode } from '../tree/tree.ts';
import { readDocuments } from '../read/reader.ts';

/** The content of a separate text: one entry, which is parsed on first access. */
class Fragment implements EntrySource {
  readonly end: number;
  readonly name: string | undefined;
  readonly #text: string;
  readonly #read: (text: string) => Entry;
  #entry: Entry | undefined;

  constructor(text: string, read: (text: string) => Entry, end: number, name?: string) {
    this.#text = text;
    this.#read = read;
    this.end = end;
    this.name = name;
  }

  get key(): TreeNode | undefined {
    return this.#opened.key;
  }
  get value(): TreeNode {
    return this.#opened.value;
  }
  get indicatorEnd(): number | undefined {
    return this.#opened.indicatorEnd;
  }
  get parsed(): TreeNode | undefined {
    return this.#entry?.parsed;
  }

  get #opened(): Entry {
    return (this.#entry ??= this.#read(this.#text));
  }
}

/**
 * Returns the source of an entry in a separate text: one entry of a block collection, or one in the brackets of a flow
 * collection. `end`: offset of the end of the entry. `name`: its key.
 */
export function entryFragment(text: string, end: number, name?: string): EntrySource {
  return new Fragment(text, onlyEntry, end, name);
}

/** Returns the source of the text of a whole document. */
export function documentFragment(text: string): EntrySource {
  return new Fragment(text, readTop, text.length);
}

function onlyEntry(text: string): Entry {
  const collection = readTop(text).value;
  const entry = isCollection(collection) ? collection.entries[0] : undefined;
  if (entry === undefined) throw new Error(`an edit produced text that is not an entry: ${JSON.stringify(text)}`);
  return entry;
}

function readTop(text: string): Entry {
  const [document] = readDocuments(text);
  if (document === undefined) throw new Error(`an edit produced text that is not a document: ${JSON.stringify(text)}`);
  return document.top;
}
