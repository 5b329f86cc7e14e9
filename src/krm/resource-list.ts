import {
  type NewValue,
  type Path,
  readStream,
  type Scan,
  type SourceDocument,
  type SourceStream,
  type Value,
} from '../yaml/index.ts';
import { isProtectedField } from './protected.ts';
import { annotationText, type Location, Resource } from './resource.ts';
import { Resources, type Store } from './resources.ts';
import { resultValue } from './result-value.ts';
import { KrmError, type Result } from './result.ts';

/**
 * List of resources read from a text: its items are edited in place. Usually a ResourceList; also a `List`, or a list
 * of one kind such as `ConfigMapList`, as the specification of KRM functions requires.
 */
export class ResourceList implements Store {
  /** Function config from the orchestrator; a function must not edit it. */
  readonly functionConfig: Resource | undefined;
  /** Text as it was read. */
  readonly read: string;
  /** Document of the whole list. */
  readonly document: SourceDocument;
  /** Number of items in the input. */
  readonly lengthRead: number;
  /** True if the input had results of earlier functions. */
  readonly hadResults: boolean;
  /** True unless it is a ResourceList: then it has no place for results. */
  readonly isPlain: boolean;
  readonly #stream: SourceStream;
  readonly #items: SourceDocument;
  #resources: Resources | undefined;

