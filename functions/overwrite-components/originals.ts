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

/** The fields of a reference as they are written. */
export type Fields = Readonly<Record<string, Value>>;

/** A reference that was rewritten: how it was first, and what was written. */
interface Rewritten {
  readonly original: Fields;
  readonly written: Fields;
}

/** Keeps on a resource how its references were before they were rewritten: overwrites are matched against that. */
const ORIGINALS = 'krm-variants.dev/original-component-references';
const ORIGINALS_PATH = ['metadata', 'annotations', ORIGINALS];

/** The references of one resource that were rewritten, by what names each in it. */
export class Originals {
  readonly #resource: Resource;
  readonly #earlier: ReadonlyMap<string, Rewritten>;
  readonly #now = new Map<string, Rewritten>();

  /** Reads what an earlier run has left. What cannot be read is an error, and counts as nothing. */
  constructor(resource: Resource, results: Results) {
    this.#resource = resource;
    const text = resource.annotation(ORIGINALS);
    const earlier = text === undefined ? new Map<string, Rewritten>() : parse(text);
    if (earlier === undefined) results.error(DAMAGED, { resource, field: ORIGINALS_PATH });
    this.#earlier = earlier ?? new Map();
  }

  /** How a reference was first. What somebody has written since is the original of what follows. */
  of(place: string, fields: Fields): Fields {
    const earlier = this.#earlier.get(place);
    return earlier !== undefined && equalValues(earlier.written, fields) ? earlier.original : fields;
  }

  /** Remembers that a reference is rewritten. */
  keep(place: string, rewritten: Rewritten): void {
    this.#now.set(place, rewritten);
  }

  /** Leaves what was kept to the next run; nothing where nothing is rewritten. */
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

/** Whether a resource says how references of it were. */
export function hasOriginals(resource: Resource): boolean {
  return resource.annotation(ORIGINALS) !== undefined;
}

/** JSON whose integers have all of their digits. */
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
