import { lineStart, UNKNOWN, type Scan, type SourceDocument, type Value } from '../yaml/index.ts';

/**
 * Returns plain data as kpt reads them: the whole document, or some fields of its map, omitting absent ones. `scan`:
 * scan of the document's lines, if it is not edited.
 */
export function fieldsOf(document: SourceDocument, fields: readonly string[] | undefined, scan?: Scan): Value {
  if (fields === undefined) return document.value([], 'kpt') ?? null;
  const data = Object.create(null) as Record<string, Value>;
  for (const field of fields) {
    const lines = scan?.get(field) ?? UNKNOWN;
    const scanned = lines === UNKNOWN ? UNKNOWN : scannedValue(lines);
    const value = scanned === UNKNOWN ? document.value([field], 'kpt') : scanned;
    if (value !== undefined) data[field] = value;
  }
  return data;
}

/** Maximum depth of maps whose lines are scanned: metadata has two, and each level costs another scan. */
const MAX_SCANNED = 3;

/**
 * Returns plain data that lines show without parsing, equal for every reader: a string, or a map of such data. Returns
 * UNKNOWN for any other value. `depth`: number of enclosing maps.
 */
export function scannedValue(scan: Scan, depth = 0): Value | typeof UNKNOWN {
  const { value } = scan;
  if (value !== UNKNOWN || depth === MAX_SCANNED) return value;
  const pairs = scan.pairs();
  if (pairs === UNKNOWN || pairs.length === 0) return UNKNOWN;
  const data = Object.create(null) as Record<string, Value>;
  for (let index = 0; index < pairs.length; index++) {
    const key = pairs.key(index);
    const inner = scannedValue(pairs.value(index), depth + 1);
    if (inner === UNKNOWN || Object.hasOwn(data, key)) return UNKNOWN;
    data[key] = inner;
  }
  return data;
}

/**
 * Reports whether lines may have tags. A value may not match its tag, so such text must be parsed to show that it is
 * readable.
 */
export function mayHaveTags(lines: string | undefined): boolean {
  return lines?.includes('!') !== false;
}

/**
 * Returns the fields of a resource that a function may have changed, and `metadata`. Compares sent and printed lines:
 * equal lines have equal data. Returns undefined if the lines are not conclusive.
 */
export function changedFields(
  document: SourceDocument,
  sent: ItemText,
  answered: ItemText,
): readonly string[] | undefined {
  if ([document, sent.document, answered.document].some(({ hasAliases }) => hasAliases)) return undefined;
  const [before, after] = [linesOf(sent.scan), linesOf(answered.scan)];
  if (before === undefined || after === undefined || before.column !== after.column) return undefined;
  const fields = new Set([...before.fields.keys(), ...after.fields.keys(), 'metadata']);
  return [...fields].filter((field) => field === 'metadata' || before.fields.get(field) !== after.fields.get(field));
}

/** Document of an item, with the scan of its lines; undefined if it is not in block style. */
interface ItemText {
  readonly document: SourceDocument;
  readonly scan: Scan | undefined;
}

interface FieldLines {
  /** Column of the keys, which affects the meaning of block scalars. */
  readonly column: number;
  /** Lines of each pair, by key. */
  readonly fields: ReadonlyMap<string, string>;
}

/** Returns the lines of a map; undefined if its keys are uncertain or not unique, or if it may have tags. */
function linesOf(scan: Scan | undefined): FieldLines | undefined {
  const pairs = scan?.pairs() ?? UNKNOWN;
  if (scan === undefined || pairs === UNKNOWN || pairs.length === 0 || mayHaveTags(scan.lines)) return undefined;
  const fields = new Map(Array.from({ length: pairs.length }, (_, index) => [pairs.key(index), pairs.text(index)]));
  const start = pairs.value(0).start - pairs.key(0).length - 1;
  return fields.size === pairs.length ? { column: start - lineStart(scan.text, start), fields } : undefined;
}
