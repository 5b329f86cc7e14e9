import { formatFieldPath } from '../krm/field-path.ts';
import { isNull } from '../krm/resource-list.ts';
import type { Resource } from '../krm/resource.ts';
import type { Results, Subject } from '../krm/results.ts';
import { CONTAINER_LISTS } from '../kubernetes-types.ts';
import { didYouMean } from '../nearest-name.ts';
import { type DataEdit, type Path, type SourceDocument, startsWith } from '../yaml/index.ts';
import type { IfMissing, OverrideContext, OverrideScope } from './overrider.ts';

interface Scope {
  /** Paths of the spec of a pod, by kind, in any API group. */
  readonly kinds: ReadonlyMap<string, Path>;
  /** Lists of containers in it. */
  readonly lists: readonly string[];
}

const TEMPLATE: Path = ['spec', 'template', 'spec'];

const ORIGINAL: Scope = {
  kinds: new Map([
    ['Pod', ['spec']],
    ['ReplicaSet', TEMPLATE],
    ['Deployment', TEMPLATE],
    ['DaemonSet', TEMPLATE],
    ['StatefulSet', TEMPLATE],
    ['Job', TEMPLATE],
  ]),
  lists: ['containers'],
};

const SCOPES: Readonly<Record<OverrideScope, Scope>> = {
  original: ORIGINAL,
  all: {
    kinds: new Map([
      ...ORIGINAL.kinds,
      ['CronJob', ['spec', 'jobTemplate', ...TEMPLATE]],
      ['ReplicationController', TEMPLATE],
    ]),
    lists: CONTAINER_LISTS,
  },
};

/** Containers of a workload. */
export interface Containers {
  /** Path of the list of its regular containers. */
  readonly list: Path;
  /** Path of each container. */
  readonly paths: readonly Path[];
}

/** Containers that were found in a resource. */
interface Known {
  readonly scope: OverrideScope;
  readonly containers: Containers;
  /** Number of edits before. */
  readonly edits: number;
}

/** Containers that were found last, by resource: each overrider asks for them, and so does a second run. */
const KNOWN = new WeakMap<Resource, Known>();

/**
 * Returns the containers of a resource. Returns undefined if it is no workload of the scope, or malformed, which is
 * reported.
 */
export function findContainers(resource: Resource, { results, scope }: OverrideContext): Containers | undefined {
  const known = KNOWN.get(resource);
  if (known?.scope === scope && isCurrent(known, resource)) return known.containers;
  const { kinds, lists } = SCOPES[scope];
  const spec = kinds.get(resource.kind);
  if (spec === undefined) return undefined;
  const { document } = resource;
  // A map there can only be in maps.
  const found =
    document.get(spec)?.kind === 'map' ? findInPod(document.view(spec), lists) : findHolders(document, spec);
  const at = (path: Path): Path => (found.isInPod ? [...spec, ...path] : path);
  for (const { field, message } of found.faults)
    results.error(message, { code: 'invalid-value', resource, field: at(field) });
  if (found.faults.length > 0) return undefined;
  const containers = { list: [...spec, 'containers'], paths: found.paths.map(at) };
  KNOWN.set(resource, { scope, containers, edits: document.edits.length });
  return containers;
}

/** Maximum number of edits that are compared with the paths of containers. */
const MAX_COMPARED = 16;

/** Reports whether all edits since then are inside of these containers, which leaves each where it is, and a map. */
function isCurrent({ edits: before, containers }: Known, { document }: Resource): boolean {
  const { edits } = document;
  if (edits.length === before) return true;
  if (edits.length - before > MAX_COMPARED) return false;
  const top = document.whole.path;
  const paths = containers.paths.map((path) => [...top, ...path]);
  const isInside = ({ path }: DataEdit): boolean =>
    paths.some((container) => path.length > container.length && startsWith(path, container));
  return edits.slice(before).every(isInside);
}

interface Fault {
  readonly field: Path;
  readonly message: string;
}

/** Paths of containers, and what is malformed; in the spec of a pod, or in the resource. */
interface Found {
  readonly isInPod: boolean;
  readonly paths: readonly Path[];
  readonly faults: readonly Fault[];
}

function findInPod(pod: SourceDocument, lists: readonly string[]): Found {
  const given = lists.map((list) => [list]).filter((path) => !isNull(pod, path));
  const lengths = given.map((list) => pod.length(list));
  const paths = given.flatMap((list, index) => Array.from({ length: lengths[index] ?? 0 }, (_, at) => [...list, at]));
  const faults = [
    ...given.filter((_, index) => lengths[index] === undefined).map(as('must be a list of containers')),
    ...paths.filter((path) => pod.get(path)?.kind !== 'map').map(as('a container must be a map')),
  ];
  return { isInPod: true, paths, faults };
}

/** Finds what is in place of the spec of a pod, or of a map around it. */
function findHolders(document: SourceDocument, spec: Path): Found {
  const given = spec.map((_, depth) => spec.slice(0, depth + 1)).filter((path) => !isNull(document, path));
  const faults = given.filter((path) => document.get(path)?.kind !== 'map').map(as('must be a map'));
  return { isInPod: false, paths: [], faults };
}

function as(message: string): (field: Path) => Fault {
  return (field) => ({ field, message });
}

/** A name in an overrider that a resource does not have. */
interface MissingName {
  /** Place of the overrider in its configuration. */
  readonly overrider: Path;
  /** States what is missing: `no container is named "main"`. */
  readonly message: string;
  readonly name: string;
  /** Names that the resource has. */
  readonly names: readonly string[];
  readonly ifMissing: IfMissing;
}

/** Reports a name that a resource does not have, with the nearest one that it has. */
export function reportMissingName(
  { overrider, message, name, names, ifMissing }: MissingName,
  subject: Subject,
  results: Results,
): void {
  if (ifMissing === 'ignore') return;
  const text = `\`${formatFieldPath(overrider)}\`: ${message}${didYouMean(name, names)}`;
  results[ifMissing === 'error' ? 'error' : 'warning'](text, { code: 'target-missing', ...subject });
}
