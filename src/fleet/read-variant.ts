import { KrmError, type Result } from '../krm/result.ts';
import type { Resource } from '../krm/resource.ts';
import type { ResultCode } from '../krm/result-codes.ts';
import { makeResult } from '../krm/results.ts';
import type { Path } from '../yaml/index.ts';
import { NOT_GIT, PACKAGE_OUTSIDE, REVISION_MISSING } from './messages/inputs.ts';
import { joinPaths, packagePath } from './place.ts';
import type { Place, Variant } from './variant.ts';

/** Inputs that a PackageVariant is read with. */
export interface VariantContext {
  /** File that it, or its set, is in, relative to the top of the git repository. */
  readonly file: string;
  /** PackageVariantSet that made it; undefined if none did. */
  readonly set: Resource | undefined;
  /**
   * Returns the place of a Repository; undefined if it is not a git repository. Throws a `KrmError` if there is none.
   */
  readonly placeOf: (name: string, field: Path) => Place | undefined;
}

/** Reads a PackageVariant that fits its schema. Throws a `KrmError` that lists everything wrong with it. */
export function readVariant(resource: Resource, { file, set, placeOf }: VariantContext): Variant {
  const fields = new VariantFields(resource, placeOf);
  const from = fields.side('upstream');
  const downstream = fields.side('downstream');
  const version = fields.version(from?.place);
  if (fields.problems.length > 0 || from === undefined || downstream === undefined) throw new KrmError(fields.problems);
  const { namespace, name } = resource;
  return {
    resource,
    text: resource.document.text(),
    namespace,
    name,
    file,
    set: set?.name,
    labels: new Map([
      ...(set?.texts(['metadata', 'labels']) ?? []),
      ...resource.texts(['spec', 'labels']),
      ...resource.texts(['metadata', 'labels']),
    ]),
    upstream: { ...from, ...version },
    downstream,
    folder: joinPaths(downstream.place.folder, downstream.package),
    adoptionPolicy: resource.text(['spec', 'adoptionPolicy']) === 'adoptExisting' ? 'adoptExisting' : 'adoptNone',
    deletionPolicy: resource.text(['spec', 'deletionPolicy']) === 'orphan' ? 'orphan' : 'delete',
  };
}

/** Package in a place. */
interface Side {
  readonly place: Place;
  readonly package: string;
}

/** Fields of a PackageVariant. Collects what is wrong with them. */
class VariantFields {
  readonly problems: Result[] = [];
  readonly #resource: Resource;
  readonly #placeOf: VariantContext['placeOf'];

  constructor(resource: Resource, placeOf: VariantContext['placeOf']) {
    this.#resource = resource;
    this.#placeOf = placeOf;
  }

  /** Returns a package that the PackageVariant names; undefined if that is wrong. */
  side(name: 'upstream' | 'downstream'): Side | undefined {
    const fields = this.#resource.texts(['spec', name]);
    const path = packagePath(fields.get('package') ?? '');
    if (path === undefined || path === '') this.#report(['spec', name, 'package'], PACKAGE_OUTSIDE);
    const place = this.#place(fields.get('repo') ?? '', ['spec', name, 'repo']);
    return place === undefined || path === undefined ? undefined : { place, package: path };
  }

  #place(name: string, field: Path): Place | undefined {
    try {
      const place = this.#placeOf(name, field);
      if (place === undefined) this.#report(field, NOT_GIT);
      return place;
    } catch (error) {
      if (!(error instanceof KrmError)) throw error;
      this.problems.push(...error.results);
      return undefined;
    }
  }

  /** Returns the version of an upstream package. `place`: undefined if it is wrong. */
  version(place: Place | undefined): Pick<Variant['upstream'], 'revision' | 'workspaceName'> {
    const fields = this.#resource.texts(['spec', 'upstream']);
    const text = fields.get('revision') ?? '';
    const revision = ['', '0', BRANCH].includes(text) ? undefined : text.replace(/^\d+$/, 'v$&');
    const workspaceName = fields.get('workspaceName') || undefined;
    if (revision === undefined && workspaceName === undefined && text !== BRANCH && place?.url !== undefined)
      this.#report(['spec', 'upstream'], REVISION_MISSING, 'missing-field');
    return { revision, workspaceName };
  }

  #report(field: Path, message: string, code: ResultCode = 'invalid-value'): void {
    this.problems.push(makeResult('error', message, { code, resource: this.#resource, field }));
  }
}

/** Porch's revision of the folder on a branch: the one that `workspaceName` names, or that of the Repository. */
const BRANCH = '-1';
