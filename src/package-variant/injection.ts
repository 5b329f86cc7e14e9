import { attributeEdits, type Origin } from '../krm/edit-origins.ts';
import { ClusterObjects, isClusterObject, type ClusterView } from '../krm/cluster-objects.ts';
import { copyData } from './injected-data.ts';
import { chooseInjection, hasField, injectedFields, type InjectionChoice } from './injection-choice.ts';
import { CONDITION_LISTS, removeConditions, setInjectionConditions, staleConditions } from './injection-conditions.ts';
import { findInjectionPoints, type InjectionPoint } from './injection-point.ts';
import { reportInjection, type InjectionDone } from './injection-report.ts';
import type { InjectionSelector } from './injection-selector.ts';
import { NearMisses } from './near-miss.ts';
import { keepComments } from '../krm/kpt-comments.ts';
import { findRootKptfile } from '../krm/kptfile.ts';
import type { Resource } from '../krm/resource.ts';
import type { Resources } from '../krm/resources.ts';
import { Results } from '../krm/results.ts';
import { counted } from '../wording.ts';
import type { Path } from '../yaml/index.ts';

/** Selection of cluster objects to inject into a package. */
export interface ConfigInjection {
  /** Namespace of the objects; '' means `default`. */
  readonly namespace: string;
  /** Selectors in the order in which they are tried. */
  readonly injectors: readonly InjectionSelector[];
  /** Cluster snapshot. Defaults to the items annotated as cluster objects. */
  readonly cluster?: ClusterView | undefined;
}

/** Part of a function's input that injection needs. */
interface Package {
  readonly resources: Resources;
  readonly results: Results;
}

/**
 * Injects objects of a cluster into the injection points of a package (design "Configuration Injection Details"), and
 * records the outcome of each in the Kptfile of the root package. Removes the records of points that no longer exist.
 */
export function injectConfig({ namespace, injectors, cluster: view }: ConfigInjection, call: Package): void {
  const { resources, results } = call;
  const points = findInjectionPoints(resources, results);
  const cluster = new ClusterObjects(view ?? itemsOf(resources), namespace, results);
  const done = points.map((point) => {
    const choice = chooseInjection(point.resource, injectors, cluster);
    const origins = originsOf(choice, injectors);
    return attributeEdits(origins, point.resource, () => inject(point, { ...choice, origins }, results));
  });
  const nearMisses = view === undefined ? new NearMisses(resources, points, namespace) : undefined;
  if (points.length > 0) reportInjection(done, injectors, { cluster, nearMisses, results });
  else if (injectors.length > 0) results.warning(NO_POINT, { code: 'rule-unmatched' });
  else results.info(NO_POINT, { code: 'rule-unmatched' });
  removeAnnotations(points, call);
  recordInKptfile(done, call);
}

/** Returns the selector that chose an object, and the object. */
function originsOf({ chosen }: InjectionChoice, injectors: readonly InjectionSelector[]): readonly Origin[] {
  if (chosen === undefined) return [];
  const { injector, source } = chosen;
  const field = ['spec', 'injectors', injectors.indexOf(injector)];
  const [copied] = injectedFields(source).filter((name) => hasField(source, name));
  return [{ field }, { resource: source, ...(copied !== undefined && { field: [copied] }) }];
}

function itemsOf(resources: Resources): ClusterView {
  return { objects: [...resources].filter(isClusterObject) };
}

const NO_POINT = 'no resource has the annotation kpt.dev/config-injection';
const INJECTED_RESOURCE: Path = ['metadata', 'annotations', 'kpt.dev/injected-resource'];

function inject(
  point: InjectionPoint,
  { origins, ...choice }: InjectionChoice & { readonly origins: readonly Origin[] },
  results: Results,
): InjectionDone {
  const { resource } = point;
  const { chosen } = choice;
  const before = injectedInto(resource);
  if (chosen === undefined) return { ...point, ...choice, before, isChanged: false };
  const text = resource.document.text();
  copyData(chosen.source, resource, results);
  attributeEdits(origins.slice(0, 1), resource, () => resource.document.set(INJECTED_RESOURCE, chosen.source.name));
  return { ...point, ...choice, before, isChanged: resource.document.text() !== text };
}

function injectedInto(resource: Resource): string | undefined {
  return resource.annotation('kpt.dev/injected-resource');
}

/** Removes the records of injection from resources that are not injection points. */
function removeAnnotations(points: readonly InjectionPoint[], { resources, results }: Package): void {
  const known = new Set(points.map(({ resource }) => resource));
  for (const resource of resources) {
    if (known.has(resource) || injectedInto(resource) === undefined || isClusterObject(resource)) continue;
    resource.document.remove(INJECTED_RESOURCE);
    const annotations = INJECTED_RESOURCE.slice(0, 2);
    if (resource.document.keys(annotations)?.length === 0) resource.document.remove(annotations);
    results.notice('removed: the resource is no longer an injection point', {
      resource,
      field: INJECTED_RESOURCE,
    });
  }
}

function recordInKptfile(done: readonly InjectionDone[], { resources, results }: Package): void {
  // A package without injection points needs no Kptfile.
  const kptfile = findRootKptfile({ resources, results: done.length > 0 ? results : new Results() });
  if (kptfile === undefined) return;
  const conditions = done.map(({ conditionType: type, isRequired, chosen, message }) => {
    return { type, isRequired, isInjected: chosen !== undefined, message };
  });
  const record = (): void =>
    keepComments({ resource: kptfile, results }, CONDITION_LISTS, () => {
      setInjectionConditions(kptfile, conditions);
      // Later than the new conditions, so that their lists are never empty in between.
      removeStale(kptfile, new Set(conditions.map(({ type }) => type)), { resources, results });
    });
  attributeEdits({ field: ['spec', 'injectors'] }, kptfile, record);
}

function removeStale(kptfile: Resource, points: ReadonlySet<string>, { resources, results }: Package): void {
  const stale = staleConditions(kptfile, points);
  if (stale.size === 0) return;
  if (resources.isFiltered) {
    results.info(FILTERED, { code: 'items-hidden', resource: kptfile });
    return;
  }
  removeConditions(kptfile, stale);
  results.notice(`removed ${counted(stale.size, 'condition')} of injection points that no longer exist`, {
    resource: kptfile,
  });
}

const FILTERED =
  'kept the conditions of injection points that are not among the items: selectors may hide these points';
