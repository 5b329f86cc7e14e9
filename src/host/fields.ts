import { lineStart, UNKNOWN, type Scan, type SourceDocument, type Value } from '../yaml/index.ts';
import type { ListItem } from './answer.ts';

/** Returns plain data as kpt reads them: all of a document, or only some fields of its map, without those that it lacks. */
export function fieldsOf(document: SourceDocument, fields: readonly string[] | undefined): Value {
  if (fields === undefined) return document.value([], 'kpt') ?? null;
  const data = Object.create(null) as Record<string, Value>;
  for (const field of fields) {
    const value = document.value([field], 'kpt');
    if (value !== undefined) data[field] = value;
  }
  return data;
}

/** Reports whether lines may have tags, which not every value fits: then only a reading of all shows that it can be read. */
export function mayHaveTags(lines: string | undefined): boolean {
  return lines?.includes('!') !== false;
}

/**
 * Returns the fields of a resource that a function may have changed, and `metadata`, by the lines that it was sent and has printed:
 * equal lines are equal data. Undefined if the lines do not show it.
 */
export function changedFields(
  document: SourceDocument,
  sent: Pick<ListItem, 'document' | 'scan'>,
  answered: Pick<ListItem, 'document' | 'scan'>,
): readonly string[] | undefined {
  if ([document, sent.document, answered.document].some(({ hasAliases }) => hasAliases)) return undefined;
  const [before, after] = [linesOf(sent.scan), linesOf(answered.scan)];
  if (before === undefined || after === undefined || before.column !== after.column) return undefined;
  const fields = new Set([...before.fields.keys(), ...after.fields.keys(), 'metadata']);
  return [...fields].filter((field) => field === 'metadata' || before.fields.get(field) !== after.fields.get(field));
}

/** Lines of a map. */
interface FieldLines {
  /** Column of its keys, on which the meaning of block scalars depends. */
  readonly column: number;
  /** Lines of each pair, by its key. */
  readonly fields: ReadonlyMap<string, string>;
}

/** Returns the lines of a map; undefined if its keys are not certain or not unique, or if it may have tags. */
function linesOf(scan: Scan | undefined): FieldLines | undefined {
  const pairs = scan?.pairs() ?? UNKNOWN;
  if (scan === undefined || pairs === UNKNOWN || pairs.length === 0 || mayHaveTags(scan.lines)) return undefined;
  const fields = new Map(Array.from({ length: pairs.length }, (_, index) => [pairs.key(index), pairs.text(index)]));
  const start = pairs.value(0).start - pairs.key(0).length - 1;
  return fields.size === pairs.length ? { column: start - lineStart(scan.text, start), fields } : undefined;
}
