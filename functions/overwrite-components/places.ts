import { formatFieldPath, type Path, type Resource, type Value } from '../../src/index.ts';
import { readDescriptor, type Descriptor } from './descriptors.ts';
import type { Fields } from './originals.ts';
import type { Reference } from './reference.ts';

/** Where a reference to a component is. */
export interface ReferenceField {
  readonly resource: Resource;
  /** Of the map that has the attributes of the reference. */
  readonly path: Path;
  /** Names the reference in its resource, wherever it moves to in its list. */
  readonly id: string;
}

/** What of a reference may be rewritten. */
const FIELDS = ['repositoryContext', 'componentName', 'version', 'digest'] as const;

/** A reference that a resource has at a path of its own. */
export function placeAt(resource: Resource, path: Path): ReferenceField {
  return { resource, path, id: formatFieldPath(path) };
}

/** The references of a descriptor, in their order. */
export function placesIn({ resource, id, references }: Descriptor): readonly ReferenceField[] {
  const names = references.map(({ name }) => name);
  return references.map(({ name, path }, index) => {
    const twins = names.slice(0, index).filter((other) => other === name).length;
    return { resource, path, id: `${id}/${escaped(name)}${twins === 0 ? '' : `#${twins}`}` };
  });
}

/** So that it has none of the signs that ids are made with. */
function escaped(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1').replaceAll('#', '~2');
}

/** The references of a descriptor and of all that come along with them. */
export function allPlacesIn(descriptor: Descriptor | undefined): readonly ReferenceField[] {
  if (descriptor === undefined) return [];
  const places = placesIn(descriptor);
  const nested = descriptor.references.map(
    ({ nested: path }, index) => path && readDescriptor(descriptor.resource, path, places[index]?.id),
  );
  return [...places, ...nested.flatMap(allPlacesIn)];
}

/** The fields of a reference that are there. */
export function fieldsAt({ resource: { document }, path }: ReferenceField): Fields {
  return Object.fromEntries(
    FIELDS.flatMap((field): [string, Value][] => {
      const value = document.value([...path, field]);
      return value === undefined ? [] : [[field, value]];
    }),
  );
}

/** What the fields of a reference say; what is no text says nothing. */
export function referenceOf({ repositoryContext, componentName, version }: Fields): Reference {
  const text = (value: Value | undefined): string => (typeof value === 'string' ? value : '');
  return {
    repositoryContext: repositoryContext ?? undefined,
    componentName: text(componentName),
    version: text(version),
  };
}

/** Writes the fields of a reference: those that are not among these go. */
export function writeFields({ resource: { document }, path }: ReferenceField, fields: Fields): void {
  for (const field of FIELDS) {
    const value = fields[field];
    if (value === undefined) document.remove([...path, field]);
    else document.set([...path, field], value);
  }
}
