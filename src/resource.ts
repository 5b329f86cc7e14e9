import type { FileRef, ResourceRef } from './result.ts';
import type { Path, SourceDocument } from './yaml/index.ts';

/** Where a resource is kept, as far as it is known: items that kpt reads from its stdin have no path. */
export interface Location {
  /** Relative to the folder that owns it, with slashes. */
  readonly path?: string;
  /** Zero-based number of the document in its file. */
  readonly index?: number;
  /** Folder of the package that owns it: kpt gives it in `kpt fn render`, absolute, and `path` is then relative to it. */
  readonly packagePath?: string;
}

/**
 * One KRM object, or whatever stands in a KRM object's place: what it lacks reads as ''. It is read from its document
 * each time, so reads after edits see the edits.
 */
export class Resource {
  /** Rooted at the resource: `document.value(['metadata', 'name'])`. */
  readonly document: SourceDocument;
  /** As it was on input. */
  readonly location: Location;

  constructor(document: SourceDocument, location: Location = {}) {
    this.document = document;
    this.location = location;
  }

  get apiVersion(): string {
    return this.#text(['apiVersion']);
  }

  /** API group, '' for the core group. */
  get group(): string {
    return this.apiVersion.includes('/') ? this.apiVersion.replace(/\/.*/s, '') : '';
  }

  get kind(): string {
    return this.#text(['kind']);
  }

  get name(): string {
    return this.#text(['metadata', 'name']);
  }

  /** As it is written: '' where unset. */
  get namespace(): string {
    return this.#text(['metadata', 'namespace']);
  }

  /** Its annotation of that key; undefined where it has none. */
  annotation(key: string): string | undefined {
    return annotation(this.document, key);
  }

  /** Whether it is marked as never to be applied to a cluster. */
  get isLocalConfig(): boolean {
    return this.annotation('config.kubernetes.io/local-config') === 'true';
  }

  /** How results name it; undefined where it is no KRM object. */
  get ref(): ResourceRef | undefined {
    const { apiVersion, kind, name, namespace } = this;
    if (apiVersion === '' || kind === '' || name === '') return undefined;
    return { apiVersion, kind, name, ...(namespace !== '' && { namespace }) };
  }

  /** The file that results name; undefined where it came without a path. */
  get file(): FileRef | undefined {
    const { path, index = 0 } = this.location;
    return path === undefined ? undefined : { path, index };
  }

  #text(path: Path): string {
    const value = this.document.value(path);
    return typeof value === 'string' ? value : '';
  }
}

/** A document's annotation of that key; a number or boolean that lacks its quotes counts as the text it was meant to be. */
export function annotation(document: SourceDocument, key: string): string | undefined {
  const value = document.value(['metadata', 'annotations', key]);
  return value === undefined || value === null || typeof value === 'object' ? undefined : String(value);
}

/** Whether both are in one namespace: unset and `default` are the same. */
export function sameNamespace(a: Resource, b: Resource): boolean {
  return (a.namespace || 'default') === (b.namespace || 'default');
}
