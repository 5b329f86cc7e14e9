import { inSchemaOrder } from '../../src/function/index.ts';
import {
  attributeEdits,
  RECORD_ORIGIN,
  removeField,
  type Origin,
  type Resource,
  type Results,
} from '../../src/krm/index.ts';
import { equalValues, isList, isMap, readDocument, YamlError, type Value } from '../../src/yaml/index.ts';
import { readFields, writeFields, type Fields, type ReferenceField } from './reference.ts';

/** Planned edits of the references of a package: all are known before the first is written. */
export class EditPlan {
  readonly #results: Results;
  readonly #resources = new Map<Resource, ResourcePlan>();

  constructor(results: Results) {
    this.#results = results;
  }

  /** Returns a reference as it was before any run rewrote it. */
  original(reference: ReferenceField): Fields {
    return this.#planOf(reference.resource).original(reference);
  }

  /**
   * Plans the fields of a reference. Two different plans are an error: all that lead to a descriptor must agree on it.
   */
  set(reference: ReferenceField, planned: Planned): void {
    const other = this.#planOf(reference.resource).set(reference, planned);
    if (other === undefined) return;
    const message = `conflicting overwrites: ${other} and ${planned.reason} lead to this reference, and must overwrite it equally`;
    this.#results.error(message, { code: 'rule-conflict', resource: reference.resource, field: reference.path });
  }

  /**
   * Writes the planned fields of these references, and restores the originals of those without a plan. `resources` are
   * all that were read: their originals of references that no longer exist are dropped.
   */
  write(references: readonly ReferenceField[], resources: readonly Resource[]): void {
    const restored = references.filter((reference) => this.#planOf(reference.resource).write(reference) === 'restored');
    for (const resource of new Set([...references.map((one) => one.resource), ...resources.filter(hasOriginals)]))
      this.#planOf(resource).writeOriginals();
    for (const { resource, path } of restored)
      this.#results.notice('no overwrite matches any more; original reference restored', { resource, field: path });
  }

  #planOf(resource: Resource): ResourcePlan {
    const known = this.#resources.get(resource) ?? new ResourcePlan(resource, this.#results);
    this.#resources.set(resource, known);
    return known;
  }
}

const RESTORED: Origin = { title: 'original reference restored' };

/** Planned fields of a reference. */
interface Planned {
  readonly fields: Fields;
  /** Reason, for messages. */
  readonly reason: string;
  /** Overwrites that were applied. */
  readonly origins: readonly Origin[];
}

/** A rewritten reference: its original and its written fields. */
interface Rewritten {
  readonly original: Fields;
  readonly written: Fields;
}

/** Annotation that keeps the original references of a resource by their ids. Overwrites are matched with those. */
const ORIGINALS = 'krm-variants.dev/original-component-references';
const ORIGINALS_PATH = ['metadata', 'annotations', ORIGINALS];

function hasOriginals(resource: Resource): boolean {
  return resource.annotation(ORIGINALS) !== undefined;
}

/** Planned and original references of one resource, by their ids. */
class ResourcePlan {
  readonly #resource: Resource;
  readonly #earlier: ReadonlyMap<string, Rewritten>;
  readonly #planned = new Map<string, Planned>();
  readonly #rewritten = new Map<string, Rewritten>();

  /** Reads the annotation of an earlier run. An invalid one is an error, and counts as empty. */
  constructor(resource: Resource, results: Results) {
    this.#resource = resource;
    const text = resource.annotation(ORIGINALS);
    const earlier = text === undefined ? new Map<string, Rewritten>() : readOriginals(text);
    if (earlier === undefined) results.error(DAMAGED, { code: 'record-damaged', resource, field: ORIGINALS_PATH });
    this.#earlier = earlier ?? new Map();
  }

  /** Returns the original of a reference. A reference that was edited since the last run is its own original. */
  original(reference: ReferenceField): Fields {
    const fields = readFields(reference);
    const earlier = this.#earlier.get(reference.id);
    return earlier !== undefined && equalValues(earlier.written, fields) ? earlier.original : fields;
  }

  /** Plans the fields of a reference. Returns the reason of an earlier plan if that differs. */
  set({ id }: ReferenceField, planned: Planned): string | undefined {
    const other = this.#planned.get(id);
    if (other === undefined) this.#planned.set(id, planned);
    return other === undefined || equalValues(other.fields, planned.fields) ? undefined : other.reason;
  }

  /** Writes the planned fields of a reference, or its original without a plan. */
  write(reference: ReferenceField): 'rewritten' | 'restored' | 'unchanged' {
    const original = this.original(reference);
    const fields = this.#planned.get(reference.id)?.fields ?? original;
    const isChanged = !equalValues(readFields(reference), fields);
    const isRewritten = !equalValues(fields, original);
    if (isRewritten) this.#rewritten.set(reference.id, { original, written: fields });
    const { origins = [] } = this.#planned.get(reference.id) ?? {};
    const asking = isRewritten ? origins : RESTORED;
    if (isChanged) attributeEdits(asking, this.#resource, () => writeFields(reference, fields));
    return !isChanged ? 'unchanged' : isRewritten ? 'rewritten' : 'restored';
  }

  /** Writes the annotation for the next run, or removes it if no reference is rewritten. */
  writeOriginals(): void {
    const { document } = this.#resource;
    const entries = Array.from(this.#rewritten, ([id, { original, written }]): [string, Value] => [
      id,
      { original, written: inSchemaOrder(written) },
    ]);
    attributeEdits(RECORD_ORIGIN, this.#resource, () => {
      if (entries.length > 0) document.set(ORIGINALS_PATH, json(Object.fromEntries(entries)));
      else if (document.has(ORIGINALS_PATH)) removeField(document, ORIGINALS_PATH);
    });
  }
}

const DAMAGED = 'must be the text that this function wrote: if it is removed, rewritten references count as original';

/** Returns JSON whose integers keep all their digits. */
function json(value: Value): string {
  if (isList(value)) return `[${value.map(json).join(',')}]`;
  if (!isMap(value)) return typeof value === 'bigint' ? String(value) : JSON.stringify(value);
  const entries = Object.entries(value).map(([key, field]) => `${JSON.stringify(key)}:${json(field)}`);
  return `{${entries.join(',')}}`;
}

function readOriginals(text: string): ReadonlyMap<string, Rewritten> | undefined {
  const value = readValue(text);
  const entries = Object.entries(isMap(value) ? value : {});
  const rewritten = entries.flatMap(([id, entry]) => (hasBoth(entry) ? [[id, entry] as const] : []));
  return rewritten.length === 0 || rewritten.length < entries.length ? undefined : new Map(rewritten);
}

function readValue(text: string): Value | undefined {
  try {
    return readDocument(text).value([]);
  } catch (error) {
    if (error instanceof YamlError) return undefined;
    throw error;
  }
}

function hasBoth(value: Value): value is Value & Rewritten {
  return isMap(value) && isMap(value['original']) && isMap(value['written']);
}
