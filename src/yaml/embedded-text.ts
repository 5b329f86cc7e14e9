import { decodeBase64, encodeBase64 } from './tree/base64.ts';
import type { SourceDocument } from './document.ts';
import { YamlError } from './tree/error.ts';
import { checkJson } from './read/json.ts';
import { readStream, type SourceStream } from './stream.ts';
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
  embedding: Embedding,
  edit: (documents: readonly SourceDocument[]) => void,
): string {
  const text = readEmbedded(content, embedding);
  edit(text.documents);
  text.check(embedding.format);
  return text.written().content;
}

/** A text that a string holds, and its documents, which can be edited. */
export interface EmbeddedText {
  /** String that holds the text as it was read. */
  readonly content: string;
  readonly documents: readonly SourceDocument[];
  /** Checks that the text, with all edits, is of a format. @throws YamlError if it is not. */
  check(format: Embedding['format']): void;
  /**
   * Returns the text with all edits, which was read again and compared with the intended data, so that it can be edited
   * further; itself if the edits leave it the same. @throws Error if it does not have these data.
   */
  written(): EmbeddedText;
}

/**
 * Reads the text that a string holds. @throws YamlError if the string is not base64 of UTF-8 text, or its text is not
 * of its format: line and column refer to that text.
 */
export function readEmbedded(content: string, { format, encoding }: Embedding): EmbeddedText {
  const text = encoding === 'base64' ? decodeBase64(content) : content;
  if (text === undefined) throw new YamlError('value', 'must be UTF-8 text in base64');
  if (format === 'json') checkJson(text);
  return embedded(content, readStream(text), encoding);
}

function embedded(content: string, stream: SourceStream, encoding: Embedding['encoding']): EmbeddedText {
  return {
    content,
    documents: stream.documents,
    check(format) {
      if (format === 'json') checkJson(stream.text());
    },
    written() {
      const written = stream.written();
      if (written === stream) return this;
      const isEnded = /(?:^|\n)$/.test(stream.read);
      const edited = isEnded ? written : withoutAddedNewline(written);
      return embedded(encoding === 'base64' ? encodeBase64(edited.read, content) : edited.read, edited, encoding);
    },
  };
}

/** Returns a text without the line breaks at its end if the meaning stays the same: a block scalar would lose one. */
function withoutAddedNewline(stream: SourceStream): SourceStream {
  const text = stream.read;
  if (!text.endsWith('\n')) return stream;
  const end = text.trimEnd().length;
  const bare = readStream(text.slice(0, end + text.slice(end).search(/[\r\n]/)));
  const values = ({ documents }: SourceStream): Value => documents.map((document) => document.value([]) ?? null);
  return equalValues(values(bare), values(stream)) ? bare : stream;
}