  /** Reads a text that holds exactly one list. Throws a `KrmError` or `YamlError` if it does not. */
  constructor(text: string) {
    this.read = text;
    this.#stream = readStream(text, { lazy: true });
    this.document = onlyDocument(this.#stream);
    this.#items = itemsOf(this.document);
    this.lengthRead = this.length;
    this.isPlain = this.document.value(['kind']) !== RESOURCE_LIST;
    this.hadResults = (this.document.length(['results']) ?? 0) > 0;
    const config = ['functionConfig'];
    this.functionConfig =
      this.isPlain || isNull(this.document, config) ? undefined : readResource(this.document.view(config));
  }

  get length(): number {
    return this.#items.length([]) ?? 0;
  }

  /** True if the word `List` occurs elsewhere than in the kind of this list. */
  get mayHoldLists(): boolean {
    // Searching from the end costs several times as much.
    return this.read.includes('List', this.read.indexOf('List') + 1);
  }

  /** Items of the list. */
  get resources(): Resources {
    if (this.#resources !== undefined) return this.#resources;
    // A loop costs a fraction of `Array.from`.
    const items: Resource[] = [];
    const { length } = this;
    for (let index = 0; index < length; index++) items.push(this.item(index));
    return (this.#resources = new Resources(items, this));
  }

  add(content: NewValue, location: Location): Resource {
    this.#items.append([], content);
    const item = this.#items.view([this.length - 1]);
    writeLocation(item, location);
    return new Resource(item, location);
  }

  remove(index: number): void {
    this.#items.remove([index]);
  }

  /** Returns one item. */
  item(index: number): Resource {
    return readResource(this.#items.view([index]));
  }

  /** Adds results after those of the input, if it has a place for them. */
  append(results: readonly Result[]): void {
    if (this.isPlain) return;
    for (const result of results) this.document.append(['results'], resultValue(result));
  }

  /** Returns a scan of each item as it was read; undefined for one that was added or was not in block style. */
  scans(): (Scan | undefined)[] {
    return this.#items.elements([]);
  }

  /** Returns the whole text with all edits. */
  text(): string {
    return this.#stream.text();
  }
}

const ANNOTATIONS: Path = ['metadata', 'annotations'];

/** Annotations that hold an item's location for kpt. Orchestrators before kpt 1.0 wrote them without `internal.`. */
const KEPT = {
  path: ['internal.config.kubernetes.io/path', 'config.kubernetes.io/path'],
  index: ['internal.config.kubernetes.io/index', 'config.kubernetes.io/index'],
  packagePath: ['internal.config.kubernetes.io/package-path'],
} as const;

const API_VERSIONS: readonly unknown[] = ['config.kubernetes.io/v1', 'config.kubernetes.io/v1beta1'];

function onlyDocument({ documents }: SourceStream): SourceDocument {
  const [document, ...others] = documents;
  if (document === undefined || isNull(document, [])) throw unreadable('the input is empty: it must be a ResourceList');
  if (others.length > 0) throw unreadable(`the input must be one YAML document, not ${documents.length}`);
  const kind = document.value(['kind']);
  const apiVersion = document.value(['apiVersion']);
  if (kind !== RESOURCE_LIST && isPlainList(kind, apiVersion)) return document;
  if (kind !== RESOURCE_LIST)
    throw unreadable(`the input must be a List of Kubernetes, or of kind ResourceList, not ${shown(kind)}`);
  if (!API_VERSIONS.includes(apiVersion)) {
    throw unreadable(
      `the ResourceList's apiVersion must be one of ${API_VERSIONS.join(', ')}, not ${shown(apiVersion)}`,
    );
  }
  if (document.length(['results']) === undefined && !isNull(document, ['results'])) {
    throw unreadable("the ResourceList's `results` must be a list");
  }
  return document;
}

const RESOURCE_LIST = 'ResourceList';

/** Reports whether a list of Kubernetes has this kind: `v1/List`, or one whose items have one kind. */
function isPlainList(kind: Value | undefined, apiVersion: Value | undefined): boolean {
  if (typeof kind !== 'string' || typeof apiVersion !== 'string') return false;
  return kind === 'List' ? apiVersion === 'v1' : kind.endsWith('List') && apiVersion !== '';
}

function itemsOf(document: SourceDocument): SourceDocument {
  if (document.length(['items']) === undefined)
    throw unreadable('the input must have a list of `items`, which may be empty');
  return document.view(['items']);
}

function unreadable(message: string): KrmError {
  return new KrmError([{ severity: 'error', code: 'invalid-resource-list', message }]);
}

function shown(value: Value | undefined): string {
  return typeof value === 'string' ? JSON.stringify(value) : 'none';
}

function readResource(document: SourceDocument): Resource {
  return new Resource(document, () => readLocation(document));
}

/** Returns the location of an item according to kpt's annotations. */
function readLocation(resource: SourceDocument): Location {
  const [path, index, packagePath] = [KEPT.path, KEPT.index, KEPT.packagePath].map((keys) => firstOf(resource, keys));
  return {
    ...(path !== undefined && { path }),
    ...(index !== undefined && /^\d{1,9}$/.test(index) && { index: Number(index) }),
    ...(packagePath !== undefined && { packagePath }),
  };
}

/**
 * Sets the location at which kpt is to keep an item. Removes the location copied from another item, except for the
 * style of its lists.
 */
function writeLocation(item: SourceDocument, { path, index = 0, packagePath }: Location): void {
  for (const key of item.keys(ANNOTATIONS) ?? []) {
    if (isProtectedField([...ANNOTATIONS, key]) && key !== SEQUENCE_STYLE) item.remove([...ANNOTATIONS, key]);
  }
  if (path === undefined) return;
  const kept = {
    [KEPT.path[0]]: path,
    [KEPT.index[0]]: String(index),
    ...(packagePath !== undefined && { [KEPT.packagePath[0]]: packagePath }),
  };
  for (const [key, value] of Object.entries(kept)) item.set([...ANNOTATIONS, key], value);
}

const SEQUENCE_STYLE = 'internal.config.kubernetes.io/seqindent';

/** Returns the value of the first of these annotations that is present. */
function firstOf(resource: SourceDocument, keys: readonly string[]): string | undefined {
  for (const key of keys) {
    const text = annotationText(resource.value([...ANNOTATIONS, key]));
    if (text !== undefined) return text;
  }
  return undefined;
}

/** Reports whether the value at a path is absent or null, which are the same in Kubernetes. */
export function isNull(document: SourceDocument, path: Path): boolean {
  const node = document.get(path);
  return node === undefined || (node.kind === 'scalar' && document.value(path) === null);
}
