import type { Problems } from '../../src/function/index.ts';
import { byteOrder } from '../../src/byte-order.ts';
import type { Resource } from '../../src/krm/index.ts';
import { isMap } from '../../src/yaml/index.ts';

/** Values of setters, by name in byte order. */
export interface Setters {
  /** ConfigMap that has them. */
  readonly source: Resource;
  readonly values: ReadonlyMap<string, string>;
}

/** kpt makes the ConfigMap, with its own meaning of words such as `y`. */
const READER = 'kpt';

/** Reads the data of a ConfigMap. A scalar counts as its text, and null as ''. */
export function readSetters(source: Resource, problems: Problems): Setters {
  const { document } = source;
  const data = document.value(['data'], READER) ?? {};
  const values = Object.keys(isMap(data) ? data : {})
    .toSorted(byteOrder)
    .flatMap((name): [string, string][] => {
      const field = ['data', name];
      const content = document.get(field, READER)?.content;
      if (content !== undefined) return [[name, document.value(field, READER) === null ? '' : content]];
      problems.add({ field, message: 'must be a string; write a list or a map as its YAML text, such as `"[a, b]"`' });
      return [];
    });
  return { source, values: new Map(values) };
}
