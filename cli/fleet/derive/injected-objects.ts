import { createHash } from 'node:crypto';
import type { Sources } from '../../../src/function/index.ts';
import { groupBy } from '../../../src/group-by.ts';
import type { Resource } from '../../../src/krm/index.ts';
import { isList, isMap } from '../../../src/yaml/index.ts';
import { recordedText } from './recorded-text.ts';

/** Digests of the objects that PackageVariants inject. */
export class InjectedObjects {
  readonly #sources: Sources;
  #kinds: string | undefined;
  #byName: ReadonlyMap<unknown, readonly Resource[]> | undefined;

  constructor(sources: Sources) {
    this.#sources = sources;
  }

  /**
   * Returns a digest of the objects on which the injection of a PackageVariant depends: those that it names, and the kinds of all. Returns
   * '' if it injects nothing, and undefined for a live cluster, whose objects are unknown until they are read.
   */
  of(variant: Resource): string | undefined {
    const { objects, askCluster } = this.#sources;
    // A function of the pipeline may ask the cluster, too.
    if (askCluster !== undefined || objects === undefined) return undefined;
    const injectors = variant.document.value(['spec', 'injectors']);
    if (!isList(injectors) || injectors.length === 0) return '';
    this.#kinds ??= joined(objects.map((each) => headOf(each).join('\0')));
    this.#byName ??= groupBy(objects, ({ name }) => name as unknown);
    const names = new Set(injectors.map((each) => (isMap(each) ? each['name'] : undefined)));
    const named = [...names].flatMap((name) => this.#byName?.get(name) ?? []);
    const lines = named.map((each) => [...headOf(each), each.name, recordedText(each.document.text())].join('\0'));
    return createHash('sha256')
      .update(`${this.#kinds}\0\0\0${joined(lines)}`)
      .digest('hex');
  }
}

function headOf({ apiVersion, kind, namespace }: Resource): readonly string[] {
  return [apiVersion, kind, namespace];
}

/** Joins lines in any order, each once. */
function joined(lines: readonly string[]): string {
  return [...new Set(lines)].toSorted().join('\0\0');
}
