import { annotationText } from '../krm/resource.ts';
import {
  isList,
  isMap,
  lineStart,
  readStream,
  UNKNOWN,
  YamlError,
  type Path,
  type Scan,
  type SourceDocument,
  type Value,
} from '../yaml/index.ts';
import { NOTHING_PRINTED, OTHER_PRINTED, unreadableList } from '../messages/function-output.ts';
import { fieldsOf, mayHaveTags } from './fields.ts';
import { KPT } from './kpt-annotations.ts';

/** A sent or printed item of a ResourceList. */
export interface ListItem {
  /** Lines of the item, including its dash; undefined if it is not in block style. */
  readonly lines: string | undefined;
  /** The same lines as a list of one element; '' if the item is not in block style. */
  readonly element: string;
  /** View of the item. */
  readonly document: SourceDocument;
  /** Scan of the lines; undefined if the item is not in block style. */
  readonly scan: Scan | undefined;
  /** Plain data as kpt reads them, parsed on demand. */
  readonly value: Value;
  /** The same data, but for a map possibly only `apiVersion`, `kind` and `metadata`. */
  readonly head: Value;
  /** Returns the text of an annotation; undefined if there is none. */
  annotation(key: string): string | undefined;
}

/** Printed ResourceList. */
export interface PrintedList {
  readonly items: readonly ListItem[];
  /**
   * `results` as plain data, as kpt reads them: numbers and words are strings if their text is not the shortest. Null
   * if absent.
   */
  readonly results: Value;
}

/** Reads a ResourceList. Returns the reason as a string if the text is not one. */
export function readAnswer(text: string): PrintedList | string {
  try {
    const printed = withIndentedEnds(text);
    const [document, ...others] = readStream(printed, { lazy: true }).documents;
    if (document === undefined || text.trim() === '') return NOTHING_PRINTED;
    const kind = document.value(['kind']);
    if (others.length > 0 || (kind !== 'ResourceList' && kind !== 'List')) return OTHER_PRINTED;
    return { items: readItems(document), results: readResults(document, printed.replace('\uFEFF', '')) };
  } catch (error) {
    if (error instanceof YamlError) return unreadableList(error.message);
    throw error;
  }
}

/** `printed`: text of the document, without a byte order mark. */
function readResults(document: SourceDocument, printed: string): Value {
  const withText = (value: Value, path: Path): Value => {
    const isValue = VALUES.has(path.at(-1));
    if (isValue && (isList(value) || isMap(value))) return value;
    if (isList(value)) return value.map((each, index) => withText(each, [...path, index]));
    if (isMap(value))
      return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withText(each, [...path, key])]));
    const node = typeof value === 'string' || (value === null && !isValue) ? undefined : document.get(path);
    if (node === undefined || node.isQuoted) return value;
    const text = printed.slice(node.start, node.end);
    return String(value) === text ? value : text;
  };
  return withText(document.value(['results'], 'kpt') ?? null, ['results']);
}

/** Fields with a value, whose null is a text to kpt as well. */
const VALUES: ReadonlySet<Path[number] | undefined> = new Set(['currentValue', 'proposedValue', 'suggestedValue']);

/** Line above a flow-style end at column 0: its indentation and dashes, and the rest. */
const END_AT_MARGIN = /^([ -]*)(.*\n)(?=[}\]])/gm;

/**
 * Indents ends of flow-style collections: go-yaml prints them at column 0 below a comment, which YAML does not allow.
 */
function withIndentedEnds(text: string): string {
  if (!text.includes('\n}') && !text.includes('\n]')) return text;
  return text.replaceAll(END_AT_MARGIN, (line, start: string) => `${line}${' '.repeat(start.length + 1)}`);
}

/** Reads the items of a valid list. */
function readItems(document: SourceDocument): readonly ListItem[] {
  const items: Path = ['items'];
  const scans = document.elements(items);
  return Array.from(
    { length: document.length(items) ?? 0 },
    (_, index) => new ReadItem(document.view([...items, index]), scans[index]),
  );
}

class ReadItem implements ListItem {
  readonly lines: string | undefined;
  readonly document: SourceDocument;
  readonly scan: Scan | undefined;
  #value: Value | undefined;
  #head: Value | undefined;
  #annotations: Value | typeof UNKNOWN | undefined;

  constructor(document: SourceDocument, scan: Scan | undefined) {
    this.document = document;
    this.lines = scan?.lines;
    this.scan = scan;
  }

  get element(): string {
    if (this.scan === undefined) return '';
    const { text, start, lines } = this.scan;
    return `${' '.repeat(start - lineStart(text, start) - 1)}-${lines}`;
  }

  get value(): Value {
    return (this.#value ??= this.document.value([], 'kpt') ?? null);
  }

  get head(): Value {
    if (this.#value !== undefined || mayHaveTags(this.lines)) return this.value;
    return (this.#head ??= fieldsOf(this.document, HEAD, this.scan));
  }

  annotation(key: string): string | undefined {
    const all = (this.#annotations ??= scannedAnnotations(this.scan));
    if (all === UNKNOWN) return annotationText(this.document.value(['metadata', 'annotations', key]));
    return isMap(all) && Object.hasOwn(all, key) ? annotationText(all[key]) : undefined;
  }
}

/** Fields that show whether an item can be a resource. */
const HEAD = ['apiVersion', 'kind', 'metadata'] as const;

/** Returns the annotations that the lines of an item show; null if it has none. */
function scannedAnnotations(scan: Scan | undefined): Value | typeof UNKNOWN {
  const metadata = scan?.get('metadata') ?? UNKNOWN;
  const annotations = metadata === UNKNOWN ? UNKNOWN : metadata.get('annotations');
  return annotations === undefined ? null : annotations === UNKNOWN ? UNKNOWN : annotations.value;
}

/** Returns kpt's id of an item; undefined if it has none. */
export function idOf(item: ListItem): string | undefined {
  return item.annotation(KPT.internalId) ?? item.annotation(KPT.id);
}

/** Reports whether data can be a resource: a map with strings as `apiVersion`, `kind` and `metadata.name`. */
export function isResource(data: Value): boolean {
  if (!isMap(data) || !isMap(data['metadata'])) return false;
  const texts = [data['apiVersion'], data['kind'], data['metadata']['name']];
  return texts.every((text) => typeof text === 'string' && text !== '');
}
