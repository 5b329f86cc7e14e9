import {
  equalValues,
  inSchemaOrder,
  isList,
  isMap,
  readDocument,
  removeEntry,
  YamlError,
  type Resource,
  type Results,
  type Value,
} from '../../src/index.ts';

/** Fields of a reference as they are written. */
export type Fields = Readonly<Record<string, Value>>;

/** A rewritten reference: its original and its written fields. */
interface Rewritten {
  readonly original: Fields;
  readonly written: Fields;
}

/** Annotation that keeps the original references of a resource. Overwrites are matched with those. */
const ORIGINALS = 'krm-variants.dev/original-component-references';
const ORIGINALS_PATH = ['metadata', 'annotations', ORIGINALS];

/** Rewritten references of one resource, by their ids. */
export class Originals {
  readonly #resource: Resource;
  readonly #earlier: ReadonlyMap<string, Rewritten>;
  readonly #now = new Map<string, Rewritten>();

  /** Reads the annotation of an earlier run. An invalid one is an error, and counts as empty. */
  constructor(resource: Resource, results: Results) {
    this.#resource = resource;
    const text = resource.annotation(ORIGINALS);
    const earlier = text === undefined ? new Map<string, Rewritten>() : parse(text);
    if (earlier === undefined) results.error(DAMAGED, { resource, field: ORIGINALS_PATH });
    this.#earlier = earlier ?? new Map();
  }

  /** Returns the original of a reference. A reference that was edited since the last run is its own original. */
  of(place: string, fields: Fields): Fields {
    const earlier = this.#earlier.get(place);
    return earlier !== undefined && equalValues(earlier.written, fields) ? earlier.original : fields;
  }

  /** Records a rewritten reference. */
  keep(place: string, rewritten: Rewritten): void {
    this.#now.set(place, rewritten);
  }

  /** Writes the annotation for the next run, or removes it if no reference is rewritten. */
  write(): void {
    const { document } = this.#resource;
    const now: [string, Value][] = Array.from(this.#now, ([place, { original, written }]) => [
      place,
      { original, written: inSchemaOrder(written) },
    ]);
    if (now.length > 0) document.set(ORIGINALS_PATH, json(Object.fromEntries<Value>(now)));
    else if (document.has(ORIGINALS_PATH)) removeEntry(document, ORIGINALS_PATH);
  }
}

const DAMAGED =
  'must be as it was written; without this annotation, references that were rewritten count as the original ones';

/** Reports whether a resource has the annotation with originals. */
export function hasOriginals(resource: Resource): boolean {
  return resource.annotation(ORIGINALS) !== undefined;
}

/** Returns JSON whose integers keep all their digits. */
function json(value: Value): string {
  if (isList(value)) return `[${value.map(json).join(',')}]`;
  if (!isMap(value)) return typeof value === 'bigint' ? String(value) : JSON.stringify(value);
  const entries = Object.entries(value).map(([key, field]) => `${JSON.stringify(key)}:${json(field)}`);
  return `{${entries.join(',')}}`;
}

function parse(text: string): ReadonlyMap<string, Rewritten> | undefined {
  const value = read(text);
  const entries = Object.entries(isMap(value) ? value : {});
  const rewritten = entries.flatMap(([place, entry]) => (isRewritten(entry) ? [[place, entry] as const] : []));
  return rewritten.length === 0 || rewritten.length < entries.length ? undefined : new Map(rewritten);
}

function read(text: string): Value | undefined {
  try {
    return readDocument(text).value([]);
  } catch (error) {
    if (error instanceof YamlError) return undefined;
    throw error;
  }
}

function isRewritten(value: Value): value is Value & Rewritten {
  return isMap(value) && isMap(value['original']) && isMap(value['written']);
}
