import { splice } from '../krm/splice.ts';
import { readDocument, type Piece, type Value } from '../yaml/index.ts';
import { shiftLines } from './merged-text.ts';
import type { Schema } from './place.ts';

/**
 * Returns the text of a piece with another value: only what differs is edited.
 * @throws YamlError if the piece cannot be read without the rest of its document, as one with an alias.
 */
export function rewrittenPiece(piece: Piece, value: Value, schema: Schema): string {
  const { column, text, key, isElement } = piece;
  const document = readDocument(shiftLines(text, -column));
  const path = isElement ? [0] : key === undefined ? [] : [key];
  const before = document.value([], schema.reader) ?? null;
  const wrap = (each: Value): Value => (isElement ? [each] : key === undefined ? each : { [key]: each });
  splice(document, schema, { before, after: wrap(value) });
  if (path.length > 0 && document.get(path) === undefined) throw new Error('a piece holds its key');
  return shiftLines(document.text(), column);
}
