import { inSchemaOrder } from '../../src/function/index.ts';
import { removeField, type Resource, type Results } from '../../src/krm/index.ts';
import { isMap, type Value } from '../../src/yaml/index.ts';
import { LIST_NAMES } from './preset.ts';

/**
 * Elements that presets injected into one object: by preset and by element id (scope, list, container, key), the hash.
 */
export type InjectionRecord = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** Annotation of the object itself, not of its template, where a change would restart pods. */
const RECORD = 'krm-variants.dev/pod-presets';
const RECORD_PATH = ['metadata', 'annotations', RECORD];

/** Reads the record of an earlier run. Returns undefined, and reports an error, if it cannot be parsed. */
export function readRecord(resource: Resource, results: Results): InjectionRecord | undefined {
  const text = resource.annotation(RECORD);
  const record = text === undefined ? new Map<string, ReadonlyMap<string, string>>() : parseRecord(text);
  if (record === undefined) results.error(DAMAGED, { code: 'record-damaged', resource, field: RECORD_PATH });
  return record;
}

const DAMAGED =
  'must be the unedited record of injected elements; without this annotation, injected elements count as written by hand';

function parseRecord(text: string): InjectionRecord | undefined {
  const presets = Object.entries(parseMap(text) ?? {});
  const entries = presets.flatMap(([preset, hashes]) => (isHashes(hashes) ? [[preset, hashes] as const] : []));
  if (entries.length === 0 || entries.length < presets.length) return undefined;
  return new Map(entries.map(([preset, hashes]) => [preset, new Map(Object.entries(hashes))]));
}

function parseMap(text: string): { readonly [key: string]: Value } | undefined {
  try {
    const value = JSON.parse(text) as Value;
    return isMap(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isHashes(value: Value): value is Readonly<Record<string, string>> {
  return isMap(value) && Object.values(value).every((hash) => typeof hash === 'string');
}

/** Returns the part of a record about one pod of its resource. */
export function recordIn(scope: string, record: InjectionRecord): InjectionRecord {
  const isIn = ([id]: readonly [string, string]): boolean =>
    LIST_NAMES.some((list) => id.startsWith(`${scope}${list} `));
  return new Map(Array.from(record, ([preset, hashes]) => [preset, new Map([...hashes].filter(isIn))]));
}

export function joinRecords(records: readonly InjectionRecord[]): InjectionRecord {
  const joined = new Map<string, Map<string, string>>();
  for (const [preset, hashes] of records.flatMap((record) => [...record]))
    joined.set(preset, new Map([...(joined.get(preset) ?? []), ...hashes]));
  return joined;
}

/** Writes the record to an object, or removes it if empty. Reports whether the annotation changes. */
export function writeRecord({ document }: Resource, record: InjectionRecord): boolean {
  const before = document.value(RECORD_PATH);
  const presets = Object.fromEntries(Array.from(record, ([preset, hashes]) => [preset, Object.fromEntries(hashes)]));
  if (record.size > 0) document.set(RECORD_PATH, JSON.stringify(inSchemaOrder(presets)));
  else if (document.has(RECORD_PATH)) removeField(document, RECORD_PATH);
  return document.value(RECORD_PATH) !== before;
}
