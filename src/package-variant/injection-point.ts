import { byteOrder } from '../byte-order.ts';
import { isClusterObject, kindOf } from '../krm/cluster-objects.ts';
import type { ClusterKind } from '../krm/cluster-reading.ts';
import { annotationText, type Resource } from '../krm/resource.ts';
import type { Results } from '../krm/results.ts';
import type { Path } from '../yaml/index.ts';

/** A resource into which its author lets configuration be injected. */
export interface InjectionPoint {
  readonly resource: Resource;
  readonly isRequired: boolean;
  /** `config.injection.<Kind>.<name>`: what the Kptfile says of it goes by this. */
  readonly conditionType: string;
}

/** What the types of all conditions of injection points begin with. */
export const CONDITION_TYPE = 'config.injection.';

const ANNOTATION: Path = ['metadata', 'annotations', 'kpt.dev/config-injection'];

/**
 * Finds the injection points among items, wherever they are kept, in the order of their files. Annotations with another
 * value than `required` and `optional` are errors, and so are points that have one condition type, all in Porch's words.
 */
export function findInjectionPoints(items: Iterable<Resource>, results: Results): InjectionPoint[] {
  const annotated = [...items].filter(isAnnotated).toSorted(byFile).map(readPoint);
  for (const point of annotated.filter(({ value }) => !VALUES.includes(value))) refuseValue(point, results);
  const earlier = new Map<string, InjectionPoint>();
  for (const point of annotated) {
    const twin = earlier.get(point.conditionType);
    if (twin !== undefined) refuseTwin(point, twin, results);
    earlier.set(point.conditionType, point);
  }
  return annotated;
}

/** The kinds of the injection points among items, each once. */
export function injectionKinds(items: Iterable<Resource>): readonly ClusterKind[] {
  const kinds = [...items].filter(isAnnotated).map((item) => [kindOf(item), item] as const);
  return [...new Map(kinds).values()];
}

const VALUES: readonly string[] = ['required', 'optional'];

interface AnnotatedPoint extends InjectionPoint {
  readonly value: string;
}

function isAnnotated(item: Resource): boolean {
  return item.document.value(ANNOTATION) !== undefined && !isClusterObject(item);
}

function readPoint(resource: Resource): AnnotatedPoint {
  const value = annotationText(resource.document.value(ANNOTATION)) ?? '';
  const conditionType = `${CONDITION_TYPE}${resource.kind}.${resource.name}`;
  return { resource, value, isRequired: value === 'required', conditionType };
}

function refuseValue({ resource, value }: AnnotatedPoint, results: Results): void {
  const { kind, name } = resource;
  results.error(`${kind}/${name} has invalid "kpt.dev/config-injection" annotation value of "${value}"`, {
    resource,
    field: ANNOTATION,
  });
}

function refuseTwin({ resource, conditionType }: InjectionPoint, twin: InjectionPoint, results: Results): void {
  const files = [twin, { resource }].map(({ resource: { location } }) => location.path ?? 'an item without a path');
  results.error(`duplicate injection conditionType "${conditionType}" (${files.join(' and ')})`, { resource });
}

/** By package and path together, so that the order is one whether kpt names the packages of items or not. */
function byFile({ location: a }: Resource, { location: b }: Resource): number {
  const [pathA, pathB] = [a, b].map(({ packagePath = '', path = '' }) => `${packagePath}/${path}`);
  return byteOrder(pathA ?? '', pathB ?? '') || (a.index ?? 0) - (b.index ?? 0);
}
