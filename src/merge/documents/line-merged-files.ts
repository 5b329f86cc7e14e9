import { groupBy } from '../../group-by.ts';
import { textOf } from '../../pairing/align-equal.ts';
import { equalValues, isMap, readStream, YamlError, type Value } from '../../yaml/index.ts';
import { mapSides, presentSides, type Sides } from '../sides.ts';
import { backwardMerge, forwardMerge } from '../values/line-witness.ts';
import type { VersionFile } from '../pairs/package-file.ts';

/** Resources of a file that is merged by lines, by identity; undefined if the merge is not clean, or cannot be read. */
type Resources = ReadonlyMap<string, readonly Value[]> | undefined;

/** Merges by lines of whole files: each file is merged once, however many resources ask for it. */
export class LineMergedFiles {
  readonly #at: (path: string) => Sides<VersionFile>;
  readonly #forward = new Map<string, Resources>();
  readonly #backward = new Map<string, Resources>();

  constructor(at: (path: string) => Sides<VersionFile>) {
    this.#at = at;
  }

  /** Reports whether the merge of a file by lines, forward and in reverse, contains a resource with some data. */
  has(path: string, value: Value): boolean {
    const id = idOf(value);
    const isIn = (merges: Map<string, Resources>, merge: typeof forwardMerge): boolean => {
      const [found, ...others] = this.#merged(path, merges, merge)?.get(id) ?? [];
      return found !== undefined && others.length === 0 && equalValues(found, value);
    };
    return isIn(this.#forward, forwardMerge) && isIn(this.#backward, backwardMerge);
  }

  #merged(path: string, merges: Map<string, Resources>, merge: typeof forwardMerge): Resources {
    if (!merges.has(path)) {
      const texts = mapSides(this.#at(path), ({ text }) => text?.lines);
      const merged = presentSides(texts).length < 3 ? undefined : merge(texts);
      merges.set(path, merged === undefined ? undefined : resourcesIn(merged));
    }
    return merges.get(path);
  }
}

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
  return [apiVersion, kind, name, namespace].map((each) => textOf(each ?? null)).join();
}
