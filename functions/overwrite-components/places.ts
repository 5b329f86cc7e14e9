import { formatFieldPath, type Path, type Resource, type Value } from '../../src/index.ts';
import { readDescriptor, type Descriptor } from './descriptors.ts';
import type { Fields } from './originals.ts';
import type { Reference } from './reference.ts';

/** Location of a reference to a component. */
export interface ReferenceField {
  readonly resource: Resource;
  /** Path of the map that has the attributes of the reference. */
  readonly path: Path;
  /** Identifies the reference in its resource, even if it moves within its list. */
  readonly id: string;
}

/** Fields of a reference that may be rewritten. */
const FIELDS = ['repositoryContext', 'componentName', 'version', 'digest'] as const;

/** Returns the location of a reference at a fixed path of a resource. */
export function placeAt(resource: Resource, path: Path): ReferenceField {
  return { resource, path, id: formatFieldPath(path) };
}

/** Returns the locations of the references of a descriptor, in order. */
export function placesIn({ resource, id, references }: Descriptor): readonly ReferenceField[] {
  const names = references.map(({ name }) => name);
  return references.map(({ name, path }, index) => {
    const twins = names.slice(0, index).filter((other) => other === name).length;
    return { resource, path, id: `${id}/${escaped(name)}${twins === 0 ? '' : `#${twins}`}` };
  });
}

/** Escapes the delimiters of ids. */
function escaped(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1').replaceAll('#', '~2');
}

/** Returns the locations of the references of a descriptor and of all descriptors embedded in it. */
export function allPlacesIn(descriptor: Descriptor | undefined): readonly ReferenceField[] {
  if (descriptor === undefined) return [];
  const places = placesIn(descriptor);
  const nested = descriptor.references.map(
    ({ nested: path }, index) => path && readDescriptor(descriptor.resource, path, places[index]?.id),
  );
  return [...places, ...nested.flatMap(allPlacesIn)];
}

/** Returns the fields of a reference that are set. */
export function fieldsAt({ resource: { document }, path }: ReferenceField): Fields {
  return Object.fromEntries(
    FIELDS.flatMap((field): [string, Value][] => {
      const value = document.value([...path, field]);
      return value === undefined ? [] : [[field, value]];
    }),
  );
}

/** Converts fields to a reference. A value that is not a string counts as unset. */
export function referenceOf({ repositoryContext, componentName, version }: Fields): Reference {
  const text = (value: Value | undefined): string => (typeof value === 'string' ? value : '');
  return {
    repositoryContext: repositoryContext ?? undefined,
    componentName: text(componentName),
    version: text(version),
  };
}

/** Writes the fields of a reference, and removes the others. */
export function writeFields({ resource: { document }, path }: ReferenceField, fields: Fields): void {
  for (const field of FIELDS) {
    const value = fields[field];
    if (value === undefined) document.remove([...path, field]);
    else document.set([...path, field], value);
  }
}
