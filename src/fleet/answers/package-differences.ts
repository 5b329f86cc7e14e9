import { byteOrder } from '../../byte-order.ts';
import { isManifestPath, isSameContent } from '../../files/index.ts';
import { fieldDifferences, type FieldAt } from '../index.ts';
import { elementsOf, identityOf, isKptfile, isSecretValue, KrmError, type Resource } from '../../krm/index.ts';
import type { PackageFiles } from '../../merge/index.ts';
import { readPackageFile } from '../../package/index.ts';

/** A value of one side, with its place in the package. */
export interface PlacedValue {
  /** The value on one line; for data of a Secret, `secret` and a number that is the same for equal values. */
  readonly text: string;
  readonly file: string;
  /** One-based; undefined if it is not known. */
  readonly line: number | undefined;
}

/** A difference between two packages: in a field, in a resource that only one has, or in a file that is not YAML. */
export interface PackageDifference {
  /**
   * `Deployment/web` or, with a namespace, `Deployment/shop/web`; the path of a Kptfile, and of a file without
   * resources.
   */
  readonly resource: string;
  /** '' for a whole resource or file. */
  readonly field: string;
  /** Undefined where it is absent. */
  readonly sides: readonly [left: PlacedValue | undefined, right: PlacedValue | undefined];
}

/** Numbers of the values of Secrets. */
export type Secrets = Map<string, string>;

/** Returns the differences between two packages, by resource. Files that are the same in both are not read. */
export function packageDifferences(
  left: PackageFiles,
  right: PackageFiles,
  secrets: Secrets = new Map(),
): readonly PackageDifference[] {
  const changed = changedPaths(left, right);
  // What a file that cannot be read has is not known: it lacks no resource.
  const broken = new Set([left, right].flatMap((files) => unreadableFiles(files, changed)));
  const readable = changed.filter((path) => !broken.has(path));
  const [a, b] = [resourcesIn(left, readable), resourcesIn(right, readable)];
  const named = new Map([...b.resources, ...a.resources].map(([id, found]) => [id, found]));
  const inResources = [...named.keys()].flatMap((id) =>
    resourceDifferences(a.resources.get(id), b.resources.get(id), secrets),
  );
  const others = changed.filter((path) => broken.has(path) || a.others.has(path) || b.others.has(path));
  const inFiles = others.map((path): PackageDifference => {
    const side = (files: PackageFiles): PlacedValue | undefined =>
      files.has(path) ? { text: contentText(files.get(path)), file: path, line: undefined } : undefined;
    return { resource: path, field: '', sides: [side(left), side(right)] };
  });
  const all = [...inResources, ...inFiles];
  const shown = new Set(all.flatMap(({ sides }) => sides.map((side) => side?.file)));
  return [...all, ...changed.filter((path) => !shown.has(path)).map(otherLayout)];
}

/** Returns the paths of the files that differ, or that only one package has, sorted. */
export function changedPaths(left: PackageFiles, right: PackageFiles): readonly string[] {
  return [...new Set([...left.keys(), ...right.keys()])]
    .filter((path) => !isSameContent(left.get(path), right.get(path)))
    .toSorted(byteOrder);
}

/** Returns those of some paths whose files must be YAML or JSON, and are not. */
export function unreadableFiles(files: PackageFiles, paths: readonly string[]): readonly string[] {
  return paths.filter((path) => {
    const content = files.get(path);
    return content !== undefined && readResources(path, content) === 'broken';
  });
}

/** Returns the difference between files with the same data. */
function otherLayout(file: string): PackageDifference {
  const side = { text: 'comments and layout', file, line: undefined };
  return { resource: file, field: '', sides: [side, side] };
}

function contentText(content: string | Uint8Array | undefined): string {
  const length = typeof content === 'string' ? Buffer.byteLength(content) : (content?.length ?? 0);
  return `file of ${length} bytes`;
}

/** Resources of some files of a package by identity, and the files without any. */
interface Read {
  readonly resources: ReadonlyMap<string, Resource>;
  readonly others: ReadonlySet<string>;
}

function resourcesIn(files: PackageFiles, paths: readonly string[]): Read {
  const resources = new Map<string, Resource>();
  const others = new Set<string>();
  for (const path of paths) {
    const content = files.get(path);
    if (content === undefined) continue;
    const found = readResources(path, content);
    if (found === undefined || found === 'broken') {
      others.add(path);
      continue;
    }
    // Two resources of one identity are not a package that can be applied: both are compared by their order.
    for (const each of found) {
      // The Kptfiles of two copies have different names.
      let id = isKptfile(each) ? path : identityOf(each);
      while (resources.has(id)) id = `${id} `;
      resources.set(id, each);
    }
  }
  return { resources, others };
}

/** Returns the resources of a file; undefined if it is of another format, or has none. */
function readResources(path: string, content: string | Uint8Array): readonly Resource[] | 'broken' | undefined {
  if (!isManifestPath(path) || typeof content !== 'string') return undefined;
  try {
    const found = readPackageFile(path, content).resources.flatMap((each) => elementsOf(each) ?? each);
    return found.length === 0 ? undefined : found;
  } catch (error) {
    if (error instanceof KrmError) return 'broken';
    throw error;
  }
}

function resourceDifferences(
  left: Resource | undefined,
  right: Resource | undefined,
  secrets: Secrets,
): readonly PackageDifference[] {
  const some = right ?? left;
  if (some === undefined) return [];
  const named = [some.kind, some.namespace, some.name].filter((part) => part !== '').join('/');
  const resource = isKptfile(some) ? (some.location.path ?? named) : named;
  if (left === undefined || right === undefined) return [{ resource, field: '', sides: [whole(left), whole(right)] }];
  return fieldDifferences(some, left.value('kubernetes'), right.value('kubernetes')).map(
    ({ field, sides: [a, b] }) => ({
      resource,
      field,
      sides: [placed(left, a, secrets), placed(right, b, secrets)],
    }),
  );
}

function whole(resource: Resource | undefined): PlacedValue | undefined {
  if (resource === undefined) return undefined;
  return { text: 'present', file: resource.location.path ?? '', line: resource.positionOf([])?.line };
}

function placed(resource: Resource, at: FieldAt | undefined, secrets: Secrets): PlacedValue | undefined {
  if (at === undefined) return undefined;
  const text = typeof at.value === 'string' ? at.value : JSON.stringify(at.value, bigNumber);
  const isSecret = isSecretValue(at.value, at.path, resource);
  if (isSecret && !secrets.has(text)) secrets.set(text, `secret ${secrets.size + 1}`);
  return {
    text: isSecret ? (secrets.get(text) ?? '') : text,
    file: resource.location.path ?? '',
    line: resource.positionOf(at.path)?.line,
  };
}

/** JSON has no numbers of this size. */
function bigNumber(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}
