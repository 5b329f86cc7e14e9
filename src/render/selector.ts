import type { Resource } from '../krm/resource.ts';
import type { Pattern } from '../pattern.ts';

/** Names of a resource: an absent one, and '', is that of any resource. */
export interface ResourceReference {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly name?: string;
  readonly namespace?: string;
}

/** Selection of resources by a function of a pipeline: a resource must have all given fields, exactly. */
export interface Selector extends ResourceReference {
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
  /** RE2 pattern that a part of the path of its file matches, relative to the root package (kpt 1.0). */
  readonly resourceFileRegexp?: string;
}

/** Selector whose pattern is ready. */
export interface CompiledSelector extends Selector {
  /** Pattern of `resourceFileRegexp`; undefined if that is empty. */
  readonly pattern?: Pattern;
}

/** Selectors and exclusions of a function. */
export interface FunctionSelection<One extends Selector = CompiledSelector> {
  /** A resource must match one of them. Empty: all match. */
  readonly selectors: readonly One[];
  /** Resources that match one of them are excluded. An empty exclusion matches none. */
  readonly exclude: readonly One[];
}

/** Reports whether a function receives only some resources of its package. */
export function isSelective({ selectors, exclude }: FunctionSelection): boolean {
  return selectors.length + exclude.length > 0;
}

/** Reports whether a function receives a resource. */
export function isSelected(resource: Resource, { selectors, exclude }: FunctionSelection): boolean {
  const isIn = selectors.length === 0 || selectors.some((selector) => matchesSelector(resource, selector));
  return isIn && !exclude.some((selector) => !isEmptySelector(selector) && matchesSelector(resource, selector));
}

/** Reports whether a selector has no condition. */
export function isEmptySelector({ labels = {}, annotations = {}, pattern, ...texts }: CompiledSelector): boolean {
  const maps = [labels, annotations];
  return (
    pattern === undefined &&
    Object.values(texts).every((text) => text === '') &&
    maps.every((map) => Object.keys(map).length === 0)
  );
}

/** Fields of a selector that are texts. */
export const SELECTOR_TEXTS = ['apiVersion', 'kind', 'name', 'namespace'] as const;

/** Reports whether a resource matches a selector. As in kpt, '' matches everything. */
export function matchesSelector(resource: Resource, selector: CompiledSelector): boolean {
  if (SELECTOR_TEXTS.some((field) => (selector[field] ?? '') !== '' && selector[field] !== resource[field]))
    return false;
  const { path = '', shown = path } = resource.location;
  if (selector.pattern?.test(shown) === false) return false;
  const labels = resource.texts(['metadata', 'labels']);
  const annotations = new Map([...resource.texts(['metadata', 'annotations']), ...annotationsForFunction(resource)]);
  return hasAll(labels, selector.labels) && hasAll(annotations, selector.annotations);
}

function hasAll(texts: ReadonlyMap<string, string>, wanted: Readonly<Record<string, string>> = {}): boolean {
  return Object.entries(wanted).every(([key, text]) => texts.get(key) === text);
}

/** Returns the annotations that kpt adds to resources for a function. */
export function annotationsForFunction({
  location: { path, index, packagePath },
}: Resource): readonly (readonly [string, string])[] {
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
