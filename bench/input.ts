import { ResourceList } from '../src/krm/resource-list.ts';
import { realPackages, packageList } from '../test/support/corpus.ts';
import { resourceList } from '../test/support/resource-list.ts';
import { plain, type Flavour } from './flavour.ts';
import { repository, repositoryName } from './repository.ts';
import { kptAnnotations, workload, workloadName } from './workload.ts';

/** Origin of an input: generated, or real packages. */
export type Sort = 'workloads' | 'deployments' | 'repositories' | 'corpus';

/** Input for the contenders. */
export interface Input {
  readonly title: string;
  readonly sort: Sort;
  /** Number of resources. */
  readonly count: number;
  /** Number of ConfigMaps that hold the text to edit. */
  readonly texts: number;
  /** The only resource to select. */
  readonly target: { readonly kind: string; readonly name: string };
  /** Returns the input as kpt passes it to a function. Only workloads have a flavour; the default is plain. */
  list(functionConfig: string, flavour?: Flavour): string;
  /** Returns the input as files of a folder, without a flavour; absent if kustomize cannot use it. */
  readonly files?: () => string;
}

/** Returns an input of that many workloads: an even number, half of which are ConfigMaps. */
export function workloadInput(count: number): Input {
  const numbers = Array.from({ length: count }, (_, number) => number);
  const middle = 2 * Math.floor(count / 4);
  return {
    title: `${count.toLocaleString('en')} workloads`,
    sort: 'workloads',
    count,
    texts: count / 2,
    target: { kind: 'Deployment', name: workloadName(middle) },
    list: (functionConfig, flavour = plain) => workloadList(numbers, functionConfig, flavour),
    files: () => numbers.map((number) => workload(number, plain)).join('---\n'),
  };
}

/** Returns an input of that many Deployments. */
export function deploymentInput(count: number): Input {
  const numbers = Array.from({ length: count }, (_, number) => 2 * number);
  return {
    title: `${count.toLocaleString('en')} Deployments`,
    sort: 'deployments',
    count,
    texts: 0,
    target: { kind: 'Deployment', name: workloadName(0) },
    list: (functionConfig, flavour = plain) => workloadList(numbers, functionConfig, flavour),
  };
}

function workloadList(numbers: readonly number[], functionConfig: string, flavour: Flavour): string {
  const items = numbers.map((number) => workload(number, flavour, kptAnnotations(workloadName(number), number)));
  return resourceList(items, functionConfig);
}

/** Returns an input of that many Repositories. */
export function repositoryInput(count: number): Input {
  const texts = Array.from({ length: count }, (_, number) => repository(number));
  return {
    title: `${count.toLocaleString('en')} repositories`,
    sort: 'repositories',
    count,
    texts: 0,
    target: { kind: 'Repository', name: repositoryName(0) },
    list: (functionConfig) => resourceList(texts, functionConfig),
  };
}

/**
 * Returns all packages of the corpus as one list; undefined if the corpus is absent. Kustomize refuses it, as names
 * repeat.
 */
export function corpusInput(): Input | undefined {
  const packages = realPackages();
  if (packages.length === 0) return undefined;
  const files = Object.fromEntries(
    packages.flatMap(([name, texts]) => Object.entries(texts).map(([path, text]) => [`${name}/${path}`, text])),
  );
  const list = (functionConfig: string): string => packageList(files, functionConfig);
  const { resources } = new ResourceList(list('kind: ConfigMap\n'));
  const { length: count } = resources;
  return {
    title: `corpus, ${count} resources`,
    sort: 'corpus',
    count,
    texts: 0,
    target: targetOf([...resources]),
    list,
  };
}

interface Named {
  readonly kind: string;
  readonly name: string;
}

/** Returns the first resource, starting at the middle, whose kind and name are unique. */
function targetOf(resources: readonly Named[]): Named {
  const isUnique = ({ kind, name }: Named): boolean =>
    resources.filter((other) => other.kind === kind && other.name === name).length === 1;
  const target = resources.slice(resources.length / 2).find(isUnique);
  if (target === undefined) throw new Error('the corpus has no resource that can be selected by its name');
  return { kind: target.kind, name: target.name };
}
