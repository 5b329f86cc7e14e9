import { KrmError, type Resource, elsewhere, kindOf, makeResult, sameNamespace } from '../../krm/index.ts';
import type { Path } from '../../yaml/index.ts';
import { type Place, REPOSITORY, type Variant, readPlace } from '../index.ts';
import { ambiguousRepository, noRepository, SET_NAMESPACE } from '../messages/inputs.ts';
import type { Files } from '../ports.ts';
import { type DownstreamPlace, isSamePlace } from './downstream-variants.ts';
import { refuseLinked } from './place-links.ts';
import { groupBy } from '../../group-by.ts';

/** Repositories of a fleet, by name. */
export class Repositories {
  readonly all: readonly Resource[];
  readonly #files: Files;
  readonly #byName: ReadonlyMap<string, readonly Resource[]>;

  /** `files`: those of the git repository of the fleet. */
  constructor(resources: readonly Resource[], files: Files) {
    this.#files = files;
    this.all = resources.filter((resource) => kindOf(resource) === kindOf(REPOSITORY));
    this.#byName = groupBy(this.all, ({ name }) => name);
  }

  /**
   * Returns the place of the Repository that a field names, in the namespace of its resource; undefined if it is not a
   * git repository. Throws a `KrmError` if there is not exactly one of this name, and for one behind a symbolic link.
   */
  placeOf(name: string, { resource, field }: { readonly resource: Resource; readonly field: Path }): Place | undefined {
    const { namespace } = resource;
    const named = this.#byName.get(name) ?? [];
    const [found, twin] = named.filter((each) => sameNamespace(each.namespace, namespace));
    if (found !== undefined && twin === undefined) return this.#read(found);
    const error =
      twin === undefined
        ? makeResult('error', this.#missing(name, named, namespace), { code: 'unresolved-reference', resource, field })
        : makeResult('error', ambiguousRepository(name), {
            code: 'ambiguous-name',
            resource,
            field,
          });
    throw new KrmError([error]);
  }

  #read(repository: Resource): Place | undefined {
    const place = readPlace(repository);
    if (place !== undefined) refuseLinked(place, repository, this.#files);
    return place;
  }

  /**
   * Returns the Repositories by URL that no variant uses, neither for itself nor as its upstream. Leaves out those that
   * are wrong.
   */
  unused(variants: readonly Variant[]): readonly DownstreamPlace[] {
    const used = variants.flatMap(({ upstream, downstream }) => [upstream.place, downstream.place]);
    const places = this.all.flatMap((each) => placeIn(each) ?? []).filter((place) => place.url !== undefined);
    return places.filter(
      ({ url, branch }) => !used.some((each) => each.url !== undefined && isSamePlace(each, { name: '', url, branch })),
    );
  }

  #missing(name: string, others: readonly Resource[], namespace: string): string {
    const names = this.all.filter((each) => sameNamespace(each.namespace, namespace)).map((each) => each.name);
    return noRepository(name, elsewhere(others, namespace, SET_NAMESPACE), names);
  }
}

function placeIn(repository: Resource): Place | undefined {
  try {
    return readPlace(repository);
  } catch (error) {
    if (error instanceof KrmError) return undefined;
    throw error;
  }
}
