import { TemplateError } from './error.ts';
import { MAX_DATA_DEPTH } from './limits.ts';
import { encodeBytes, type GoMap, type GoValue } from './value.ts';

/**
 * Data for a template. A number is a `float64`, as Go reads JSON, a bigint an `int`; an array is an `[]interface {}`,
 * an object or a Map a `map[string]interface {}`. Only own enumerable properties of an object count.
 */
export type TemplateData =
  | null
  | boolean
  | number
  | bigint
  | string
  | readonly TemplateData[]
  | ReadonlyMap<string, TemplateData>
  | { readonly [key: string]: TemplateData };

/** Go type of data that are a map. */
export type DataKind = 'map[string]string' | 'map[string]any';

const MIN_INT = -(2n ** 63n);
const MAX_INT = 2n ** 63n - 1n;

/** Data read once, to execute many templates on; later changes of their source may or may not be visible. */
export class PreparedData {
  readonly value: GoValue;

  constructor(value: GoValue) {
    this.value = value;
  }
}

/** Reads data, with this Go type if they are a map. Throws a TemplateError if they are invalid or not of that type. */
export function prepareData(data: TemplateData, dataKind?: DataKind): PreparedData {
  return new PreparedData(new DataReader(dataKind === 'map[string]string', 'template').read(data, dataKind));
}

/** Returns data as Go values. Throws a TemplateError if they are invalid or not of that type. */
export function readData(data: TemplateData | PreparedData, kind: DataKind | undefined, template: string): GoValue {
  if (data instanceof PreparedData) return data.value;
  return new DataReader(kind === 'map[string]string', `template: ${template}`).read(data, kind);
}

class DataReader {
  readonly #onlyStrings: boolean;
  readonly #where: string;
  readonly #path: (string | number)[] = [];

  constructor(onlyStrings: boolean, where: string) {
    this.#onlyStrings = onlyStrings;
    this.#where = where;
  }

  read(data: unknown, kind: DataKind | undefined): GoValue {
    const entries = entriesOf(data);
    if (kind !== undefined && entries === undefined) this.#fail(`must be an object or a Map, as ${kind} is`);
    return entries === undefined ? this.#value(data) : this.#map(entries);
  }

  #value(data: unknown): GoValue {
    if (data === null) return { kind: 'nil' };
    if (typeof data === 'string') return { kind: 'string', value: encodeBytes(data) };
    if (typeof data === 'boolean') return { kind: 'bool', value: data };
    if (typeof data === 'number') return { kind: 'float64', value: data };
    if (typeof data !== 'bigint') return this.#collection(data);
    if (data < MIN_INT || data > MAX_INT) this.#fail('must be an integer of 64 bits');
    return { kind: 'int', value: data };
  }

  #collection(data: unknown): GoValue {
    if (this.#path.length >= MAX_DATA_DEPTH) this.#fail(`must not be nested deeper than ${MAX_DATA_DEPTH}`);
    if (Array.isArray(data)) {
      const items = Array.from(data, (item: unknown, index) => this.#inside(index, item));
      return { kind: 'slice', items };
    }
    const entries = entriesOf(data);
    return entries === undefined ? this.#fail('must be plain data') : this.#map(entries);
  }

  #map(entries: Entries): GoMap {
    const values = entries.map(([key, value]): [string, GoValue] => {
      if (typeof key !== 'string') this.#fail('must have strings for keys');
      return [encodeBytes(key), this.#inside(key, value)];
    });
    values.sort(([a], [b]) => (a < b ? -1 : 1));
    return { kind: 'map', element: this.#onlyStrings ? 'string' : 'any', entries: new Map(values) };
  }

  #inside(step: string | number, value: unknown): GoValue {
    this.#path.push(step);
    if (this.#onlyStrings && typeof value !== 'string') this.#fail('must be a string, as in a map[string]string');
    const read = this.#value(value);
    this.#path.pop();
    return read;
  }

  #fail(problem: string): never {
    const place = this.#path.map((step) => `[${JSON.stringify(step)}]`).join('');
    throw new TemplateError('exec', `${this.#where}: data${place} ${problem}`);
  }
}

type Entries = readonly (readonly [key: unknown, value: unknown])[];

/** Returns the entries of a plain object or a Map. */
function entriesOf(data: unknown): Entries | undefined {
  if (typeof data !== 'object' || data === null) return undefined;
  if (data instanceof Map) return [...(data as ReadonlyMap<unknown, unknown>)];
  const prototype: unknown = Object.getPrototypeOf(data);
  return prototype === null || prototype === Object.prototype ? Object.entries(data) : undefined;
}
