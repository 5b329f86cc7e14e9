import type { Path, SourceDocument } from '../yaml/index.ts';
import { lostKeysOf } from './duplicate-keys.ts';
import { misspelledKey } from './hints.ts';
import { inputHint } from './protected.ts';
import { Resource } from './resource.ts';
import { KrmError } from './result.ts';
import { makeResult } from './results.ts';

/** File that was read. */
export interface FolderFile {
  /** Path shown in messages. */
  readonly path: string;
  /** Non-empty documents. */
  readonly documents: readonly SourceDocument[];
}

/** Reads the YAML and JSON files of a folder, relative to the working directory. Throws a `KrmError` on failure. */
export type ReadFolder = (path: string) => readonly FolderFile[] | Promise<readonly FolderFile[]>;

/**
 * Reads the objects in the files of a folder and its subfolders: each document is an object, or a List of objects.
 * Throws a `KrmError` that names every file that cannot be read, or every object without a kind or name.
 */
export async function readObjectFolder(path: string, readFolder: ReadFolder): Promise<readonly Resource[]> {
  return objectsOf(await readFolder(path));
}

/**
 * Returns the objects in files. Throws a `KrmError` that names every object without a kind or name, and every duplicate
 * key.
 */
export function objectsOf(files: readonly FolderFile[]): readonly Resource[] {
  const objects = files.flatMap(objectsIn);
  const nameless = objects.filter(({ ref }) => ref === undefined);
  const errors = [
    ...nameless.map((resource) =>
      makeResult('error', `${NAMELESS}${remedyFor(resource)}`, { code: 'missing-field', resource }),
    ),
    ...objects.flatMap(lostKeysOf),
  ];
  if (errors.length > 0) throw new KrmError(errors);
  return objects;
}

const NAMELESS = 'an object must have `apiVersion`, `kind` and `metadata.name`';

/** Fields that an object must have. */
const REQUIRED: readonly Path[] = [['apiVersion'], ['kind'], ['metadata', 'name']];

/** Returns the end of the message about an object that lacks only one field; '' if nothing is known of it. */
function remedyFor(resource: Resource): string {
  const [missing, ...others] = REQUIRED.filter((field) => resource.text(field) === '');
  const misspelled = missing === undefined || others.length > 0 ? '' : misspelledKey(resource, missing);
  return misspelled === '' ? inputHint(resource) : misspelled;
}

function objectsIn({ path, documents }: FolderFile): Resource[] {
  return documents.flatMap((document, index) => {
    const object = new Resource(document, { path, index, isFile: true });
    const elements = elementsOf(object);
    return elements === undefined ? object : [...elements, ...otherElements(object)];
  });
}

/** Suffix of the kinds of lists: `List`, `ConfigMapList`. */
const LIST = 'List';

/**
 * Returns the resources in a list of resources, and in lists within it: a `List`, or a typed list such as a `RoleList`,
 * whose elements take a missing `apiVersion` and `kind` from it. Returns undefined for anything else, such as a custom
 * resource with `items` of another kind.
 */
export function elementsOf(resource: Resource): readonly Resource[] | undefined {
  return allElements(resource)
    ?.filter(isKrm)
    .flatMap((element) => elementsOf(element) ?? element);
}

/** Returns the other elements of a list of resources: those without `apiVersion`, `kind` or `metadata.name`. */
export function otherElements(resource: Resource): readonly Resource[] {
  const elements = allElements(resource) ?? [];
  return elements.flatMap((element) => (isKrm(element) ? otherElements(element) : element));
}

/** Reports whether kpt considers an object a resource: all must have a name, except for kustomize's kinds and lists. */
export function isKrm(resource: Resource): boolean {
  const { apiVersion, kind, name, group } = resource;
  if (apiVersion === '' || kind === '') return false;
  return name !== '' || group === 'kustomize.config.k8s.io' || allElements(resource) !== undefined;
}

/** Returns all elements of a list; undefined if it has a name, as custom resources have, and contains no resource. */
function allElements(resource: Resource): readonly Resource[] | undefined {
  const { kind, apiVersion } = resource;
  if (!kind.endsWith(LIST)) return undefined;
  const length = resource.document.length(['items']);
  if (length === undefined) return undefined;
  const own = kind.slice(0, -LIST.length);
  const defaults = new Map(own === '' ? [] : Object.entries({ apiVersion, kind: own }));
  const elements = Array.from({ length }, (_, index) => resource.element(index, defaults));
  return resource.name === '' || elements.some(isKrm) ? elements : undefined;
}
