import { groupBy } from '../../group-by.ts';
import { canonicalText } from '../../pairing/align-equal.ts';
import { equalValues, isMap, readStream, YamlError, type Value } from '../../yaml/index.ts';
import { mapSides, presentSides, type Sides } from '../sides.ts';
import type { Answer } from '../policy/conflict.ts';
import { backwardMerge, forwardMerge } from '../values/line-witness.ts';
import type { VersionFile } from '../pairs/package-file.ts';

/** Resources of a file that is merged by lines, by identity; undefined if the merge cannot be read. */
type Resources = ReadonlyMap<string, readonly Value[]> | undefined;

/** Merges by lines of whole files: each file is merged once, however many resources ask for it. */
export class LineMergedFiles {
  readonly #at: (path: string) => Sides<VersionFile>;
  readonly #merges = new Map<string, Resources>();

  constructor(at: (path: string) => Sides<VersionFile>) {
    this.#at = at;
  }

  /**
   * Reports whether the merge of a file by lines, forward and in reverse, contains a resource with some data. `taken`:
   * the version of lines in conflict.
   */
  has(path: string, value: Value, taken: Answer): boolean {
    const id = idOf(value);
    return WAYS.every((way) => {
      const [found, ...others] = this.#merged(path, way, taken)?.get(id) ?? [];
      return found !== undefined && others.length === 0 && equalValues(found, value);
    });
  }

  #merged(path: string, way: (typeof WAYS)[number], taken: Answer): Resources {
    const key = `${way.name} ${taken} ${path}`;
    if (!this.#merges.has(key)) {
      const texts = mapSides(this.#at(path), ({ text }) => text?.lines);
      const merged = presentSides(texts).length < 3 ? undefined : way(texts, taken);
      this.#merges.set(key, merged === undefined ? undefined : resourcesIn(merged));
    }
    return this.#merges.get(key);
  }
}

const WAYS = [forwardMerge, backwardMerge];

function resourcesIn(text: string): Resources {
  try {
    const values = readStream(text).documents.map((document) => document.value([]) ?? null);
    return groupBy(values, idOf);
  } catch (error) {
    if (error instanceof YamlError) return undefined;
    throw error;
  }
}

function idOf(value: Value): string {
  const { apiVersion, kind, metadata } = isMap(value) ? value : {};
  const { name, namespace } = isMap(metadata ?? null) ? (metadata as Readonly<Record<string, Value>>) : {};
  return [apiVersion, kind, name, namespace].map((each) => canonicalText(each ?? null)).join();
}
