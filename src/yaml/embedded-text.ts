import { decodeBase64, encodeBase64 } from './tree/base64.ts';
import type { SourceDocument } from './document.ts';
import { YamlError } from './tree/error.ts';
import { checkJson } from './read/json.ts';
import { readStream } from './stream.ts';
import { equalValues, type Value } from './tree/value.ts';

/** Format and encoding of a text in a string. */
export interface Embedding {
  /** Required format of the text: any YAML, or JSON only. */
  readonly format: 'yaml' | 'json';
  /** `base64`: as in `data` of a Secret. */
  readonly encoding: 'text' | 'base64';
}

/**
 * Edits the documents in a text that a string holds, and returns the new string, into which the changes are spliced.
 *
 * @throws YamlError if the string is not base64 of UTF-8 text, or its text is not of its format: line and column refer
 *   to that text.
 */
export function editText(
  content: string,
  { format, encoding }: Embedding,
  edit: (documents: readonly SourceDocument[]) => void,
): string {
  const text = encoding === 'base64' ? decodeBase64(content) : content;
  if (text === undefined) throw new YamlError('value', 'must be UTF-8 text in base64');
  if (format === 'json') checkJson(text);
  const stream = readStream(text);
  edit(stream.documents);
  let edited = stream.text();
  if (format === 'json') checkJson(edited);
  if (edited === text) return content;
  stream.verify();
  if (edited.endsWith('\n') && !/(?:^|\n)$/.test(text)) edited = withoutAddedNewline(edited);
  return encoding === 'base64' ? encodeBase64(edited, content) : edited;
}

/** Returns a text without the line breaks at its end if the meaning stays the same: a block scalar would lose one. */
function withoutAddedNewline(text: string): string {
  const end = text.trimEnd().length;
  const bare = text.slice(0, end + text.slice(end).search(/[\r\n]/));
  const values = (of: string): Value => readStream(of).documents.map((document) => document.value([]) ?? null);
  return equalValues(values(bare), values(text)) ? bare : text;
}
