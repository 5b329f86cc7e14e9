import { groupBy } from '../../src/group-by.ts';
import { isProtectedResource, kindHint, type Resource, type Resources, type Results } from '../../src/krm/index.ts';
import type { Path } from '../../src/yaml/index.ts';
import type { Options, TemplateRule } from './kinds/pod-preset-application.ts';
import { CONTAINER_LISTS } from './preset.ts';

/** A container of a pod. */
export interface Container {
  /** Name as written; without a name its position, such as `containers[0]`. */
  readonly name: string;
  /** Path from the root of the resource. */
  readonly path: Path;
}

/** A pod or a pod template. */
export interface Pod {
  readonly resource: Resource;
  /** Path of the template in its resource; empty for a Pod. */
  readonly root: Path;
  /** Namespace of its resource, as written; '' if unset. */
  readonly namespace: string;
  readonly labels: ReadonlyMap<string, string>;
  /** Elements of `containers`, then of `initContainers`; at least one. */
  readonly containers: readonly Container[];
  /** Names of the volumes that its resource claims for it through `volumeClaimTemplates`. */
  readonly claims: readonly string[];
  /** Returns the annotation with the key, or undefined if there is none. */
  annotation(key: string): string | undefined;
}

/** Package to search for pods. */
interface Package {
  readonly resources: Resources;
  readonly results: Results;
}

/** Paths of the pod templates of Kubernetes kinds, by group and kind, for all versions. */
const TEMPLATES: ReadonlyMap<string, Path> = new Map([
  ['/Pod', []],
  ['/PodTemplate', ['template']],
  ['/ReplicationController', ['spec', 'template']],
  ['apps/DaemonSet', ['spec', 'template']],
  ['apps/Deployment', ['spec', 'template']],
  ['apps/ReplicaSet', ['spec', 'template']],
  ['apps/StatefulSet', ['spec', 'template']],
  ['batch/CronJob', ['spec', 'jobTemplate', 'spec', 'template']],
  ['batch/Job', ['spec', 'template']],
  // Group of the `apps` kinds before Kubernetes 1.16.
  ['extensions/DaemonSet', ['spec', 'template']],
  ['extensions/Deployment', ['spec', 'template']],
  ['extensions/ReplicaSet', ['spec', 'template']],
]);

/**
 * Returns the pods and pod templates of a package, in its order. Malformed ones are reported and left untouched.
 * Resources reserved for kpt and functions are ignored.
 */
export function findPods({ templates }: Pick<Options, 'templates'>, { resources, results }: Package): readonly Pod[] {
  const rules = groupBy(templates, kindOf);
  const pods = [...resources].flatMap((resource) => {
    const roots = rootsOf(resource, rules.get(kindOf(resource)) ?? []);
    if (roots.length === 0 || isProtectedResource(resource)) return [];
    return roots.flatMap((root) => readPod(resource, root, results));
  });
  for (const rule of templates) warnIfUnused(rule, resources, results);
  return pods;
}

function kindOf({ apiVersion, kind }: Pick<Resource, 'apiVersion' | 'kind'>): string {
  return `${apiVersion}/${kind}`;
}

/** Returns each path once, though a rule may repeat a built-in one. */
function rootsOf({ group, kind }: Resource, rules: readonly TemplateRule[]): readonly Path[] {
  const known = TEMPLATES.get(`${group}/${kind}`);
  const roots = [...(known === undefined ? [] : [known]), ...rules.map(({ path }) => path)];
  return [...new Map(roots.map((root) => [root.join('.'), root])).values()];
}

function warnIfUnused({ apiVersion, kind, source, field }: TemplateRule, resources: Resources, results: Results): void {
  const all = [...resources];
  if (all.some((resource) => resource.kind === kind && resource.apiVersion === apiVersion)) return;
  results.warning(`no item is a ${kind} (${apiVersion})${kindHint({ apiVersion, kind }, all)}`, {
    code: 'rule-unmatched',
    resource: source,
    field,
  });
}

/** Reads a pod. Returns an empty list, and reports why, if it cannot be read. */
function readPod(resource: Resource, root: Path, results: Results): readonly Pod[] {
  const containers = readTemplate(resource, root, results);
  if (containers.length === 0) return [];
  const annotations = [...root, 'metadata', 'annotations'];
  return [
    {
      resource,
      root,
      namespace: resource.namespace,
      labels: resource.texts([...root, 'metadata', 'labels']),
      containers,
      claims: readClaims(resource, root),
      annotation: (key) => resource.texts(annotations).get(key),
    },
  ];
}

/** Reads the containers of a template. Returns an empty list, and reports why, if the template is malformed. */
function readTemplate(resource: Resource, root: Path, results: Results): readonly Container[] {
  const { document } = resource;
  const annotations = [...root, 'metadata', 'annotations'];
  const warn = (field: Path, message: string): void =>
    results.warning(`${message}: presets are not applied`, { code: 'invalid-value', resource, field });
  if (isAbsent(resource, root)) warn(root, 'the pod template must be set');
  else if (document.keys(root) === undefined) warn(root, 'the pod template must be a map');
  else if (!isAbsent(resource, annotations) && document.keys(annotations) === undefined)
    warn(annotations, 'must be a map');
  else return readContainers(resource, root, warn);
  return [];
}

type Warn = (field: Path, message: string) => void;

function readContainers(resource: Resource, root: Path, warn: Warn): readonly Container[] {
  const { document } = resource;
  const lists = ['containers', 'initContainers'].map((list) => [...root, 'spec', list]);
  const given = lists.filter((list) => !isAbsent(resource, list));
  const noList = given.find((list) => document.length(list) === undefined);
  const paths = given.flatMap((list) => Array.from({ length: document.length(list) ?? 0 }, (_, at) => [...list, at]));
  const noMap = paths.find((path) => document.keys(path) === undefined);
  const merged = [
    ...paths.flatMap((path) => CONTAINER_LISTS.map((list) => [...path, list])),
    [...root, 'spec', 'volumes'],
  ];
  const notMergeable = merged.find((list) => !isAbsent(resource, list) && document.length(list) === undefined);
  if (noList !== undefined) warn(noList, 'the containers of a pod must be a list');
  else if (noMap !== undefined) warn(noMap, 'a container must be a map');
  else if (notMergeable !== undefined) warn(notMergeable, 'must be a list');
  else if (paths.length === 0) warn([...root, 'spec', 'containers'], 'a pod must have a container');
  else return paths.map((path) => ({ name: containerName(resource, path), path }));
  return [];
}

function containerName({ document }: Resource, path: Path): string {
  const name = document.value([...path, 'name']);
  const [list, index] = path.slice(-2);
  return typeof name === 'string' && name !== '' ? name : `${list}[${index}]`;
}

function isAbsent({ document }: Resource, path: Path): boolean {
  return document.keys(path) === undefined && (document.value(path) ?? null) === null;
}

/** Reads the claims next to the template, where kinds modeled on the StatefulSet have them, too. */
function readClaims({ document }: Resource, root: Path): readonly string[] {
  if (root.length === 0) return [];
  const list = [...root.slice(0, -1), 'volumeClaimTemplates'];
  return Array.from({ length: document.length(list) ?? 0 }, (_, index) => index).flatMap((index) => {
    const name = document.value([...list, index, 'metadata', 'name']);
    return typeof name === 'string' ? name : [];
  });
}
