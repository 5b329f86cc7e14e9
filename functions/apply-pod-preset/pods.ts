import {
  groupBy,
  isProtectedResource,
  versionHint,
  type Path,
  type Resource,
  type Resources,
  type Results,
} from '../../src/index.ts';
import type { Options, TemplateRule } from './kinds/pod-preset-application.ts';
import { CONTAINER_LISTS } from './preset.ts';

/** A container of a pod. */
export interface Container {
  /** As it is written; of one without a name its place: `containers[0]`. */
  readonly name: string;
  /** From the top of the resource. */
  readonly path: Path;
}

/** A pod or a pod template. */
export interface Pod {
  readonly resource: Resource;
  /** Of the template in its resource; empty for a Pod. */
  readonly root: Path;
  /** That of its resource, as it is written: '' where unset. */
  readonly namespace: string;
  readonly labels: ReadonlyMap<string, string>;
  /** Those of `containers`, then those of `initContainers`: one at least. */
  readonly containers: readonly Container[];
  /** Names of the volumes that its resource claims for it, by `volumeClaimTemplates`. */
  readonly claims: readonly string[];
  /** Its annotation of that key; undefined where it has none. */
  annotation(key: string): string | undefined;
}

/** What is looked through for pods. */
interface Package {
  readonly resources: Resources;
  readonly results: Results;
}

/** Where the kinds of Kubernetes have their pod templates, by group and kind, in all versions. */
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
  // Where those of `apps` were before Kubernetes 1.16.
  ['extensions/DaemonSet', ['spec', 'template']],
  ['extensions/Deployment', ['spec', 'template']],
  ['extensions/ReplicaSet', ['spec', 'template']],
]);

/**
 * The pods and pod templates of a package, in its order, those that can get something: what is no pod is reported and left
 * alone. What is there for kpt and functions is not looked at.
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

/** Each once, though a rule may name what is known. */
function rootsOf({ group, kind }: Resource, rules: readonly TemplateRule[]): readonly Path[] {
  const known = TEMPLATES.get(`${group}/${kind}`);
  const roots = [...(known === undefined ? [] : [known]), ...rules.map(({ path }) => path)];
  return [...new Map(roots.map((root) => [root.join('.'), root])).values()];
}

function warnIfUnused({ apiVersion, kind, source, field }: TemplateRule, resources: Resources, results: Results): void {
  const ofKind = [...resources].filter((resource) => resource.kind === kind);
  if (ofKind.some((resource) => resource.apiVersion === apiVersion)) return;
  const versions = new Set(ofKind.map((resource) => resource.apiVersion));
  results.warning(`no item is a ${kind} (${apiVersion})${versionHint([...versions])}`, { resource: source, field });
}

/** One pod; none where it cannot be read, which is reported. */
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

/** Its containers; none where anything is not as it must be, which is reported. */
function readTemplate(resource: Resource, root: Path, results: Results): readonly Container[] {
  const { document } = resource;
  const annotations = [...root, 'metadata', 'annotations'];
  const warn = (field: Path, message: string): void =>
    results.warning(`${message}: it gets nothing of any preset`, { resource, field });
  if (isAbsent(resource, root)) warn(root, 'there is no pod template');
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
  else return paths.map((path) => ({ name: nameOf(resource, path), path }));
  return [];
}

function nameOf({ document }: Resource, path: Path): string {
  const name = document.value([...path, 'name']);
  const [list, index] = path.slice(-2);
  return typeof name === 'string' && name !== '' ? name : `${list}[${index}]`;
}

function isAbsent({ document }: Resource, path: Path): boolean {
  return document.keys(path) === undefined && (document.value(path) ?? null) === null;
}

/** They are beside the template: so kinds that are modelled on the StatefulSet have them, too. */
function readClaims({ document }: Resource, root: Path): readonly string[] {
  if (root.length === 0) return [];
  const list = [...root.slice(0, -1), 'volumeClaimTemplates'];
  return Array.from({ length: document.length(list) ?? 0 }, (_, index) => index).flatMap((index) => {
    const name = document.value([...list, index, 'metadata', 'name']);
    return typeof name === 'string' ? name : [];
  });
}
