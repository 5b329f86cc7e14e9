import { splice } from '../../krm/splice.ts';
import {
  equalValues,
  readDocument,
  YamlError,
  type Path,
  type Piece,
  type SourceDocument,
  type SourceNode,
  type Value,
} from '../../yaml/index.ts';
import { flowInOrder } from '../text/flow-order.ts';
import { shiftLines } from '../text/merged-text.ts';
import type { Sides } from '../sides.ts';
import type { MergeSchema } from './place.ts';

/**
 * Returns the text of a piece, edited to another value. Only differences are edited, and values that another piece has
 * are copied with their text.
 *
 * Throws a `YamlError` if the piece cannot be read without the rest of its document, such as one with an alias, or if a
 * key cannot be copied with its text.
 */
export function rewrittenPiece(piece: Piece, value: Value, schema: MergeSchema, from: Piece | undefined): string {
  const { column, key, isElement } = piece;
  const document = documentOf(piece);
  const path = isElement ? [0] : key === undefined ? [] : [key];
  const before = document.value([], schema.reader) ?? null;
  const after = isElement ? [value] : key === undefined ? value : { [key]: value };
  const source = from && readable(from);
  splice(document, schema, {
    before,
    after,
    inOrder: true,
    written: (at, each) => (source && nodeOf(source, at, each, schema)) ?? each,
  });
  if (path.length > 0 && document.get(path) === undefined) throw new Error('a piece holds its key');
  const text = flowInOrder(document.text(), after);
  if (hasOwnKeys(text, [piece, from])) throw new YamlError('edit', 'a key such as `on` cannot be copied with its text');
  return shiftLines(text, column);
}

/**
 * Returns the piece to edit: that of the side that changed the layout, if only one did, or else local's. A side changed
 * it if an edit of base's text to the side's data gives another text.
 */
export function canvasPiece({ base, theirs, local }: Sides<Piece>, schema: MergeSchema): Piece | undefined {
  if (base === undefined || theirs === undefined || local === undefined) return local ?? theirs;
  const hasOwnLayout = (side: Piece): boolean =>
    side.text !== base.text && side.text !== editedBase(base, side, schema);
  return hasOwnLayout(theirs) && !hasOwnLayout(local) ? theirs : local;
}

/** Returns base's text, edited to the data of a side, at the side's column; undefined if this fails. */
function editedBase(base: Piece, side: Piece, schema: MergeSchema): string | undefined {
  try {
    return shiftLines(rewrittenPiece(base, side.value, schema, side), side.column - base.column);
  } catch (error) {
    if (error instanceof YamlError) return undefined;
    throw error;
  }
}

/**
 * Reports whether a text has a key such as `"true"` that no piece has: it was `on`, or another one of several readings.
 */
function hasOwnKeys(text: string, pieces: readonly (Piece | undefined)[]): boolean {
  const keys = text.match(/"(?:true|false|null|[-+.\d]+)"(?=:)/g) ?? [];
  return keys.some((key) => pieces.every((each) => each?.text.includes(key) !== true));
}

function documentOf({ text, column }: Piece): SourceDocument {
  return readDocument(shiftLines(text, -column));
}

function readable(piece: Piece): SourceDocument | undefined {
  try {
    return documentOf(piece);
  } catch (error) {
    if (error instanceof YamlError) return undefined;
    throw error;
  }
}

/**
 * Returns the node with a value at a path of a document, or anywhere in the list at that path; undefined if there is
 * none.
 */
function nodeOf(source: SourceDocument, path: Path, value: Value, { reader }: MergeSchema): SourceNode | undefined {
  const [list, last] = [path.slice(0, -1), path.at(-1)];
  const steps =
    typeof last === 'number' ? Array.from({ length: source.length(list) ?? 0 }, (_, index) => index) : [last];
  for (const step of steps) {
    const at = step === undefined ? [] : [...list, step];
    const found = source.value(at, reader);
    if (found !== undefined && equalValues(found, value)) return source.get(at);
  }
  return undefined;
}
