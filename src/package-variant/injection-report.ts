import type { ClusterObjects } from '../krm/cluster-objects.ts';
import { lackMessage, NO_MATCH, type InjectionChoice } from './injection-choice.ts';
import type { InjectionPoint } from './injection-point.ts';
import type { NearMisses } from './near-miss.ts';
import { acceptsKind, type InjectionSelector } from './injection-selector.ts';
import { elsewhere, reportElsewhere } from '../krm/hints.ts';
import { countedResources } from '../krm/qualified-name.ts';
import type { Results } from '../krm/results.ts';
import { byteOrder } from '../byte-order.ts';
import { didYouMean } from '../nearest-name.ts';
import { counted } from '../wording.ts';

/** Injection point with its outcome. */
export interface InjectionDone extends InjectionPoint, InjectionChoice {
  readonly isChanged: boolean;
  /** Name of the object injected before; undefined if there is none. */
  readonly before: string | undefined;
}

/** Parts of a report besides the outcome. */
interface Surroundings {
  readonly cluster: ClusterObjects;
  /** Undefined if the cluster objects are not among the items. */
  readonly nearMisses: NearMisses | undefined;
  readonly results: Results;
}

/** Reports the outcome of injection points and selectors. */
export function reportInjection(
  done: readonly InjectionDone[],
  injectors: readonly InjectionSelector[],
  { cluster, nearMisses, results }: Surroundings,
): void {
  for (const each of done.filter(({ chosen }) => chosen === undefined)) reportEmpty(each, results);
  for (const resource of new Set(done.flatMap(({ lacking }) => lacking)))
    results.warning(lackMessage(resource), { code: 'missing-field', resource });
  for (const [index, injector] of injectors.entries()) {
    const points = done.filter(({ resource }) => acceptsKind(injector, resource));
    const hint = (): string => nearMisses?.hint(injector, points) || hintFor(injector, done, cluster);
    reportInjector(points, injector, `injectors[${index}] ${JSON.stringify(injector.name)}`, {
      cluster,
      results,
      hint,
    });
  }
}

/**
 * Reports a point without a match. An optional point keeps its default, so a missing match is no reason to warn unless
 * there was one before.
 */
function reportEmpty({ resource, isRequired, before, message, lacking }: InjectionDone, results: Results): void {
  const stale = before === undefined ? '' : `; kept the data injected from "${before}"`;
  const said = `${lacking.length > 0 ? NO_MATCH : message}${stale}`;
  const about = { code: 'rule-unmatched', resource } as const;
  if (isRequired || before !== undefined) results.warning(said, about);
  else results.info(said, about);
}

/** Parts of the report of an injector besides its points. */
interface Hinted extends Pick<Surroundings, 'cluster' | 'results'> {
  /** Returns the end of a message about a selector that matches no object. */
  readonly hint: () => string;
}

/** Returns the nearest name among the objects for injection points or, if no point is of the kind, the nearest kind. */
function hintFor(injector: InjectionSelector, points: readonly InjectionDone[], cluster: ClusterObjects): string {
  const { name, kind } = injector;
  const accepted = points.filter(({ resource }) => acceptsKind(injector, resource));
  if (accepted.length > 0) {
    const names = accepted.flatMap(({ resource }) => [...cluster.like(resource).keys()]);
    return didYouMean(name, names.toSorted(byteOrder));
  }
  const kinds = points.map(({ resource }) => resource.kind).filter((other) => other !== kind);
  return kind === undefined ? '' : didYouMean(kind, kinds.toSorted(byteOrder), { quote: (each) => `kind "${each}"` });
}

/** `points`: those of a group, version and kind that the selector accepts. */
function reportInjector(
  points: readonly InjectionDone[],
  injector: InjectionSelector,
  name: string,
  { cluster, results, hint }: Hinted,
): void {
  const chosen = points.filter((point) => point.chosen?.injector === injector);
  const changed = chosen.filter(({ isChanged }) => isChanged).length;
  if (changed > 0) results.notice(`${name}: changed ${counted(changed, 'resource')}`);
  const injected = chosen.map(({ resource }) => resource);
  const others = points.flatMap(({ resource }) => cluster.elsewhereLike(resource, injector.name));
  if (injected.length > 0)
    results.info(`${name}: injected into ${countedResources(injected)}`, { code: 'rule-applied' });
  if (points.some(({ resource }) => cluster.like(resource).has(injector.name))) {
    reportElsewhere(`${name}:`, others, results);
    return;
  }
  const remedy = `give the configuration that namespace instead of ${JSON.stringify(cluster.namespace || 'default')}`;
  const end = elsewhere(others, undefined, remedy) || hint();
  results.warning(`${name}: matches no cluster object for any injection point${end}`, { code: 'rule-unmatched' });
}
