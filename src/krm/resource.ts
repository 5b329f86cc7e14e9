import {
  type DataEdit,
  type Dialect,
  duplicateMessage,
  isMap,
  newDocument,
  type Path,
  type SourceDocument,
  type Value,
  YamlError,
} from '../yaml/index.ts';
import { DescribedDocument } from './described-document.ts';
import { formatFieldPath } from './field-path.ts';
import { isSecretField } from './redaction.ts';
import type { ResultCode } from './result-codes.ts';
import { type FileRef, KrmError, type Position, type ResourceRef, type Result, yamlCode } from './result.ts';

/** Location of a resource, as far as it is known: resources from kpt's stdin have no path. */
export interface Location {
  /** Relative to the folder of its package, or to the top folder if that is unknown. With slashes. */
  readonly path?: string;
  /** Zero-based number of the document in its file. */
  readonly index?: number;
  /** Absolute folder of its package, which kpt sets in `kpt fn render`. */
  readonly packagePath?: string;
  /** Path for results, relative to the top folder. Default: `path`. */
  readonly shown?: string;
  /** Zero-based position in the list that holds it, which may itself be in a list; absent for an item of its own. */
  readonly element?: readonly number[];
  /** Set for a resource that a function added during this rendering: the index given by the function, if any. */
  readonly generated?: { readonly index?: number };
  /**
   * True if its document was read from the text of the file, so that positions in both are the same. Default: false.
   */
  readonly isFile?: boolean;
  /** Place at which the data of a generated ConfigMap are written; undefined for a resource that is not generated. */
  readonly writtenIn?: DataPlace;
  /** True if the resource moved here from another location. Default: false. */
  readonly isMoved?: boolean;
}

/** Place of the data of a ConfigMap that was made of them. */
export interface DataPlace {
  /** Resource with the data, such as a Kptfile; undefined for the command line. */
  readonly resource: Resource | undefined;
  /** Path of the data in that resource. */
  readonly field: Path;
}

/** List that holds a resource, with the fields that its elements inherit. */
interface Holder {
  readonly list: Resource;
  /** `apiVersion` and `kind` for an element without them. */
  readonly defaults: ReadonlyMap<string, string>;
}

/** Fields that identify a resource. */
const IDENTITY = {
  apiVersion: ['apiVersion'],
  kind: ['kind'],
  name: ['metadata', 'name'],
  namespace: ['metadata', 'namespace'],
} as const;

/** Keys of these fields, and of the maps around them, by the path of their map. */
const IDENTIFYING = [
  [[], ['apiVersion', 'kind', 'metadata']],
  [['metadata'], ['name', 'namespace']],
] as const;

/** Texts of these fields after a number of edits; undefined if they have not been read since. */
type Identity = { edits: number } & Record<keyof typeof IDENTITY, string | undefined>;

/**
 * One KRM object, an item or an element of a list, or any value in place of one. A name that is missing or not a string
 * reads as ''. Each read accesses the document, so it reflects previous edits.
 */
export class Resource {
  readonly #source: SourceDocument;
  #document: SourceDocument | undefined;
  /** True once no field that identifies the resource proved to be a duplicate. */
  #isUnique = false;
  #location: Location | (() => Location);
  readonly #holder: Holder | undefined;
  /** Shared by copies of this resource at other locations. */
  #identity: Identity = { edits: 0, apiVersion: undefined, kind: undefined, name: undefined, namespace: undefined };

  /** `location`: the location, or a function that returns it on demand. `holder`: the list that holds the resource. */
  constructor(source: SourceDocument, location: Location | (() => Location) = {}, holder?: Holder) {
    this.#source = source;
    this.#location = location;
    this.#holder = holder;
  }

