import { isMap, UNKNOWN, type SourceDocument } from '../yaml/index.ts';
import { annotationLine, singleQuoted } from './annotation-lines.ts';
import { isIdAnnotation, isKptAnnotation, type KptAnnotations } from './kpt-annotations.ts';

/**
 * Moves annotations that functions added on separate lines after kpt's annotations for the location, which kpt sets before
 * the first function. `text`: a resource with `annotations` after its own. Returns the text unchanged in other layouts, and
 * if the file has annotations with kpt's names.
 */
export function withAddedBehind(document: SourceDocument, text: string, annotations: KptAnnotations): string {
  const [first] = addedKeys(document);
  const location = annotations.filter(([key]) => !isIdAnnotation(key)).map(annotationLine);
  if (first === undefined || location.length === 0) return text;
  const lines = text.split('\n');
  const isLocation = (line: string): boolean => line.trimStart() === location[0];
  const to = lines.findIndex(isLocation);
  const column = columnOf(lines[to] ?? '');
  const starts = [first, JSON.stringify(first), singleQuoted(first)].map((key) => `${' '.repeat(column)}${key}:`);
  const at = lines.slice(0, Math.max(to, 0)).findLastIndex((line) => starts.some((start) => line.startsWith(start)));
  const isInMap = lines.slice(Math.max(at, 0), to).every((line) => line.trim() === '' || columnOf(line) >= column);
  // A string of the resource may have such lines, too.
  if (at === -1 || !isInMap || to !== lines.findLastIndex(isLocation)) return text;
  let from = at;
  while (lines[from - 1]?.trimStart().startsWith('#') === true) from--;
  const end = to + location.length;
  return [...lines.slice(0, from), ...lines.slice(to, end), ...lines.slice(from, to), ...lines.slice(end)].join('\n');
}

/** Returns the annotations that were not read with the document, if they come after those that were. */
function addedKeys(document: SourceDocument): readonly string[] {
  if (document.edits.length === 0 || document.whole.path.length > 0) return [];
  const keys = document.keys(['metadata', 'annotations']) ?? [];
  const metadata = document.scan?.get('metadata') ?? UNKNOWN;
  const annotations = metadata === UNKNOWN ? UNKNOWN : metadata.get('annotations');
  const read = annotations === undefined ? null : annotations === UNKNOWN ? UNKNOWN : annotations.value;
  if (read === UNKNOWN || keys.some(isKptAnnotation)) return [];
  const known = new Set(isMap(read) ? Object.keys(read) : []);
  const added = keys.findIndex((key) => !known.has(key));
  return added === -1 || keys.slice(added).some((key) => known.has(key)) ? [] : keys.slice(added);
}

function columnOf(line: string): number {
  return line.length - line.trimStart().length;
}
