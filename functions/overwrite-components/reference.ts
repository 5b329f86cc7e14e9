import { formatFieldPath, type Resource } from '../../src/krm/index.ts';
import type { Path, Value } from '../../src/yaml/index.ts';
import { sameRepositoryContext } from './repository-context.ts';

/** Name, version and location of a component. */
export interface Reference {
  /** A map with a `type`, as it is written; undefined if absent. */
  readonly repositoryContext: Value | undefined;
  readonly componentName: string;
  readonly version: string;
}

/** Attribute that an overwrite matches or sets. */
export type Attribute = keyof Reference;

/** Attributes in the order in which messages list them. */
export const ATTRIBUTES = ['repositoryContext', 'componentName', 'version'] as const satisfies readonly Attribute[];

/** Returns the attributes in which two references differ, in the order of `ATTRIBUTES`. */
export function changedAttributes(a: Reference, b: Reference): readonly Attribute[] {
  return ATTRIBUTES.filter((attribute) =>
    attribute === 'repositoryContext'
      ? !sameRepositoryContext(a.repositoryContext, b.repositoryContext)
      : a[attribute] !== b[attribute],
  );
}

/** Location of a reference to a component. */
export interface ReferenceField {
  readonly resource: Resource;
  /** Path of the map that has the attributes of the reference. */
  readonly path: Path;
  /** Key of the reference within its resource, which stays the same if the reference moves within its list. */
  readonly id: string;
}

/** Fields of a reference as they are written. */
export type Fields = Readonly<Record<string, Value>>;

/** Fields of a reference that may be rewritten. */
const FIELDS = ['repositoryContext', 'componentName', 'version', 'digest'] as const;

/** Returns the location of a reference at a fixed path of a resource. */
export function referenceAt(resource: Resource, path: Path): ReferenceField {
  return { resource, path, id: formatFieldPath(path) };
}

/** Returns the fields of a reference that are set. */
export function readFields({ resource: { document }, path }: ReferenceField): Fields {
  return Object.fromEntries(
    FIELDS.flatMap((field): [string, Value][] => {
      const value = document.value([...path, field]);
      return value === undefined ? [] : [[field, value]];
    }),
  );
}

/** Writes the fields of a reference, and removes the others. */
export function writeFields({ resource: { document }, path }: ReferenceField, fields: Fields): void {
  for (const field of FIELDS) {
    const value = fields[field];
    if (value === undefined) document.remove([...path, field]);
    else document.set([...path, field], value);
  }
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
