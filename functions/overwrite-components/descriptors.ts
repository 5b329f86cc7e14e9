import { formatFieldPath, type Resource } from '../../src/krm/index.ts';
import { isList, isMap, type Path, type Value } from '../../src/yaml/index.ts';
import type { ReferenceField } from './reference.ts';

/** A component descriptor: a resource or part of one. */
export interface Descriptor {
  readonly resource: Resource;
  /** Path in the resource. */
  readonly path: Path;
  readonly name: string;
  readonly version: string;
  /** Last repository context of the component; undefined if there is none. */
  readonly repositoryContext: Value | undefined;
  /** In their order. */
  readonly references: readonly ComponentReference[];
  /** Malformed fields, left out of the references. */
  readonly flaws: readonly Flaw[];
  /** Set if there are signatures that a changed reference would invalidate. */
  readonly isSigned: boolean;
}

/** A malformed field of a descriptor. */
interface Flaw {
  readonly field: Path;
  readonly message: string;
}

/**
 * A reference from a descriptor to another component. It inherits the repository context of what leads to the
 * descriptor.
 */
export interface ComponentReference extends ReferenceField {
  /** Path of the component's descriptor that is embedded in the reference; undefined if there is none. */
  readonly nested: Path | undefined;
}

/** Locations of descriptor fields in a version of the schema. */
interface Layout {
  readonly component: Path;
  readonly contexts: Path;
  readonly references: Path;
}

const V2: Layout = {
  component: ['component'],
  contexts: ['component', 'repositoryContexts'],
  references: ['component', 'componentReferences'],
};

const V3: Layout = { component: ['metadata'], contexts: ['repositoryContexts'], references: ['spec', 'references'] };

/** Label of a reference that embeds the descriptor of its component. */
const NESTED = 'landscaper.gardener.cloud/component-descriptor';

/** Reports whether a resource is a component descriptor (OCM, v3alpha1). */
export function isDescriptor({ apiVersion, kind }: Pick<Resource, 'apiVersion' | 'kind'>): boolean {
  return apiVersion === 'ocm.software/v3alpha1' && kind === 'ComponentVersion';
}

/**
 * Reads the descriptor at a path of a resource; undefined without one of a known schema. `id` is the key of the
 * descriptor within its resource, by default its path.
 */
export function readDescriptor(
  resource: Resource,
  path: Path,
  id: string = formatFieldPath(path),
): Descriptor | undefined {
  const layout = layoutOf(resource, path);
  if (layout === undefined) return undefined;
  const { document } = resource;
  const at = (more: Path): Value | undefined => document.value([...path, ...more]);
  const contexts = at(layout.contexts);
  const signatures = at(['signatures']);
  return {
    resource,
    path,
    name: text(at([...layout.component, 'name'])),
    version: text(at([...layout.component, 'version'])),
    repositoryContext: isList(contexts) ? contexts.at(-1) : undefined,
    ...readReferences(resource, [...path, ...layout.references], id),
    isSigned: isList(signatures) && signatures.length > 0,
  };
}

/** Returns the references of a descriptor and of all descriptors embedded in it. */
export function allReferences(descriptor: Descriptor | undefined): readonly ComponentReference[] {
  if (descriptor === undefined) return [];
  const { references } = descriptor;
  return [...references, ...references.flatMap((reference) => allReferences(nestedDescriptor(reference)))];
}

/** Returns the descriptor that is embedded in a reference; undefined without one of a known schema. */
export function nestedDescriptor({ resource, nested, id }: ComponentReference): Descriptor | undefined {
  return nested && readDescriptor(resource, nested, id);
}

function layoutOf({ document }: Resource, path: Path): Layout | undefined {
  const value = (more: Path): Value | undefined => document.value([...path, ...more]);
  if (value(['meta', 'schemaVersion']) === 'v2') return V2;
  const [apiVersion, kind] = [text(value(['apiVersion'])), text(value(['kind']))];
  return isDescriptor({ apiVersion, kind }) ? V3 : undefined;
}

function readReferences(resource: Resource, list: Path, id: string): Pick<Descriptor, 'references' | 'flaws'> {
  const value = resource.document.value(list) ?? [];
  if (!isList(value)) return { references: [], flaws: [{ field: list, message: 'must be a list' }] };
  const read = value.map((reference, index) => readReference(reference, [...list, index]));
  const keyOf = referenceKeys();
  return {
    references: read.flatMap((one) =>
      'name' in one ? [{ resource, path: one.path, id: `${id}/${keyOf(one.name)}`, nested: one.nested }] : [],
    ),
    flaws: read.filter((one) => 'message' in one),
  };
}

/** A well-formed reference. Blueprints know it by its name, which never changes. */
interface NamedReference extends Pick<ComponentReference, 'path' | 'nested'> {
  readonly name: string;
}

function readReference(value: Value, path: Path): NamedReference | Flaw {
  if (!isMap(value)) return { field: path, message: 'must be a map' };
  const wrong = ['componentName', 'version'].find((key) => text(value[key]) === '');
  if (wrong !== undefined) return { field: [...path, wrong], message: flawOf(value[wrong]) };
  return { path, name: text(value['name']), nested: nestedIn(value['labels'], path) };
}

/** Returns a function that makes keys of names: each is unique, since the second `a` becomes `a#1`. */
function referenceKeys(): (name: string) => string {
  const counts = new Map<string, number>();
  return (name) => {
    const count = counts.get(name) ?? 0;
    counts.set(name, count + 1);
    const escaped = name.replaceAll('~', '~0').replaceAll('/', '~1').replaceAll('#', '~2');
    return count === 0 ? escaped : `${escaped}#${count}`;
  };
}

function flawOf(value: Value | undefined): string {
  if (value === undefined || value === null) return 'must be set';
  return value === '' ? 'must not be empty' : 'must be a string';
}

function nestedIn(labels: Value | undefined, path: Path): Path | undefined {
  const index = isList(labels) ? labels.findIndex((label) => isMap(label) && label['name'] === NESTED) : -1;
  return index === -1 ? undefined : [...path, 'labels', index, 'value'];
}

function text(value: Value | undefined): string {
  return typeof value === 'string' ? value : '';
}