  located(location: Location): Resource {
    const located = new Resource(this.#source, location, this.#holder);
    located.#identity = this.#identity;
    return located;
  }

  /** Returns an element of the `items` of this list. `defaults`: fields that it inherits if it lacks them. */
  element(index: number, defaults: Holder['defaults']): Resource {
    const location = (): Location => ({ ...this.location, element: [...(this.location.element ?? []), index] });
    return new Resource(this.#source.view(['items', index]), location, { list: this, defaults });
  }

  /** List that holds the resource; undefined for an item. */
  get list(): Resource | undefined {
    return this.#holder?.list;
  }

  /** Fields that a list element inherits because it lacks them: `apiVersion` and `kind`. */
  get defaults(): ReadonlyMap<string, string> {
    const defaults = this.#holder?.defaults ?? new Map<string, string>();
    return defaults.size === 0 ? defaults : new Map([...defaults].filter(([field]) => !this.#source.has([field])));
  }

  /** Item that holds the resource: the outermost list, or the resource itself. */
  get item(): Resource {
    return this.list?.item ?? this;
  }

  /**
   * Document rooted at the resource: `document.value(['metadata', 'name'])`. Its errors name the resource, field and
   * file.
   */
  get document(): SourceDocument {
    return (this.#document ??= new DescribedDocument(
      this.#source,
      (error, field) => this.#failure(yamlCode(error), error.message, field),
      () => this.#checkIdentity(),
    ));
  }

  /** Throws a `KrmError` before the first edit if it is not certain which resource this is. */
  #checkIdentity(): void {
    if (this.#isUnique) return;
    for (const [path, keys] of IDENTIFYING) {
      const duplicate = this.#source.duplicateIn(path, keys);
      if (duplicate !== undefined)
        throw new KrmError([this.#failure('duplicate-key', duplicateMessage(duplicate), duplicate.path)]);
    }
    this.#isUnique = true;
  }

  /** Changes to other places that edits required, one sentence each. */
  get notices(): readonly string[] {
    return this.#source.notices;
  }

  /** Location of the resource. No rule may change it. */
  get location(): Location {
    if (typeof this.#location === 'function') this.#location = this.#location();
    return this.#location;
  }

  get apiVersion(): string {
    return this.#identify('apiVersion');
  }

  /** API group, '' for the core group. */
  get group(): string {
    return groupOf(this.apiVersion);
  }

  /** API version without its group. */
  get version(): string {
    return versionOf(this.apiVersion);
  }

  get kind(): string {
    return this.#identify('kind');
  }

  get name(): string {
    return this.#identify('name');
  }

  /** Namespace as written: '' if unset. */
  get namespace(): string {
    return this.#identify('namespace');
  }

  /** Returns the annotation of a key; undefined if it is absent. */
  annotation(key: string): string | undefined {
    return annotationText(this.document.value(['metadata', 'annotations', key]));
  }

  /**
   * Returns the map of strings at a path, such as the labels. An unquoted number or boolean is returned as its text.
   */
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

  /** Reports whether the resource is marked as never to be applied to a cluster. */
  get isLocalConfig(): boolean {
    return this.annotation('config.kubernetes.io/local-config') === 'true' || this.list?.isLocalConfig === true;
  }

  /** Reference for results; undefined for other than KRM objects. */
  get ref(): ResourceRef | undefined {
    const { apiVersion, kind, name, namespace } = this;
    if (apiVersion === '' || kind === '' || name === '') return undefined;
    return { apiVersion, kind, name, ...(namespace !== '' && { namespace }) };
  }

  /** File for results; undefined for a resource without a path. */
  get file(): FileRef | undefined {
    const { path, shown = path, index = 0 } = this.location;
    return shown === undefined ? undefined : { path: shown, index };
  }

  /** Plain data of the resource, with inherited fields. Default reader: `kubernetes`. */
  value(reader?: Dialect): Value {
    const value = this.document.value([], reader) ?? null;
    const defaults = this.#holder?.defaults ?? [];
    return isMap(value) ? { ...Object.fromEntries(defaults), ...value } : value;
  }

  /**
   * Returns the string at a path; '' if it is absent or not a string. Reads the bare source, since errors of `document`
   * name these fields.
   */
  text(path: Path): string {
    try {
      const value = this.#source.value(path) ?? this.#default(path);
      return typeof value === 'string' ? value : '';
    } catch (error) {
      if (error instanceof YamlError) return '';
      throw error;
    }
  }

  /** Reports whether a value exists at a path, including null; false if it cannot be read. */
  has(path: Path): boolean {
    try {
      return this.#source.has(path);
    } catch (error) {
      if (error instanceof YamlError) return false;
      throw error;
    }
  }

  /**
   * Reads a field once, and again after an edit that may change it, since functions read these fields of every
   * resource.
   */
  #identify(field: keyof typeof IDENTITY): string {
    const { edits } = this.#source;
    const identity = this.#identity;
    if (identity.edits !== edits.length) {
      if (identifyingEdits(edits) > identity.edits || !this.#isWhole)
        identity.apiVersion = identity.kind = identity.name = identity.namespace = undefined;
      identity.edits = edits.length;
    }
    return (identity[field] ??= this.text(IDENTITY[field]));
  }

  /** Reports whether the resource is where resources are: a document, a field of one, or an element of a list. */
  get #isWhole(): boolean {
    const { path } = this.#source.whole;
    return path.length < 2 || typeof path.at(-1) === 'number';
  }

  #default([field, ...below]: Path): string | undefined {
    return typeof field === 'string' && below.length === 0 ? this.#holder?.defaults.get(field) : undefined;
  }

  /** Returns the position of a field in the file of the resource, or of what holds it; undefined if it is not known. */
  positionOf(field: Path): Position | undefined {
    const { isFile, element = [] } = this.location;
    if (isFile !== true) return undefined;
    const path = [...element.flatMap((index) => ['items', index]), ...field];
    return this.item.#positionIn(path);
  }

  #positionIn(path: Path): Position | undefined {
    try {
      const position = this.#source.position(path);
      return position ?? (path.length === 0 ? undefined : this.#positionIn(path.slice(0, -1)));
    } catch (error) {
      if (error instanceof YamlError) return undefined;
      throw error;
    }
  }

  #failure(code: ResultCode, message: string, field: Path): Result {
    const { ref, file } = this;
    const position = this.positionOf(field);
    return {
      // The document layer may quote the value.
      message: isSecretField(this, field) ? 'this field of a Secret cannot be read or edited' : message,
      severity: 'error',
      code,
      ...(ref && { resourceRef: ref }),
      ...(field.length > 0 && { field: { path: formatFieldPath(field) } }),
      ...(file && { file }),
      ...(position && { position }),
    };
  }
}

/** Returns the group of an `apiVersion`; '' for the core group. */
export function groupOf(apiVersion: string): string {
  return apiVersion.slice(0, Math.max(0, apiVersion.indexOf('/')));
}

/** Returns the version of an `apiVersion`: all of it for the core group. */
export function versionOf(apiVersion: string): string {
  return apiVersion.slice(apiVersion.indexOf('/') + 1);
}

/** Returns the text of an annotation. An unquoted number or boolean is returned as its text. */
export function annotationText(value: Value | undefined): string | undefined {
  return value === undefined || value === null || typeof value === 'object' ? undefined : String(value);
}

/** Returns a key that identifies a resource among those of the same kind. An unset namespace equals `default`. */
export function namespacedName(namespace: string, name: string): string {
  return `${namespace || 'default'}/${name}`;
}

/** Returns a key that is equal for resources of one kind, in any version, with the same namespace and name. */
export function identityOf({ group, kind, namespace, name }: Resource): string {
  return JSON.stringify([group, kind, namespacedName(namespace, name)]);
}

/** Returns a key that is equal for all locations in a file. */
export function fileOf({ packagePath = '', path = '' }: Location): string {
  return `${packagePath}\n${path}`;
}

/** Reports whether two namespaces are the same: unset, '', and `default` are. */
export function sameNamespace(a: string, b: string): boolean {
  return (a || 'default') === (b || 'default');
}

/** Reports whether a resource is a Kptfile, of any version. */
export function isKptfile({ kind, group }: Pick<Resource, 'kind' | 'group'>): boolean {
  return kind === 'Kptfile' && group === 'kpt.dev';
}

/** Returns an independent copy of a resource. */
export function copyOf({ document, location }: Resource): Resource {
  return new Resource(newDocument(document.get([]) ?? null), location);
}

/**
 * Fields that identify a resource, wherever it is: an edit in one of these, or of what may hold them, can change it.
 */
const FIELDS: ReadonlySet<string | number> = new Set(['apiVersion', 'kind', 'name', 'namespace']);
const HOLDERS: ReadonlySet<string | number> = new Set(['metadata', 'items']);

/** Number of edits that were looked at, and the result then. */
interface Known {
  looked: number;
  identifying: number;
}

/**
 * Results for the growing edits of each document: a search of all of them for each resource would take quadratic time.
 */
const KNOWN = new WeakMap<readonly DataEdit[], Known>();

/**
 * Returns the number of edits up to the last that may change what identifies any resource in the document; 0 if none
 * does.
 */
function identifyingEdits(edits: readonly DataEdit[]): number {
  const known = KNOWN.get(edits) ?? { looked: 0, identifying: 0 };
  KNOWN.set(edits, known);
  for (; known.looked < edits.length; known.looked++)
    if (mayIdentify(edits[known.looked])) known.identifying = known.looked + 1;
  return known.identifying;
}

/**
 * Reports whether an edit may change such a field: not if it is of one key, with another name, of a map within a
 * resource.
 */
function mayIdentify(edit: DataEdit | undefined): boolean {
  if (edit === undefined || edit.kind === 'rename' || edit.path.length < 2) return true;
  const last = edit.path.at(-1) ?? 0;
  return typeof last === 'number' || HOLDERS.has(last) || edit.path.some((step) => FIELDS.has(step));
}
