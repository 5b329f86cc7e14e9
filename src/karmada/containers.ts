import { isNull } from '../krm/null-field.ts';
import type { Resource } from '../krm/resource.ts';
import type { Path } from '../yaml/index.ts';
import type { OverrideContext, OverrideScope } from './overrider.ts';

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
    lists: ['containers', 'initContainers', 'ephemeralContainers'],
  },
};

/** Containers of a workload. */
export interface Containers {
  /** Path of the list of its regular containers. */
  readonly list: Path;
  /** Path of each container. */
  readonly paths: readonly Path[];
}

/** Returns the containers of a resource. Returns undefined if it is no workload of the scope, or malformed, which is reported. */
export function findContainers(resource: Resource, { results, scope }: OverrideContext): Containers | undefined {
  const { kinds, lists } = SCOPES[scope];
  const spec = kinds.get(resource.kind);
  if (spec === undefined) return undefined;
  const { document } = resource;
  const maps = spec.map((_, depth) => spec.slice(0, depth + 1)).filter((path) => !isNull(document, path));
  const given = lists.map((list) => [...spec, list]).filter((path) => !isNull(document, path));
  const paths = given.flatMap((list) => Array.from({ length: document.length(list) ?? 0 }, (_, at) => [...list, at]));
  const isNoMap = (path: Path): boolean => document.get(path)?.kind !== 'map';
  const faults = [
    ...maps.filter(isNoMap).map(as('must be a map')),
    ...given.filter((list) => document.length(list) === undefined).map(as('must be a list of containers')),
    ...paths.filter(isNoMap).map(as('a container must be a map')),
  ];
  for (const { field, message } of faults) results.error(message, { resource, field });
  return faults.length > 0 ? undefined : { list: [...spec, 'containers'], paths };
}

function as(message: string): (field: Path) => { readonly field: Path; readonly message: string } {
  return (field) => ({ field, message });
}
