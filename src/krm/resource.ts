import { formatFieldPath } from './field-path.ts';
import { isSecretField } from './redaction.ts';
import { DescribedDocument } from './described-document.ts';
import type { FileRef, ResourceRef, Result } from './result.ts';
import { isMap, YamlError, type Path, type SourceDocument, type Value } from '../yaml/index.ts';

/** Where a resource is kept, as far as it is known: what kpt reads from its stdin has no path. */
export interface Location {
  /** Relative to the folder of its package, or to the top folder where that is not known; with slashes. */
  readonly path?: string;
  /** Zero-based number of the document in its file. */
  readonly index?: number;
  /** Folder of its package, absolute: kpt gives it in `kpt fn render`. */
  readonly packagePath?: string;
}

/**
 * One KRM object, or whatever stands in a KRM object's place: a name that it lacks, or that is no string, reads as ''.
 * It is read from its document each time, so reads after edits see the edits.
 */
export class Resource {
  readonly #source: SourceDocument;
  #document: SourceDocument | undefined;
  #location: Location | (() => Location);

  /** `location`: where it is kept, or what finds that out when it is asked for. */
  constructor(source: SourceDocument, location: Location | (() => Location) = {}) {
    this.#source = source;
    this.#location = location;
  }

  /** Rooted at the resource: `document.value(['metadata', 'name'])`. Its errors name the resource, field and file. */
  get document(): SourceDocument {
    return (this.#document ??= new DescribedDocument(this.#source, (message, field) => this.#failure(message, field)));
  }

  /** What edits had to change elsewhere, a sentence each. */
  get notices(): readonly string[] {
    return this.#source.notices;
  }

  /** Where it is kept. No rule may change it. */
  get location(): Location {
    if (typeof this.#location === 'function') this.#location = this.#location();
    return this.#location;
  }

  get apiVersion(): string {
    return this.text(['apiVersion']);
  }

  /** API group, '' for the core group. */
  get group(): string {
    const { apiVersion } = this;
    return apiVersion.slice(0, Math.max(0, apiVersion.indexOf('/')));
  }

  get kind(): string {
    return this.text(['kind']);
  }

  get name(): string {
    return this.text(['metadata', 'name']);
  }

  /** As it is written: '' where unset. */
  get namespace(): string {
    return this.text(['metadata', 'namespace']);
  }

  /** Its annotation of that key; undefined where it has none. */
  annotation(key: string): string | undefined {
    return annotationText(this.document.value(['metadata', 'annotations', key]));
  }

  /** The map of strings at a path, such as its labels; a number or boolean that lacks its quotes counts as the text it was meant to be. */
  texts(path: Path): Map<string, string> {
    const map = this.document.value(path);
    const entries = Object.entries(isMap(map) ? map : {});
    return new Map(
      entries.flatMap(([key, value]) => {
        const text = annotationText(value);
        return text === undefined ? [] : [[key, text]];
      }),
    );
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

  /** Returns the string at a path; '' where there is another value or none. Reads the bare source, since errors of `document` name these. */
  text(path: Path): string {
    try {
      const value = this.#source.value(path);
      return typeof value === 'string' ? value : '';
    } catch (error) {
      if (error instanceof YamlError) return '';
      throw error;
    }
  }

  #failure(message: string, field: Path): Result {
    const { ref, file } = this;
    return {
      // The document layer may quote the value.
      message: isSecretField(this, field) ? 'this field of a Secret cannot be read or edited' : message,
      severity: 'error',
      ...(ref && { resourceRef: ref }),
      ...(field.length > 0 && { field: { path: formatFieldPath(field) } }),
      ...(file && { file }),
    };
  }
}

/** What an annotation says; a number or boolean that lacks its quotes counts as the text it was meant to be. */
export function annotationText(value: Value | undefined): string | undefined {
  return value === undefined || value === null || typeof value === 'object' ? undefined : String(value);
}

/** By what a resource of one kind is known: unset and `default` are one namespace. */
export function identityOf(namespace: string, name: string): string {
  return `${namespace || 'default'}/${name}`;
}

/** The same text for all places in one file. */
export function fileOf({ packagePath = '', path = '' }: Location): string {
  return `${packagePath}\n${path}`;
}

/** Whether two namespaces are one: unset, '', and `default` are the same. */
export function sameNamespace(a: string, b: string): boolean {
  return (a || 'default') === (b || 'default');
}

/** Reports whether a resource is a Kptfile, of any version. */
export function isKptfile({ kind, group }: Pick<Resource, 'kind' | 'group'>): boolean {
  return kind === 'Kptfile' && group === 'kpt.dev';
}
