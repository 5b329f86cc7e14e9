import { formatFieldPath, isList, isMap, type Path, type Resource, type Value } from '../../src/index.ts';

/** A component descriptor: a resource or part of one. */
export interface Descriptor {
  readonly resource: Resource;
  /** Path in the resource. */
  readonly path: Path;
  /** Identifies it in the resource, even if it moves within a list. */
  readonly id: string;
  readonly name: string;
  readonly version: string;
  /** Last repository context of the component; undefined if there is none. */
  readonly repositoryContext: Value | undefined;
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

/** A reference from a descriptor to another component. It inherits the repository context of what leads to the descriptor. */
export interface ComponentReference {
  readonly path: Path;
  /** Name that blueprints use; never changed. */
  readonly name: string;
  readonly componentName: string;
  readonly version: string;
  /** Path of the component's descriptor that is embedded in the reference. */
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

/** Reads the descriptor at a path of a resource; undefined without one of a known schema. `id` defaults to its path. */
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
    id,
    name: text(at([...layout.component, 'name'])),
    version: text(at([...layout.component, 'version'])),
    repositoryContext: isList(contexts) ? contexts.at(-1) : undefined,
    ...readReferences(resource, [...path, ...layout.references]),
    isSigned: isList(signatures) && signatures.length > 0,
  };
}

function layoutOf({ document }: Resource, path: Path): Layout | undefined {
  const value = (more: Path): Value | undefined => document.value([...path, ...more]);
  if (value(['meta', 'schemaVersion']) === 'v2') return V2;
  const [apiVersion, kind] = [text(value(['apiVersion'])), text(value(['kind']))];
  return isDescriptor({ apiVersion, kind }) ? V3 : undefined;
}

function readReferences({ document }: Resource, list: Path): Pick<Descriptor, 'references' | 'flaws'> {
  const value = document.value(list) ?? [];
  if (!isList(value)) return { references: [], flaws: [{ field: list, message: 'must be a list' }] };
  const read = value.map((reference, index) => readReference(reference, [...list, index]));
  return {
    references: read.filter((one) => 'name' in one),
    flaws: read.filter((one) => 'message' in one),
  };
}

function readReference(value: Value, path: Path): ComponentReference | Flaw {
  if (!isMap(value)) return { field: path, message: 'must be a map' };
  const wrong = ['componentName', 'version'].find((key) => text(value[key]) === '');
  if (wrong !== undefined) return { field: [...path, wrong], message: flawOf(value[wrong]) };
  const { name, componentName, version, labels } = value;
  return {
    path,
    name: text(name),
    componentName: text(componentName),
    version: text(version),
    nested: nestedIn(labels, path),
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
