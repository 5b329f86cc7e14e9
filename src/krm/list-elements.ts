import type { Resource } from './resource.ts';

/** Suffix of the kinds of lists: `List`, `ConfigMapList`. */
const LIST = 'List';

/**
 * Returns the resources in a list of resources, and in lists within it: a `List`, or a typed list such as a `RoleList`,
 * whose elements take a missing `apiVersion` and `kind` from it. Returns undefined for anything else, such as a custom
 * resource with `items` of another kind.
 */
export function elementsOf(resource: Resource): readonly Resource[] | undefined {
  return allElements(resource)
    ?.filter(isKrm)
    .flatMap((element) => elementsOf(element) ?? element);
}

/** Returns the other elements of a list of resources: those without `apiVersion`, `kind` or `metadata.name`. */
export function otherElements(resource: Resource): readonly Resource[] {
  const elements = allElements(resource) ?? [];
  return elements.flatMap((element) => (isKrm(element) ? otherElements(element) : element));
}

/** Reports whether kpt considers an object a resource: all must have a name, except for kustomize's kinds and lists. */
export function isKrm(resource: Resource): boolean {
  const { apiVersion, kind, name, group } = resource;
  if (apiVersion === '' || kind === '') return false;
  return name !== '' || group === 'kustomize.config.k8s.io' || allElements(resource) !== undefined;
}

/** Returns all elements of a list; undefined if it has a name, as custom resources have, and contains no resource. */
function allElements(resource: Resource): readonly Resource[] | undefined {
  const { kind, apiVersion } = resource;
  if (!kind.endsWith(LIST)) return undefined;
  const length = resource.document.length(['items']);
  if (length === undefined) return undefined;
  const own = kind.slice(0, -LIST.length);
  const defaults = new Map(own === '' ? [] : Object.entries({ apiVersion, kind: own }));
  const elements = Array.from({ length }, (_, index) => resource.element(index, defaults));
  return resource.name === '' || elements.some(isKrm) ? elements : undefined;
}
