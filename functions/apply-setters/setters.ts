import { byteOrder } from '../../src/byte-order.ts';
import type { Resource } from '../../src/krm/index.ts';
import { isMap } from '../../src/yaml/index.ts';

/** Values of setters, by name in byte order. */
export interface Setters {
  /** ConfigMap that has them. */
  readonly source: Resource;
  readonly values: ReadonlyMap<string, string>;
  /** Names of values that are lists or maps, and not text. */
  readonly others: readonly string[];
}

/** kpt makes the ConfigMap, with its own meaning of words such as `y`. */
const READER = 'kpt';

/** Reads the data of a ConfigMap. A scalar counts as its text, and null as ''. */
export function readSetters(source: Resource): Setters {
  const { document } = source;
  const data = document.value(['data'], READER) ?? {};
  const values = new Map<string, string>();
  const others: string[] = [];
  for (const name of Object.keys(isMap(data) ? data : {}).toSorted(byteOrder)) {
    const field = ['data', name];
    const content = document.get(field, READER)?.content;
    if (content === undefined) others.push(name);
    else values.set(name, document.value(field, READER) === null ? '' : content);
  }
  return { source, values, others };
}
