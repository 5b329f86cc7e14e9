import type { Sources } from '../../function/index.ts';
import { groupBy } from '../../group-by.ts';
import type { Resource } from '../../krm/index.ts';
import { sha256 } from '../../sha-256.ts';
import { isList, isMap } from '../../yaml/index.ts';
import { recordedText } from './recorded-text.ts';

/** Name that stands for all objects. */
export const ALL_OBJECTS = '*';

/** Digests of the objects that variants depend on. */
export class InjectedObjects {
  readonly #sources: Pick<Sources, 'objects' | 'askCluster'>;
  #kinds: string | undefined;
  #byName: ReadonlyMap<unknown, readonly Resource[]> | undefined;

  constructor(sources: Pick<Sources, 'objects' | 'askCluster'>) {
    this.#sources = sources;
  }

  /** Reports whether there is one of the objects that `of` is a digest of. */
  has(variant: Resource, reads: readonly string[]): boolean {
    const names = new Set([...injectedNames(variant), ...reads]);
    return this.#named(names, this.#sources.objects ?? []).length > 0;
  }

  #named(names: ReadonlySet<unknown>, objects: readonly Resource[]): readonly Resource[] {
    if (names.has(ALL_OBJECTS)) return objects;
    this.#byName ??= groupBy(objects, ({ name }) => name as unknown);
    return [...names].flatMap((name) => this.#byName?.get(name) ?? []);
  }

  /**
   * Returns a digest of the objects on which a variant depends: those that its PackageVariant injects, those of the
   * names `reads`, and the kinds of all. Returns '' if it depends on none, and undefined for a live cluster, whose
   * objects are unknown until they are read.
   */
  of(variant: Resource, reads: readonly string[]): string | undefined {
    const { objects, askCluster } = this.#sources;
    // A function of the pipeline may ask the cluster, too.
    if (askCluster !== undefined || objects === undefined) return undefined;
    const names = new Set([...injectedNames(variant), ...reads]);
    if (names.size === 0) return '';
    this.#kinds ??= joined(objects.map((each) => headOf(each).join('\0')));
    const named = this.#named(names, objects);
    const lines = named.map((each) => [...headOf(each), each.name, recordedText(each.document.text())].join('\0'));
    return sha256(`${this.#kinds}\0\0\0${joined(lines)}`);
  }
}

/** Returns the names of the objects that a PackageVariant injects. */
export function injectedNames(variant: Resource): ReadonlySet<unknown> {
  const injectors = variant.document.value(['spec', 'injectors']);
  return new Set(isList(injectors) ? injectors.map((each) => (isMap(each) ? each['name'] : undefined)) : []);
}

function headOf({ apiVersion, kind, namespace }: Resource): readonly string[] {
  return [apiVersion, kind, namespace];
}

/** Joins lines in any order, each once. */
function joined(lines: readonly string[]): string {
  return [...new Set(lines)].toSorted().join('\0\0');
}
