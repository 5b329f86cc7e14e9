import type { Problem } from '../../src/function/index.ts';
import { isProtectedResource, type Resource, type Resources, type Results } from '../../src/krm/index.ts';
import { isMap, type Path } from '../../src/yaml/index.ts';

/**
 * A resource that names its component by a reference or by an inline descriptor. At least one of `ref` and `inline` is
 * set.
 */
export interface ReferenceHolder {
  readonly resource: Resource;
  /** Path of its `componentDescriptor`. */
  readonly path: Path;
  /** Path of a valid reference; undefined if there is none. */
  readonly ref: Path | undefined;
  /**
   * Path of a map that should be a descriptor; undefined if there is none. In Landscaper it takes precedence over
   * `ref`.
   */
  readonly inline: Path | undefined;
  /** Namespace as it is written; '' if unset. */
  readonly namespace: string;
  /** Name of its Context; undefined if unset. */
  readonly context: string | undefined;
}

/** Package to search. */
interface Package {
  readonly resources: Resources;
  readonly results: Results;
}

const GROUP = 'landscaper.gardener.cloud';

/** Path of `componentDescriptor` in the kinds of Landscaper. Among DeployItems, only those for containers have one. */
const DESCRIPTOR_PATHS: ReadonlyMap<string, Path> = new Map([
  ['Installation', ['spec', 'componentDescriptor']],
  ['DeployItem', ['spec', 'config', 'componentDescriptor']],
]);

/**
 * Returns the Installations and DeployItems of a package that name a component, in order. Malformed ones are reported
 * and left unchanged. Resources for kpt and functions are ignored.
 */
export function findHolders({ resources, results }: Package): readonly ReferenceHolder[] {
  return [...resources].flatMap((resource) => {
    const path = resource.group === GROUP ? DESCRIPTOR_PATHS.get(resource.kind) : undefined;
    return path === undefined || isProtectedResource(resource) ? [] : readHolder(resource, path, results);
  });
}

/** Reports whether a resource could refer to a component, and does not. */
export function lacksReference(resource: Resource): boolean {
  const path = resource.group === GROUP ? DESCRIPTOR_PATHS.get(resource.kind) : undefined;
  if (path === undefined || isProtectedResource(resource)) return false;
  const descriptor = resource.document.value(path) ?? {};
  return isMap(descriptor) && (descriptor['ref'] ?? descriptor['inline'] ?? null) === null;
}

/** Returns the problems of the value at a path. */
type Check = (resource: Resource, path: Path) => readonly Problem[];

/** Reads a holder; an empty list if there is nothing to overwrite. */
function readHolder(resource: Resource, path: Path, results: Results): readonly ReferenceHolder[] {
  const passes = (at: Path, check: Check): boolean => {
    const problems = check(resource, at);
    for (const { field, message } of problems)
      results.warning(`${message}: not overwritten`, { code: 'invalid-value', resource, field });
    return problems.length === 0;
  };
  const part = (name: string, check: Check): Path | undefined => {
    const at = [...path, name];
    return !isAbsent(resource, at) && passes(at, check) ? at : undefined;
  };
  if (isAbsent(resource, path) || !passes(CONTEXT, checkContextName) || !passes(path, checkHolder)) return [];
  const [ref, inline] = [part('ref', checkReference), part('inline', checkMap)];
  if (ref === undefined && inline === undefined) return [];
  const context = textAt(resource, CONTEXT);
  return [
    { resource, path, ref, inline, namespace: resource.namespace, context: context === '' ? undefined : context },
  ];
}

const CONTEXT: Path = ['spec', 'context'];

function checkContextName(resource: Resource, path: Path): readonly Problem[] {
  return isAbsent(resource, path) || typeof resource.document.value(path) === 'string'
    ? []
    : [{ field: path, message: 'must be a string' }];
}

function checkHolder(resource: Resource, path: Path): readonly Problem[] {
  const isEmpty = ['ref', 'inline'].every((name) => isAbsent(resource, [...path, name]));
  const problems = checkMap(resource, path);
  return problems.length === 0 && isEmpty ? [{ field: path, message: 'must have `ref` or `inline`' }] : problems;
}

function checkReference(resource: Resource, path: Path): readonly Problem[] {
  const problems = checkMap(resource, path);
  if (problems.length > 0) return problems;
  const context = [...path, 'repositoryContext'];
  return [
    ...checkText(resource, [...path, 'componentName']),
    ...checkText(resource, [...path, 'version']),
    ...(isAbsent(resource, context) ? [] : checkRepositoryContext(resource, context)),
  ];
}

function checkRepositoryContext(resource: Resource, path: Path): readonly Problem[] {
  const problems = checkMap(resource, path);
  return problems.length > 0 ? problems : checkText(resource, [...path, 'type']);
}

function checkMap({ document }: Resource, path: Path): readonly Problem[] {
  return document.keys(path) === undefined ? [{ field: path, message: 'must be a map' }] : [];
}

/** Checks for a non-empty string. An unquoted version may be a number: `1.10` would be 1.1. */
function checkText(resource: Resource, path: Path): readonly Problem[] {
  if (isAbsent(resource, path)) return [{ field: path, message: 'must be set' }];
  const value = resource.document.value(path);
  if (typeof value !== 'string') return [{ field: path, message: 'must be a string' }];
  return value === '' ? [{ field: path, message: 'must not be empty' }] : [];
}

function textAt({ document }: Resource, path: Path): string {
  const value = document.value(path);
  return typeof value === 'string' ? value : '';
}

function isAbsent({ document }: Resource, path: Path): boolean {
  return document.keys(path) === undefined && (document.value(path) ?? null) === null;
}
