import { Resource } from '../../../src/krm/resource.ts';
import { equalValues, isList, isMap, readStream, YamlError, type Value } from '../../../src/yaml/index.ts';
import type { Texts } from './versions.ts';

/** Data of a resource, and its file. */
interface Found {
  readonly value: Value;
  readonly path: string;
}

/** Resources in files, by group, kind, namespace and name, and by file where several have one. */
export type ResourceData = ReadonlyMap<string, Found>;

/** Returns the resources in YAML files; files that are not YAML have none. Kptfiles do not count. */
export function resourcesIn(files: Texts): ResourceData {
  const found = new Map<string, Found>();
  for (const [path, text] of files) {
    if (!/\.ya?ml$/.test(path)) continue;
    for (const resource of readResources(text))
      found.set(identityOf(resource, path), { value: resource.value(), path });
  }
  return found;
}

/** Returns the resources in a text; none if it is not YAML. */
export function readResources(text: string): readonly Resource[] {
  try {
    return readStream(text)
      .documents.map((document) => new Resource(document))
      .filter(({ kind, name }) => kind !== '' && name !== '');
  } catch (error) {
    if (error instanceof YamlError) return [];
    throw error;
  }
}

/** Returns a text that tells a resource from others of a package: packages can have one in several files. */
export function identityOf({ group, kind, namespace, name }: Resource, path: string): string {
  return [group, kind, namespace || 'default', name, path].join('|');
}

/**
 * Returns the data of a resource in a version that may have moved or renamed it: then it has the same name in another
 * file or namespace, or another one in the same file. Undefined if there is none.
 */
export function successorOf(identity: string, before: ResourceData, after: ResourceData): Value | undefined {
  const same = after.get(identity);
  if (same !== undefined) return same.value;
  const [group, kind, namespace, name, path] = identity.split('|');
  const ofKind = [...after].filter(([other]) => !before.has(other) && other.startsWith(`${group}|${kind}|`));
  const found =
    ofKind.find(([other]) => other.startsWith(`${group}|${kind}|${namespace}|${name}|`)) ??
    ofKind.find(([other]) => other.endsWith(`|${name}|${path}`)) ??
    ofKind.find(([, each]) => each.path === path);
  return found?.[1].value;
}

/** Numbers of resources of an upgraded package that are not those of the new version. */
export interface Wrong {
  /** In content. */
  readonly content: number;
  /** Only in the order of lists. */
  readonly order: number;
  /** Not there. */
  readonly missing: number;
  /** There, though the new version has none such. */
  readonly stale: number;
}

/**
 * Compares the resources of an upgraded package with those of the new version. Null fields, and marks of kpt, do not
 * count.
 */
export function compare(upgraded: ResourceData, wanted: ResourceData): Wrong {
  const wrong = { content: 0, order: 0, missing: 0, stale: 0 };
  for (const [identity, { value }] of wanted) {
    const other = upgraded.get(identity)?.value;
    if (other === undefined) wrong.missing++;
    else if (!isSame(other, value)) wrong[isSame(sorted(other), sorted(value)) ? 'order' : 'content']++;
  }
  for (const identity of upgraded.keys()) if (!wanted.has(identity)) wrong.stale++;
  return wrong;
}

function isSame(a: Value, b: Value): boolean {
  return equalValues(plain(a), plain(b));
}

/** Returns data without null fields, and what kpt adds to a resource that it fetches. */
function plain(value: Value): Value {
  if (isList(value)) return value.map(plain);
  if (!isMap(value)) return value;
  const entries = Object.entries(value)
    .filter(([key, each]) => each !== null && key !== 'internal.kpt.dev/upstream-identifier')
    .map(([key, each]) => [key, plain(each)] as const);
  return Object.fromEntries(
    entries.filter(([key, each]) => key !== 'annotations' || Object.keys(each ?? {}).length > 0),
  );
}

/** Returns data with each list in one order. */
function sorted(value: Value): Value {
  if (isList(value)) return value.map(sorted).toSorted((a, b) => (textOf(a) < textOf(b) ? -1 : 1));
  if (!isMap(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, each]) => [key, sorted(each)]),
  );
}

function textOf(value: Value): string {
  return JSON.stringify(value, (_, each: unknown) => (typeof each === 'bigint' ? `${each}` : each));
}
