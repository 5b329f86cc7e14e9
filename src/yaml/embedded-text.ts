import { decodeBase64, encodeBase64 } from './tree/base64.ts';
import type { SourceDocument } from './document.ts';
import { YamlError } from './tree/error.ts';
import { checkJson } from './read/json.ts';
import { verifyDocuments } from './edit/difference.ts';
import { readStream, type SourceStream } from './stream.ts';
import { equalValues, type Value } from './tree/value.ts';

/** How a text is kept in a string. */
export interface Embedding {
  /** What the text must be: any YAML, or JSON alone. */
  readonly format: 'yaml' | 'json';
  /** `base64`: as in `data` of a Secret. */
  readonly encoding: 'text' | 'base64';
}

/**
 * Edits the documents in a text that a string holds, and returns the string as it is then: what changes in them is spliced
 * into it.
 *
 * @throws YamlError where the string is no base64 of UTF-8 text, or holds a text that is not of its format: line and column
 *   are then those in that text.
 */
export function editText(
  content: string,
  { format, encoding }: Embedding,
  edit: (documents: readonly SourceDocument[]) => void,
): string {
  const text = encoding === 'base64' ? decodeBase64(content) : content;
  if (text === undefined) throw new YamlError('value', 'not base64 of a UTF-8 text');
  if (format === 'json') checkJson(text);
  const stream = readStream(text);
  edit(stream.documents);
  let edited = stream.text();
  if (format === 'json') checkJson(edited);
  if (edited === text) return content;
  verifyText(edited, stream, text);
  if (edited.endsWith('\n') && !/(?:^|\n)$/.test(text)) edited = withoutAddedNewline(edited);
  return encoding === 'base64' ? encodeBase64(edited, content) : edited;
}

/** Throws an `Error` where a text that was written does not hold what the edits of its documents meant. */
function verifyText(edited: string, { documents }: SourceStream, text: string): void {
  try {
    verifyDocuments(readStream(edited).documents, documents, readStream(text).documents);
  } catch (error) {
    throw new Error('an embedded text does not read as it was edited', { cause: error });
  }
}

/** A text without the line breaks at its end, where it means the same: a block scalar would lose one. */
function withoutAddedNewline(text: string): string {
  const end = text.trimEnd().length;
  const bare = text.slice(0, end + text.slice(end).search(/[\r\n]/));
  const values = (of: string): Value => readStream(of).documents.map((document) => document.value([]) ?? null);
  return equalValues(values(bare), values(text)) ? bare : text;
}
