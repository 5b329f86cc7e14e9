import {
  isMap,
  isProtectedResource,
  type Path,
  type Problem,
  type Resource,
  type Resources,
  type Results,
} from '../../src/index.ts';

/** What says by a reference, or by a descriptor that it holds, of which component it is. Of `ref` and `inline` one at least is there. */
export interface ReferenceHolder {
  readonly resource: Resource;
  /** Of its `componentDescriptor`. */
  readonly path: Path;
  /** Of a reference that is as it must be; undefined where there is none. */
  readonly ref: Path | undefined;
  /** Of a map that should be a descriptor; undefined where there is none. To Landscaper it goes before `ref`. */
  readonly inline: Path | undefined;
  /** As it is written: '' where unset. */
  readonly namespace: string;
  /** Name of its Context; undefined where it is unset. */
  readonly context: string | undefined;
}

/** What is looked through. */
interface Package {
  readonly resources: Resources;
  readonly results: Results;
}

const GROUP = 'landscaper.gardener.cloud';

/** Where the kinds of Landscaper have their `componentDescriptor`. Of DeployItems, those for containers have one. */
const PLACES: ReadonlyMap<string, Path> = new Map([
  ['Installation', ['spec', 'componentDescriptor']],
  ['DeployItem', ['spec', 'config', 'componentDescriptor']],
]);

/**
 * The Installations and DeployItems of a package that say of which component they are, in its order. What is not as it
 * must be is reported and left alone. What is there for kpt and functions is not looked at.
 */
export function findReferences({ resources, results }: Package): readonly ReferenceHolder[] {
  return [...resources].flatMap((resource) => {
    const path = resource.group === GROUP ? PLACES.get(resource.kind) : undefined;
    return path === undefined || isProtectedResource(resource) ? [] : readHolder(resource, path, results);
  });
}

/** Whether a resource could refer to a component, and does not. */
export function lacksReference(resource: Resource): boolean {
  const path = resource.group === GROUP ? PLACES.get(resource.kind) : undefined;
  if (path === undefined || isProtectedResource(resource)) return false;
  const descriptor = resource.document.value(path) ?? {};
  return isMap(descriptor) && (descriptor['ref'] ?? descriptor['inline'] ?? null) === null;
}

/** What is wrong with what is at a path. */
type Check = (resource: Resource, path: Path) => readonly Problem[];

/** None where there is nothing to overwrite. */
function readHolder(resource: Resource, path: Path, results: Results): readonly ReferenceHolder[] {
  const passes = (at: Path, check: Check): boolean => {
    const problems = check(resource, at);
    for (const { field, message } of problems)
      results.warning(`${message}: nothing of it is overwritten`, { resource, field });
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

/** A version that lacks its quotes may be a number, and `1.10` is then not what it looks like. */
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
