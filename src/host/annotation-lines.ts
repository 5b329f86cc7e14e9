import { compactText, isMap, lineStart, UNKNOWN, type Scan, type SourceDocument } from '../yaml/index.ts';
import { isKptAnnotation, type KptAnnotations } from './kpt-annotations.ts';

/**
 * Adds annotations, in this order, as lines to the text of an unedited document, with each list at the column of its
 * key. The text is the same as that of `annotatedText`, without the cost of an edit. Returns undefined if the layout
 * does not certainly show the place of the lines.
 */
export function withAnnotationLines(body: SourceDocument, annotations: KptAnnotations): string | undefined {
  const { scan, edits } = body;
  const place = scan === undefined || edits.length > 0 || annotations.length === 0 ? undefined : placeIn(scan);
  if (scan === undefined || place === undefined) return undefined;
  const pad = ' '.repeat(place.column);
  const added = `${place.above}${annotations.map((each) => `${pad}${annotationLine(each)}\n`).join('')}`;
  const { text } = scan;
  const compact = compactText(body);
  // Lists that move to the left keep their number of lines.
  const at = compact === text ? place.at : afterLines(compact, text.slice(0, place.at).split('\n').length - 1);
  return `${compact.slice(0, at)}${added}${compact.slice(at)}`;
}

/** Returns the line of an annotation. */
export function annotationLine([key, value]: KptAnnotations[number]): string {
  return `${key}: ${singleQuoted(value)}`;
}

/** Returns a string in single quotes. */
export function singleQuoted(value: string): string {
  return `'${value.replaceAll("'", "''")}'`;
}

/** Place of new annotations. */
interface Place {
  /** Offset of the line below the new annotations. */
  readonly at: number;
  /** Column of the keys. */
  readonly column: number;
  /** Line to insert above the annotations. */
  readonly above: string;
}

function placeIn(top: Scan): Place | undefined {
  const metadata = top.get('metadata');
  if (metadata === undefined || metadata === UNKNOWN) return undefined;
  const annotations = metadata.get('annotations');
  if (annotations === UNKNOWN) return undefined;
  return annotations === undefined ? placeOfFirst(top, metadata) : placeBehind(annotations);
}

/** Returns the place after the existing annotations of a document, if these are strings on one line each. */
function placeBehind(annotations: Scan): Place | undefined {
  const { value, end } = annotations;
  const column = columnOf(annotations);
  if (column === undefined || value === UNKNOWN || !isMap(value) || !endsPlainly(annotations)) return undefined;
  return Object.keys(value).some(isKptAnnotation) ? undefined : { at: end, column, above: '' };
}

/** Returns the place after the metadata of a document without annotations. */
function placeOfFirst(top: Scan, metadata: Scan): Place | undefined {
  const column = columnOf(metadata);
  const pairs = metadata.pairs();
  if (column === undefined || pairs === UNKNOWN || !isFirstMap(top)) return undefined;
  const last = pairs.value(pairs.length - 1);
  if (last.value === UNKNOWN || !endsPlainly(last)) return undefined;
  // The first map of a document shows its indentation.
  return { at: metadata.end, column: 2 * column, above: `${' '.repeat(column)}annotations:\n` };
}

/** Reports whether `metadata` is the first field of a document with more than one line, and at column 0. */
function isFirstMap(top: Scan): boolean {
  const pairs = top.pairs();
  if (pairs === UNKNOWN) return false;
  for (let index = 0; index < pairs.length; index++) {
    if (pairs.key(index) === 'metadata')
      return lineStart(top.text, pairs.value(index).start) + 9 === pairs.value(index).start;
    if (pairs.text(index).indexOf('\n') < pairs.text(index).length - 1) return false;
  }
  return false;
}

/** Returns the column of the keys of a map; undefined if there are none. */
function columnOf(map: Scan): number | undefined {
  const pairs = map.pairs();
  if (pairs === UNKNOWN || pairs.length === 0) return undefined;
  const start = pairs.value(0).start - pairs.key(0).length - 1;
  return start - lineStart(map.text, start);
}

/** Reports whether the last line of a value ends in a line break and is not just a comment. */
function endsPlainly({ text, end }: Scan): boolean {
  return text[end - 1] === '\n' && /^[^\n#]*[^\s#]/.test(text.slice(lineStart(text, end - 1), end));
}

/** Returns the offset just past a number of lines. */
function afterLines(text: string, count: number): number {
  let at = 0;
  for (let line = 0; line < count; line++) at = text.indexOf('\n', at) + 1;
  return at;
}
