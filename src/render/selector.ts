import type { Resource } from '../krm/resource.ts';

/** Selection of resources by a function of a pipeline: a resource must have all given fields, exactly. */
export interface Selector {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly name?: string;
  readonly namespace?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
}

/** Selectors and exclusions of a function. */
export interface FunctionSelection {
  /** A resource must match one of them. Empty: all match. */
  readonly selectors: readonly Selector[];
  /** Resources that match one of them are excluded. An exclusion without a field matches none. */
  readonly exclude: readonly Selector[];
}

/** Reports whether a function receives only some resources of its package. */
export function isSelective({ selectors, exclude }: FunctionSelection): boolean {
  return selectors.length + exclude.length > 0;
}

/** Reports whether a function receives a resource. */
export function isSelected(resource: Resource, { selectors, exclude }: FunctionSelection): boolean {
  const isIn = selectors.length === 0 || selectors.some((selector) => matchesSelector(resource, selector));
  return isIn && !exclude.some((selector) => Object.keys(selector).length > 0 && matchesSelector(resource, selector));
}

/** Fields of a selector that are texts. */
export const SELECTOR_TEXTS = ['apiVersion', 'kind', 'name', 'namespace'] as const;

/** Reports whether a resource matches a selector. As in kpt, '' matches everything. */
export function matchesSelector(resource: Resource, selector: Selector): boolean {
  if (SELECTOR_TEXTS.some((field) => (selector[field] ?? '') !== '' && selector[field] !== resource[field]))
    return false;
  const labels = resource.texts(['metadata', 'labels']);
  const annotations = new Map([...resource.texts(['metadata', 'annotations']), ...locationOf(resource)]);
  return hasAll(labels, selector.labels) && hasAll(annotations, selector.annotations);
}

function hasAll(texts: ReadonlyMap<string, string>, wanted: Readonly<Record<string, string>> = {}): boolean {
  return Object.entries(wanted).every(([key, text]) => texts.get(key) === text);
}

/** Returns the annotations that kpt adds to resources for a function. */
function locationOf({ location: { path, index, packagePath } }: Resource): readonly (readonly [string, string])[] {
  const places = { path, index: index === undefined ? undefined : String(index) };
  return [
    ...Object.entries(places).flatMap(([key, text]) =>
      text === undefined
        ? []
        : [`config.kubernetes.io/${key}`, `internal.config.kubernetes.io/${key}`].map((name) => [name, text] as const),
    ),
    ...(packagePath === undefined ? [] : [['internal.config.kubernetes.io/package-path', packagePath] as const]),
  ];
}
