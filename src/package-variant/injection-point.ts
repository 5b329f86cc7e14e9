import { byteOrder } from '../byte-order.ts';
import { isClusterObject, kindOf, type ClusterKind } from '../krm/cluster-objects.ts';
import { annotationText, type Resource } from '../krm/resource.ts';
import type { Results } from '../krm/results.ts';
import { oneOf } from '../wording.ts';
import type { Path } from '../yaml/index.ts';

/** Resource marked by its author for injection of configuration. */
export interface InjectionPoint {
  readonly resource: Resource;
  readonly isRequired: boolean;
  /** `config.injection.<Kind>.<name>`, the key of the point in the Kptfile. */
  readonly conditionType: string;
}

/** Prefix of the condition types of all injection points. */
export const CONDITION_TYPE = 'config.injection.';

const ANNOTATION: Path = ['metadata', 'annotations', 'kpt.dev/config-injection'];

/**
 * Finds the injection points among items of any package, in the order of their files. Reports as errors, in Porch's
 * words, annotations with another value than `required` and `optional`, and points that share a condition type.
 */
export function findInjectionPoints(items: Iterable<Resource>, results: Results): InjectionPoint[] {
  const annotated = [...items].filter(isAnnotated).toSorted(byFile).map(readPoint);
  for (const point of annotated.filter(({ value }) => !VALUES.includes(value))) refuseValue(point, results);
  const earlier = new Map<string, InjectionPoint>();
  for (const point of annotated) {
    const other = earlier.get(point.conditionType);
    if (other !== undefined) rejectDuplicate(point, other, results);
    earlier.set(point.conditionType, point);
  }
  return annotated;
}

/** Returns the kinds of the injection points among items, each once. */
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
  const invalid = `${kind}/${name} has invalid "kpt.dev/config-injection" annotation value of "${value}"`;
  results.error(`${invalid}: must be ${oneOf(VALUES.map((each) => JSON.stringify(each)))}`, {
    code: 'invalid-value',
    resource,
    field: ANNOTATION,
  });
}

function rejectDuplicate({ resource, conditionType }: InjectionPoint, other: InjectionPoint, results: Results): void {
  const files = [other, { resource }].map(({ resource: { location } }) => location.path ?? 'an item without a path');
  results.error(`duplicate injection conditionType "${conditionType}" (${files.join(' and ')})`, {
    code: 'duplicate-resource',
    resource,
  });
}

/**
 * Compares by package and path together, so that the order is the same whether or not kpt names the packages of items.
 */
function byFile({ location: a }: Resource, { location: b }: Resource): number {
  const [pathA, pathB] = [a, b].map(({ packagePath = '', path = '' }) => `${packagePath}/${path}`);
  return byteOrder(pathA ?? '', pathB ?? '') || (a.index ?? 0) - (b.index ?? 0);
}
